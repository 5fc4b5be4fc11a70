import { expect, test } from '@jest/globals';
import * as deadlines from './deadlines.ts';

test('each part of a request gives up before the one that waits for it', () => {
  const chain = [
    2 * deadlines.STORE_ATTEMPT_TIMEOUT_MS,
    deadlines.WORK_TIMEOUT_MS,
    deadlines.RESPONSE_TIMEOUT_MS,
    deadlines.FORWARD_TIMEOUT_MS,
    deadlines.CALL_TIMEOUT_MS,
  ];
  expect(chain).toEqual([3_600, 4_000, 4_500, 4_800, 5_000]);
  expect(chain).toEqual(chain.toSorted((a, b) => a - b));
  expect(deadlines.KEEP_ALIVE_TIMEOUT_MS).toBeLessThan(deadlines.IDLE_CLOSE_GRACE_MS);
});
