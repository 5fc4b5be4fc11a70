import { expect, test } from '@jest/globals';
import { batch } from './batch.ts';

const away = new Error('away');
const options = { largest: 3, isFinal: (error: unknown) => error === away };

test('the items of one tick are sent together, in order, each with its own result', async () => {
  const written: number[][] = [];
  const add = batch((items: readonly number[]) => {
    written.push([...items]);
    return Promise.resolve(items.map((item) => item * 10));
  }, options);
  expect(await Promise.all([1, 2].map(add))).toEqual([10, 20]);
  expect(await add(3)).toBe(30);
  expect(written).toEqual([[1, 2], [3]]);
});

test('items that arrive while two batches are in flight are sent together once one of them ends', async () => {
  const written: number[][] = [];
  const release: (() => void)[] = [];
  const add = batch(async (items: readonly number[]) => {
    written.push([...items]);
    await new Promise<void>((resolve) => release.push(resolve));
    return items;
  }, options);
  const tick = () => new Promise(setImmediate);
  const results = [add(1)];
  await tick();
  results.push(add(2));
  await tick();
  results.push(...[3, 4, 5, 6].map(add));
  await tick();
  expect(written).toEqual([[1], [2]]);
  release[0]?.();
  release[1]?.();
  await tick();
  expect(written).toEqual([[1], [2], [3, 4, 5], [6]]);
  for (const go of release) go();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6]);
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
  expect(tries).toBe(2);
});
