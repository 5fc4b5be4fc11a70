import { Problem, unavailable } from '@errand/contracts';
import {
  type ClaimedRun,
  EXCHANGE_WAIT_MS,
  type Exchange as Request,
  MAX_EXCHANGED,
  executorRoutes,
} from '@errand/contracts/internal';
import type { RunEventsJob, RunExecutionJob } from '@errand/contracts/queue';
import type { ClaimKey, InternalClient } from '@errand/service-kit';
import { monotonicMs } from './clock.ts';
import { retryWhileUnavailable } from './retry.ts';

/** A claimed Run, with the data of the claim that its execution needs. */
export interface Claim {
  run: ClaimedRun;
  /** Opens its secret inputs. */
  claimKey: ClaimKey;
  /** When the claim was sent, by `monotonicMs`. */
  claimedAt: number;
}

/** A job whose Run is claimed. */
export interface ClaimedJob extends RunExecutionJob {
  reserved: boolean;
  /** True: this executor had no answer to the same claim before. */
  again?: true;
}

/** How an executor gets Runs, and ends those that take a single report. */
export interface Exchange {
  /**
   * Null: refused, or `signal` was aborted first; the job is dropped. Rejects when the runs service is unavailable, unless it
   * asks again.
   */
  claim(job: ClaimedJob, signal: AbortSignal): Promise<Claim | null>;
  /**
   * Another Run of the backlog, for the slot of one that `end` was called for in the same tick, or null. While `isSpare`, another
   * slot takes jobs from the queue, so this one waits for longer.
   */
  take(isSpare?: () => boolean): Promise<Claim | null>;
  /** Ends a Run by the only report of its attempt. False: the report has to go through the queue. */
  end(report: RunEventsJob): Promise<boolean>;
  /** Takes no more Runs. */
  close(): void;
}

interface Options {
  runs: Pick<InternalClient, 'call'>;
  executorId: string;
  /** Makes the key that secret inputs are sealed to. */
  claimKey: () => Promise<ClaimKey>;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.status === 409;
}

const CLAIM_AGAIN_MS = 500;

/**
 * One call for each claim, and reports through the queue: for a device, which has one Run at a time. A claim whose answer was
 * lost with the link may have been granted, so it is repeated until it is answered.
 */
export function createSingleExchange({ runs, executorId, claimKey }: Options): Exchange {
  return {
    claim: async ({ runId, attempt, reserved }, signal) => {
      const key = await claimKey();
      const claim = async (): Promise<Claim> => {
        const claimedAt = monotonicMs();
        const run = await runs.call(executorRoutes.claim, {
          params: { run_id: runId },
          body: { attempt, reserved, executorId, publicKey: key.publicKey },
        });
        return { run, claimKey: key, claimedAt };
      };
      try {
        return await retryWhileUnavailable(claim, { intervalMs: CLAIM_AGAIN_MS, signal });
      } catch (error) {
        if (isRefusal(error) || signal.aborted) return null;
        throw error;
      }
    },
    take: () => Promise.resolve(null),
    end: () => Promise.resolve(false),
    close: () => undefined,
  };
}

/** A larger report goes through the queue. */
const MAX_REPORT_BYTES = 12_288;
/** Calls in progress at once; more would only make each smaller. */
const MAX_CALLS = 2;
/** How long a spare slot waits. It costs a call every SPARE_WAIT_MS, so an executor at rest should not. */
const SPARE_FOR_MS = 10_000;
/** How long Runs that came together are waited for, so that they also end together. */
const TOGETHER_MS = 4;

interface Wish<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

class Wishes<Item, Result> {
  readonly #waiting: Wish<Item, Result>[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
  }

  addAgain(wish: Wish<Item, Result>): void {
    this.#waiting.unshift(wish);
  }

  next(): Wish<Item, Result>[] {
    return this.#waiting.splice(0, MAX_EXCHANGED);
  }
}

/**
 * A key pair for the calls in progress. Once secret inputs may have been sealed to it, later calls get another, so that the
 * many Runs without any cost no key.
 */
function shareKey(claimKey: Options['claimKey']) {
  let current: Promise<ClaimKey> | null = null;
  return {
    get: () => {
      const key = (current ??= claimKey());
      // One that cannot be made is made anew.
      key.catch(() => {
        if (current === key) current = null;
      });
      return key;
    },
    drop: (used: ClaimKey) => {
      const key = current;
      void key?.then((made) => {
        if (made === used && current === key) current = null;
      });
    },
  };
}

/**
 * The requests of all slots in one tick travel in one call, and so do those that arrive while enough calls are in progress, or
 * while Runs that came together are about to end.
 */
