import type { RunExecutionJob } from '@errand/contracts/queue';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createTakers } from './takers.ts';

const run = (runId: string): RunExecutionJob => ({ runId, attempt: 1 });
const { signal } = new AbortController();

// No time passes unless a test says so.
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('those who have waited longest are given Runs first, and the others go on waiting', async () => {
  const takers = createTakers();
  const first = takers.wait(2, signal);
  const second = takers.wait(2, signal);
  expect(await takers.areThere()).toBe(true);
  const isMoreLeft = await takers.serve((room) => {
    expect(room).toBe(4);
    return Promise.resolve([run('a'), run('b')]);
  });
  expect(isMoreLeft).toBe(false);
  expect(await first).toEqual([run('a'), run('b')]);
  expect(await takers.serve((room) => Promise.resolve([run('c'), run('d')].slice(0, room)))).toBe(true);
  expect(await second).toEqual([run('c'), run('d')]);
});

test('one who is gone is given nothing, unless Runs are being taken for it', async () => {
  const takers = createTakers();
  const gone = new AbortController();
  const left = takers.wait(1, gone.signal);
  gone.abort();
  expect(await left).toEqual([]);
  expect(await takers.areThere()).toBe(false);
  const leaving = new AbortController();
  const served = takers.wait(1, leaving.signal);
  await takers.serve(() => {
    leaving.abort();
    return Promise.resolve([run('a')]);
  });
  expect(await served).toEqual([run('a')]);
});

test('a wait goes on when taking Runs failed, and ends with none after a moment', async () => {
  const takers = createTakers();
  const waiting = takers.wait(1, signal);
  await expect(takers.serve(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  jest.advanceTimersByTime(30);
  expect(await waiting).toEqual([]);
});

test('someone who was just given a Run is expected back', async () => {
  const takers = createTakers();
  const waiting = takers.wait(1, signal);
  await takers.serve(() => Promise.resolve([run('a')]));
  await waiting;
  const areThere = takers.areThere();
  const back = takers.wait(1, signal);
  expect(await areThere).toBe(true);
  await takers.serve(() => Promise.resolve([run('b')]));
  await back;
});
