import { EventEmitter, once } from 'node:events';
import { signals } from '@errand/contracts/queue';
import type { Logger } from '@errand/service-kit';
import type { Signals } from '@errand/service-kit/queue';
import { z } from 'zod';
import { createChangeSignals } from './change-signals.ts';

const Ids = z.array(z.string());

/** Notifies watchers of a Run, in every process of this service, that it changed. */
export interface RunWatch {
  /** Also notifies a member of a new local Run. */
  changed(runId: string): void;
  /** A new Run, which no one watches yet: it can share the signal of the next change. */
  accepted(runId: string): void;
  /** Resolves when the Run may have changed, after `timeoutMs` at the latest. Rejects when `signal` aborts. */
  next(runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** The same for any of several Runs, or members whose local Runs wait for a device. */
  nextOf(ids: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Calls `listener` with the ids of Runs that changed, in any process, or with null when some were not signalled. */
  onChanges(listener: (ids: readonly string[] | null) => void): void;
}

/** Signals can be lost, which is why `next` has a timeout. `stopping` ends attempts to send them. */
export async function createRunWatch(bus: Signals, log: Logger, stopping: AbortSignal): Promise<RunWatch> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const listeners: ((ids: readonly string[] | null) => void)[] = [];
  const tell = (ids: readonly string[] | null) => {
    for (const listener of listeners) listener(ids);
  };
  await bus.subscribe(signals.changed, (_topic, data) => {
    const ids = Ids.safeParse(data).data ?? [];
    for (const id of ids) emitter.emit(id);
    tell(ids);
  });
  await bus.subscribe(signals.changesLost, () => tell(null));
  bus.onLost(() => tell(null));
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
    ...createChangeSignals(bus, log, stopping),
    next: (runId, timeoutMs, signal) => nextOf([runId], timeoutMs, signal),
    nextOf,
    onChanges: (listener) => void listeners.push(listener),
  };
}
