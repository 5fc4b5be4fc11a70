import { EventEmitter, once } from 'node:events';
import { signals } from '@errand/contracts/queue';
import type { Logger } from '@errand/service-kit';
import type { Signals } from '@errand/service-kit/queue';
import { z } from 'zod';

const Ids = z.array(z.string());

/** Changes so soon after a signal share the next one. */
const TOGETHER_MS = 5;

/** Notifies watchers of a Run, in every process of this service, that it changed. */
export interface RunWatch {
  /** Also notifies a member of a new local Run. */
  changed(runId: string): void;
  /** Resolves when the Run may have changed, after `timeoutMs` at the latest. Rejects when `signal` aborts. */
  next(runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** The same for any of several Runs, or members whose local Runs wait for a device. */
  nextOf(ids: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void>;
}

/** Signals can be lost, which is why `next` has a timeout. The changes of a few milliseconds are one signal, the first of them at once. */
export async function createRunWatch(bus: Signals, log: Logger): Promise<RunWatch> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  await bus.subscribe(signals.changed, (_topic, data) => {
    for (const id of Ids.safeParse(data).data ?? []) emitter.emit(id);
  });
  const changed = new Set<string>();
  let publishedAt = -Infinity;
  const publish = () => {
    publishedAt = performance.now();
    const ids = [...changed];
    changed.clear();
    bus
      .publish(signals.changed, ids)
      .catch((error: unknown) => log.debug({ err: error, runIds: ids }, 'change signal lost'));
  };
  const nextOf: RunWatch['nextOf'] = async (ids, timeoutMs, signal) => {
    const done = new AbortController();
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs), done.signal]);
    try {
      await Promise.race(ids.map((id) => once(emitter, id, { signal: until })));
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      done.abort();
    }
  };
  return {
    changed: (runId) => {
      if (changed.size === 0) {
        const wait = publishedAt + TOGETHER_MS - performance.now();
        if (wait <= 0) setImmediate(publish);
        else setTimeout(publish, wait);
      }
      changed.add(runId);
    },
    next: (runId, timeoutMs, signal) => nextOf([runId], timeoutMs, signal),
    nextOf,
  };
}
