import type { RunExecutionJob } from '@errand/contracts/queue';

/** How long an executor waits for Runs before its slots go back to the queue. */
const WAIT_MS = 30;
/** An executor that was just given Runs usually has room for others again within this time. */
const BACK_MS = 10;

interface Taker {
  room: number;
  isServed: boolean;
  isOver: boolean;
  end(runs: RunExecutionJob[]): void;
}

/** Executors that wait at this process for Runs, in slots whose Runs have just ended. */
export interface Takers {
  /** Resolves to at most `room` Runs; to none after a moment, and when `signal` aborts. */
  wait(room: number, signal: AbortSignal): Promise<RunExecutionJob[]>;
  isSomeoneThere(): boolean;
  /** Resolves once someone waits; to false when no one does, nor is expected to. */
  areThere(): Promise<boolean>;
  /** Gives those who wait what `take` finds for them. False: it found less than there is room for. */
  serve(take: (room: number) => Promise<RunExecutionJob[]>): Promise<boolean>;
}

export function createTakers(): Takers {
  const waiting = new Set<Taker>();
  let servedAt = -Infinity;
  let cameBack = Promise.withResolvers<void>();

  const wait: Takers['wait'] = (room, signal) => {
    const { promise, resolve } = Promise.withResolvers<RunExecutionJob[]>();
    const taker: Taker = {
      room,
      isServed: false,
      isOver: false,
      end: (runs) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        waiting.delete(taker);
        resolve(runs);
      },
    };
    const leave = () => {
      taker.isOver = true;
      if (!taker.isServed) taker.end([]);
    };
    const timer = setTimeout(leave, WAIT_MS);
    signal.addEventListener('abort', leave);
    waiting.add(taker);
    if (signal.aborted) leave();
    cameBack.resolve();
    return promise;
  };

  const areThere = async () => {
    if (waiting.size > 0) return true;
    const left = servedAt + BACK_MS - performance.now();
    if (left <= 0) return false;
    cameBack = Promise.withResolvers();
    const timer = setTimeout(cameBack.resolve, left);
    await cameBack.promise;
    clearTimeout(timer);
    return waiting.size > 0;
  };

  const serve: Takers['serve'] = async (take) => {
    const served = [...waiting];
    const room = served.reduce((sum, taker) => sum + taker.room, 0);
    for (const taker of served) taker.isServed = true;
    let runs: RunExecutionJob[] = [];
    try {
      runs = await take(room);
      if (runs.length > 0) servedAt = performance.now();
      return runs.length >= room;
    } finally {
      const left = [...runs];
      for (const taker of served) {
        taker.isServed = false;
        const share = left.splice(0, taker.room);
        if (share.length > 0 || taker.isOver) taker.end(share);
      }
    }
  };
  return { wait, isSomeoneThere: () => waiting.size > 0, areThere, serve };
}