export function createExchange({ runs, executorId, claimKey }: Options): Exchange {
  const keys = shareKey(claimKey);
  const ends = new Wishes<RunEventsJob, boolean>();
  const claims = new Wishes<Request['claims'][number], Claim | null>();
  const takes = new Wishes<null, Claim | null>();
  /** Whether each slot goes on waiting. */
  const waits = new Wishes<{ goesOn(): boolean; isSpare(): boolean }, Claim | null>();
  let calls = 0;
  let isScheduled = false;
  let isWaiting = false;
  let isClosed = false;
  /** Runs that came a moment ago and have not ended. */
  let expected = 0;
  let together: NodeJS.Timeout | undefined;

  const ask = async (
    wanted: Pick<Request, 'ends' | 'claims' | 'room'> & { waits?: true; spare?: boolean },
  ) => {
    const key = await keys.get();
    const claimedAt = monotonicMs();
    let mayBeUsed = true;
    try {
      const answer = await runs.call(executorRoutes.exchange, {
        body: { executorId, publicKey: key.publicKey, ...wanted },
      });
      const given = [...answer.claimed, ...answer.taken].filter((run) => typeof run === 'object');
      mayBeUsed = given.some(({ secretInputs }) => secretInputs !== null);
      expect(given.length);
      return { answer, claimed: (run: ClaimedRun): Claim => ({ run, claimKey: key, claimedAt }) };
    } finally {
      if (mayBeUsed) keys.drop(key);
    }
  };

  const call = async () => {
    const [ending, claiming, taking] = [ends.next(), claims.next(), takes.next()];
    try {
      const { answer, claimed } = await ask({
        ends: ending.map(({ item }) => item),
        claims: claiming.map(({ item }) => item),
        room: taking.length,
      });
      for (const [index, { resolve }] of ending.entries()) resolve(answer.ended[index] ?? false);
      for (const [index, { resolve, reject }] of claiming.entries()) {
        const run = answer.claimed[index] ?? 503;
        if (typeof run === 'object') resolve(claimed(run));
        else if (run === 409) resolve(null);
        else reject(unavailable());
      }
      for (const [index, { resolve }] of taking.entries()) {
        const run = answer.taken[index];
        resolve(run === undefined ? null : claimed(run));
      }
    } catch (error) {
      for (const { reject } of [...ending, ...claiming, ...taking]) reject(error);
    }
  };

  const flush = () => {
    isScheduled = false;
    if (ends.size + claims.size + takes.size === 0) return;
    calls += 1;
    void call().finally(() => {
      calls -= 1;
      flushSoon();
    });
    flushSoon();
  };
  const flushSoon = () => {
    if (isScheduled || calls >= MAX_CALLS || expected > 0) return;
    if (ends.size + claims.size + takes.size === 0) return;
    isScheduled = true;
    setImmediate(flush);
  };
  const expect = (count: number) => {
    if (count === 0) return;
    expected += count;
    together ??= setTimeout(() => {
      together = undefined;
      expected = 0;
      flushSoon();
    }, TOGETHER_MS);
  };
  const wish = <Result>(added: Promise<Result>): Promise<Result> => {
    flushSoon();
    return added;
  };

  const waitForRuns = async () => {
    isWaiting = true;
    while (waits.size > 0) {
      const waiting = waits.next();
      try {
        const spare = waiting.every(({ item }) => item.isSpare());
        const { answer, claimed } = await ask({
          ends: [],
          claims: [],
          room: waiting.length,
          waits: true,
          ...(spare && { spare }),
        });
        for (const [index, wish] of waiting.entries()) {
          const run = answer.taken[index];
          if (run !== undefined) wish.resolve(claimed(run));
          else if (isClosed || !wish.item.goesOn()) wish.resolve(null);
          else waits.addAgain(wish);
        }
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    isWaiting = false;
  };

  return {
    claim: (job) => wish(claims.add(job)),
    take: async (isSpare = () => false) => {
      if (isClosed) return null;
      const taken = await wish(takes.add(null));
      if (taken !== null || isClosed) return taken;
      const began = monotonicMs();
      const goesOn = () => monotonicMs() < began + (isSpare() ? SPARE_FOR_MS : EXCHANGE_WAIT_MS);
      const waited = waits.add({ goesOn, isSpare });
      if (!isWaiting) void waitForRuns();
      return await waited;
    },
    end: (report) => {
      expected = Math.max(0, expected - 1);
      return Buffer.byteLength(report.report) > MAX_REPORT_BYTES
        ? Promise.resolve(false)
        : wish(ends.add(report));
    },
    close: () => {
      isClosed = true;
    },
  };
}
