import { expect, test } from '@jest/globals';
import { batch } from './batch.ts';

const away = new Error('away');
const options = { largest: 3, isFinal: (error: unknown) => error === away };

test('the first item is sent at once; items that arrive meanwhile are sent together, in order, each with its own result', async () => {
  const written: number[][] = [];
  const release: (() => void)[] = [];
  const add = batch(async (items: readonly number[]) => {
    written.push([...items]);
    await new Promise<void>((resolve) => release.push(resolve));
    return items.map((item) => item * 10);
  }, options);
  const results = Promise.all([1, 2, 3, 4, 5, 6].map(add));
  expect(written).toEqual([[1], [2]]);
  release[0]?.();
  release[1]?.();
  await new Promise(setImmediate);
  expect(release).toHaveLength(4);
  for (const go of release) go();
  expect(await results).toEqual([10, 20, 30, 40, 50, 60]);
  expect(written).toEqual([[1], [2], [3, 4, 5], [6]]);
});

test('a failing item does not fail the rest of its batch', async () => {
  const add = batch(async (items: readonly number[]) => {
    await Promise.resolve();
    if (items.includes(3)) throw new Error('three');
    return items;
  }, options);
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

test('an item that would fail again is not retried', async () => {
  let tries = 0;
  const add = batch(async (): Promise<number[]> => {
    tries += 1;
    await Promise.resolve();
    throw away;
  }, options);
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => add(0)));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(tries).toBe(3);
});
