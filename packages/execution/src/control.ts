import { setTimeout } from 'node:timers/promises';
import type { ActionGate } from '@errand/browser-runtime';
import { Problem, type RunStatus } from '@errand/contracts';

/** Whether the Run may act, or a person has paused it or controls its browser. */
export interface Control {
  /** Takes the answer to a heartbeat. An answer to an earlier one than the last is ignored. */
  apply(answer: { status: RunStatus; controller: string | null }, sentAt: number): void;
  readonly gate: ActionGate;
  /** The member who controls the browser, or null. */
  readonly controller: string | null;
  /** True when the person may act: they have control, and no action of the Run is in progress. */
  isPersons(): boolean;
  /** Repeats a call that is refused with a 423 once the Run may act again. Meanwhile its action counts as not begun. */
  retryWhileClosed<Answer>(call: () => Promise<Answer>): Promise<Answer>;
}

const REFRESH_INTERVAL_MS = 100;

export interface ControlEvents {
  onClosed: () => void;
  /** Called before the Run acts again, which waits for it. */
  returnControl: () => Promise<void>;
  onOpened: () => void;
  /** What `isPersons` says may have changed. */
  onChanged: () => void;
  refresh: () => void;
}

/** Starts open: a Run that was just claimed is running. */
export function createControl(signal: AbortSignal, on: ControlEvents): Control {
  let status: RunStatus = 'running';
  let controller: string | null = null;
  let askedAt = -Infinity;
  let actions = 0;
  let takeovers = 0;
  let opened = Promise.withResolvers<void>();
  let closing = new AbortController();
  opened.resolve();
  signal.addEventListener('abort', () => opened.reject(signal.reason), { once: true });
  const isClosed = () => status === 'paused' || status === 'user_controlling';
  const isPersons = () => status === 'user_controlling' && actions === 0;
  const count = (change: 1 | -1) => {
    actions += change;
    on.onChanged();
  };

  const close = () => {
    opened = Promise.withResolvers<void>();
    opened.promise.catch(() => undefined);
    if (signal.aborted) opened.reject(signal.reason);
    on.onClosed();
    closing.abort();
  };
  let isReopening = false;
  const reopen = async () => {
    isReopening = true;
    await on.returnControl().catch(() => undefined);
    isReopening = false;
    // It may have been paused or taken over again; then it opens another time.
    if (isClosed()) return;
    closing = new AbortController();
    opened.resolve();
    on.onOpened();
  };

  const apply: Control['apply'] = (next, sentAt) => {
    if (sentAt < askedAt) return;
    askedAt = sentAt;
    const wasClosed = isClosed();
    if (next.status === 'user_controlling' && status !== next.status) takeovers += 1;
    ({ status, controller } = next);
    if (isClosed() && !wasClosed && !isReopening) close();
    else if (!isClosed() && wasClosed && !isReopening) void reopen();
    on.onChanged();
  };

  const open = async () => {
    do {
      await opened.promise;
      signal.throwIfAborted();
    } while (isClosed());
  };
  opened.promise.catch(() => undefined);
  /** Runs `waiting` during an action that counts as not begun. */
  const outsideAction = async (waiting: () => Promise<unknown>) => {
    const isInside = actions > 0;
    if (isInside) count(-1);
    try {
      await waiting();
    } finally {
      if (isInside) count(1);
    }
  };

  return {
    apply,
    gate: {
      open,
      enter: async () => {
        await open();
        count(1);
        return () => count(-1);
      },
      stepAside: async (until) => {
        if (!closing.signal.aborted) return;
        await outsideAction(async () => {
          await (until === undefined ? open() : Promise.race([open(), until]));
          if (status === 'user_controlling') await open();
        });
      },
      get closing() {
        return closing.signal;
      },
      get takeovers() {
        return takeovers;
      },
    },
    get controller() {
      return status === 'user_controlling' ? controller : null;
    },
    isPersons,
    retryWhileClosed: async (call) => {
      for (;;) {
        try {
          return await call();
        } catch (error) {
          if (!(error instanceof Problem) || error.status !== 423) throw error;
        }
        await outsideAction(async () => {
          on.refresh();
          await setTimeout(REFRESH_INTERVAL_MS, undefined, { signal });
          await open();
        });
      }
    },
  };
}
