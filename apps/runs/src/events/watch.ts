import { EventEmitter, once } from 'node:events';
import { signals } from '@errand/contracts/queue';
import type { Logger, Signals } from '@errand/service-kit';

/** Notifies watchers of a Run, in every process of this service, that it changed. */
export interface RunWatch {
  /** Also for a member, who has a new local Run. */
  changed(runId: string): void;
  /** Resolves when the Run may have changed, after `timeoutMs` at the latest. Rejects when `signal` aborts. */
  next(runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** The same for any of several Runs, or members whose local Runs wait for a device. */
  nextOf(ids: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void>;
}

/** Signals can be lost, which is why `next` has a timeout. */
export async function createRunWatch(bus: Signals, log: Logger): Promise<RunWatch> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  await bus.subscribe(signals.changed('*'), (topic) => {
    emitter.emit(topic);
  });
  const nextOf: RunWatch['nextOf'] = async (ids, timeoutMs, signal) => {
    const done = new AbortController();
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs), done.signal]);
    try {
      await Promise.race(ids.map((id) => once(emitter, signals.changed(id), { signal: until })));
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      done.abort();
    }
  };
  return {
    changed: (runId) => {
      bus
        .publish(signals.changed(runId))
        .catch((error: unknown) => log.debug({ err: error, runId }, 'change signal lost'));
    },
    next: (runId, timeoutMs, signal) => nextOf([runId], timeoutMs, signal),
    nextOf,
  };
}
