import { setTimeout } from 'node:timers/promises';
import type { ActionGate } from '@errand/browser-runtime';
import { Problem, type RunStatus } from '@errand/contracts';

/** Whether the Run may act, or a person has paused it or controls its browser. */
export interface Control {
  /** Takes the status of the answer to a heartbeat. An answer to an earlier one than the last is ignored. */
  apply(status: RunStatus, sentAt: number): void;
  readonly gate: ActionGate;
  /** True when the person may act: they have control, and no action of the Run is in progress. */
  isPersons(): boolean;
  /** Repeats a call that is refused with a 423, once the Run may act again. Meanwhile its action counts as not begun. */
  retryWhileClosed<Answer>(call: () => Promise<Answer>): Promise<Answer>;
}

const REFRESH_INTERVAL_MS = 100;

/** Starts open: a Run that was just claimed is running. */
export function createControl(
  signal: AbortSignal,
  on: { onClosed: () => void; onOpened: () => void; refresh: () => void },
): Control {
  let status: RunStatus = 'running';
  let askedAt = -Infinity;
  let actions = 0;
  let takeovers = 0;
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  signal.addEventListener('abort', () => opened.reject(signal.reason), { once: true });
  const isClosed = () => status === 'paused' || status === 'user_controlling';

  const apply: Control['apply'] = (next, sentAt) => {
    if (sentAt < askedAt) return;
    askedAt = sentAt;
    const wasClosed = isClosed();
    if (next === 'user_controlling' && status !== next) takeovers += 1;
    status = next;
    if (isClosed() && !wasClosed) {
      opened = Promise.withResolvers<void>();
      opened.promise.catch(() => undefined);
      if (signal.aborted) opened.reject(signal.reason);
      on.onClosed();
    } else if (!isClosed() && wasClosed) {
      opened.resolve();
      on.onOpened();
    }
  };

  const open = async () => {
    do {
      await opened.promise;
      signal.throwIfAborted();
    } while (isClosed());
  };
  opened.promise.catch(() => undefined);

  return {
    apply,
    gate: {
      open,
      enter: async () => {
        await open();
        actions += 1;
        return () => {
          actions -= 1;
        };
      },
      get takeovers() {
        return takeovers;
      },
    },
    isPersons: () => status === 'user_controlling' && actions === 0,
    retryWhileClosed: async (call) => {
      for (;;) {
        try {
          return await call();
        } catch (error) {
          if (!(error instanceof Problem) || error.status !== 423) throw error;
        }
        actions -= 1;
        try {
          on.refresh();
          await setTimeout(REFRESH_INTERVAL_MS, undefined, { signal });
          await open();
        } finally {
          actions += 1;
        }
      }
    },
  };
}
