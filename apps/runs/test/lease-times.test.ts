import { expect, test } from '@jest/globals';
import { killAfterMs, leaseTimes } from '@errand/contracts/internal';

test.each([1_000, 6_000, 12_000, 30_000])(
  'an executor gives up a lease of %i ms before its watchdog kills, and that before the lease ends',
  (leaseMs) => {
    const times = leaseTimes(leaseMs);
    expect(times.heartbeatIntervalMs * 4).toBeLessThan(times.stopAfterMs);
    expect(times.stopAfterMs).toBeLessThan(times.killAfterMs);
    expect(times.killAfterMs).toBeLessThan(leaseMs);
    expect(killAfterMs(times.stopAfterMs)).toBe(times.killAfterMs);
  },
);

test.each([12_000, 30_000, 60_000])(
  'an executor with a lease of %i ms learns of a pause within a second when its signal was lost',
  (leaseMs) => {
    expect(leaseTimes(leaseMs).heartbeatIntervalMs).toBeLessThanOrEqual(1_000);
  },
);

test('a Run of a dead host waits less than 15 s for its next attempt with the default lease', () => {
  const { leaseMs, sweepIntervalMs, retryDelayMs } = leaseTimes(12_000);
  expect(leaseMs + sweepIntervalMs + retryDelayMs).toBeLessThan(15_000);
});
