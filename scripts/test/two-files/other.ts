import { expect, jest, test } from '@jest/globals';
import { count } from './counter.ts';

const VARIABLE = 'ERRAND_LEFT_BY_A_TEST_FILE';

test('finds nothing that another file left', () => {
  expect([count(), process.env[VARIABLE], Date.now() > 0]).toEqual([1, undefined, true]);
  process.env[VARIABLE] = 'left';
  jest.useFakeTimers({ now: -1 });
});

test('fails', () => {
  throw new Error('as it should');
});
