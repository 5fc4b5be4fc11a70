import { EventEmitter, once } from 'node:events';
import { signals } from '@errand/contracts/queue';
import type { Logger, Signals } from '@errand/service-kit';

/** Notifies watchers of a Run, in every process of this service, that it changed. */
export interface RunWatch {
  changed(runId: string): void;
  /** Resolves when the Run may have changed, after `timeoutMs` at the latest. Rejects when `signal` aborts. */
  next(runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
}

/** Signals can be lost, which is why `next` has a timeout. */
export async function createRunWatch(bus: Signals, log: Logger): Promise<RunWatch> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  await bus.subscribe(signals.changed('*'), (topic) => {
    emitter.emit(topic);
  });
  return {
    changed: (runId) => {
      bus
        .publish(signals.changed(runId))
        .catch((error: unknown) => log.debug({ err: error, runId }, 'change signal lost'));
    },
    next: async (runId, timeoutMs, signal) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        await once(emitter, signals.changed(runId), { signal: AbortSignal.any([signal, timeout]) });
      } catch (error) {
        if (signal.aborted) throw error;
      }
    },
  };
}
