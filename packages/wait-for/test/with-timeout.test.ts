import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { rejectOnTimeout, settlesWithin, withTimeout } from '../src/index.ts';

const never = new Promise<never>(() => undefined);

test('work that is in time gives its result, and a failure in time is thrown', async () => {
  expect(await withTimeout(Promise.resolve('done'), 60_000, 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('broken')), 60_000, 'late')).rejects.toThrow('broken');
});

test('work that is late gives the fallback, or fails with the error of the caller', async () => {
  expect(await withTimeout<string>(never, 1, 'late')).toBe('late');
  await expect(rejectOnTimeout(never, 1, () => new RangeError('late'))).rejects.toThrow(RangeError);
});

test('settlesWithin says whether work ended in time, also by failing', async () => {
  expect(await settlesWithin(60_000, Promise.resolve())).toBe(true);
  expect(await settlesWithin(60_000, Promise.reject(new Error('broken')))).toBe(true);
  expect(await settlesWithin(1, never)).toBe(false);
});

test('an answer that arrived while the process was busy is in time', async () => {
  const answer = delay(1).then(() => 'done');
  const result = withTimeout(answer, 2, 'late');
  const end = performance.now() + 20;
  while (performance.now() < end);
  expect(await result).toBe('done');
});
