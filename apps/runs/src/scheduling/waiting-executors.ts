import type { RunExecutionJob } from '@errand/contracts/queue';

/** An executor that was just given Runs usually has room for others again within this time. */
const BACK_MS = 10;

interface WaitingExecutor {
  room: number;
  isServed: boolean;
  isOver: boolean;
  end(runs: RunExecutionJob[]): void;
}

/** Executors whose open call waits for Runs in this process, for slots whose Runs have just ended. */
export interface WaitingExecutors {
  /** Resolves to at most `room` Runs; to none after `waitMs`, or when `signal` aborts. */
  wait(room: number, signal: AbortSignal, waitMs: number): Promise<RunExecutionJob[]>;
  hasAny(): boolean;
  /** Resolves to true once an executor waits; to false when none does and none is expected back. */
  hasAnySoon(): Promise<boolean>;
  /** Passes the Runs that `take` finds to the waiting executors. False: it found fewer than they have room for. */
  serve(take: (room: number) => Promise<RunExecutionJob[]>): Promise<boolean>;
}

/** The executors that wait in this process, at first none. */
export function createWaitingExecutors(): WaitingExecutors {
  const waiting = new Set<WaitingExecutor>();
  let servedAt = -Infinity;
  let cameBack = Promise.withResolvers<void>();

  const wait: WaitingExecutors['wait'] = (room, signal, waitMs) => {
    const { promise, resolve } = Promise.withResolvers<RunExecutionJob[]>();
    const executor: WaitingExecutor = {
      room,
      isServed: false,
      isOver: false,
      end: (runs) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        waiting.delete(executor);
        resolve(runs);
      },
    };
    const leave = () => {
      executor.isOver = true;
      if (!executor.isServed) executor.end([]);
    };
    const timer = setTimeout(leave, waitMs);
    signal.addEventListener('abort', leave);
    waiting.add(executor);
    if (signal.aborted) leave();
    cameBack.resolve();
    return promise;
  };

  const hasAnySoon = async () => {
    if (waiting.size > 0) return true;
    const left = servedAt + BACK_MS - performance.now();
    if (left <= 0) return false;
    cameBack = Promise.withResolvers();
    const timer = setTimeout(cameBack.resolve, left);
    await cameBack.promise;
    clearTimeout(timer);
    return waiting.size > 0;
  };

  const serve: WaitingExecutors['serve'] = async (take) => {
    const served = [...waiting];
    const room = served.reduce((sum, executor) => sum + executor.room, 0);
    for (const executor of served) executor.isServed = true;
    let runs: RunExecutionJob[] = [];
    try {
      runs = await take(room);
      if (runs.length > 0) servedAt = performance.now();
      return runs.length >= room;
    } finally {
      const left = [...runs];
      for (const executor of served) {
        executor.isServed = false;
        const share = left.splice(0, executor.room);
        if (share.length > 0 || executor.isOver) executor.end(share);
      }
    }
  };
  return { wait, hasAny: () => waiting.size > 0, hasAnySoon, serve };
}
