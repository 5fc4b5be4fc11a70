import { EXCHANGE_WAIT_MS } from '@errand/contracts/internal';
import type { RunExecutionJob } from '@errand/contracts/queue';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createWaitingExecutors } from './waiting-executors.ts';

function run(runId: string): RunExecutionJob {
  return { runId, attempt: 1 };
}
const { signal } = new AbortController();

// No time passes unless a test says so.
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the executor that has waited longest gets Runs first, and the others keep waiting', async () => {
  const waitingExecutors = createWaitingExecutors();
  const first = waitingExecutors.wait(2, signal, EXCHANGE_WAIT_MS);
  const second = waitingExecutors.wait(2, signal, EXCHANGE_WAIT_MS);
  expect(await waitingExecutors.hasAnySoon()).toBe(true);
  const isMoreLeft = await waitingExecutors.serve((room) => {
    expect(room).toBe(4);
    return Promise.resolve([run('a'), run('b')]);
  });
  expect(isMoreLeft).toBe(false);
  expect(await first).toEqual([run('a'), run('b')]);
  expect(await waitingExecutors.serve((room) => Promise.resolve([run('c'), run('d')].slice(0, room)))).toBe(
    true,
  );
  expect(await second).toEqual([run('c'), run('d')]);
});

test('an executor that is gone gets no Runs, unless they are being taken for it', async () => {
  const waitingExecutors = createWaitingExecutors();
  const gone = new AbortController();
  const left = waitingExecutors.wait(1, gone.signal, EXCHANGE_WAIT_MS);
  gone.abort();
  expect(await left).toEqual([]);
  expect(await waitingExecutors.hasAnySoon()).toBe(false);
  const leaving = new AbortController();
  const served = waitingExecutors.wait(1, leaving.signal, EXCHANGE_WAIT_MS);
  await waitingExecutors.serve(() => {
    leaving.abort();
    return Promise.resolve([run('a')]);
  });
  expect(await served).toEqual([run('a')]);
});

test('an executor keeps waiting after taking Runs failed, and gets none when its wait ends', async () => {
  const waitingExecutors = createWaitingExecutors();
  const waiting = waitingExecutors.wait(1, signal, EXCHANGE_WAIT_MS);
  await expect(waitingExecutors.serve(() => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  );
  jest.advanceTimersByTime(30);
  expect(await waiting).toEqual([]);
});

test('the relay waits for an executor that was just given a Run', async () => {
  const waitingExecutors = createWaitingExecutors();
  const waiting = waitingExecutors.wait(1, signal, EXCHANGE_WAIT_MS);
  await waitingExecutors.serve(() => Promise.resolve([run('a')]));
  await waiting;
  const hasAnySoon = waitingExecutors.hasAnySoon();
  const back = waitingExecutors.wait(1, signal, EXCHANGE_WAIT_MS);
  expect(await hasAnySoon).toBe(true);
  await waitingExecutors.serve(() => Promise.resolve([run('b')]));
  await back;
});
