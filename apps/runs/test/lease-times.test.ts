import { expect, test } from '@jest/globals';
import { killAfterMs, leaseTimes } from '@errand/contracts/internal';

test.each([1_000, 6_000, 12_000, 30_000])(
  'of a lease of %i ms the executor lets go before the watchdog kills and the watchdog before the lease ends',
  (leaseMs) => {
    const times = leaseTimes(leaseMs);
    expect(times.heartbeatIntervalMs * 4).toBeLessThan(times.stopAfterMs);
    expect(times.stopAfterMs).toBeLessThan(times.killAfterMs);
    expect(times.killAfterMs).toBeLessThan(leaseMs);
    expect(killAfterMs(times.stopAfterMs)).toBe(times.killAfterMs);
  },
);

test.each([12_000, 30_000, 60_000])(
  'with a lease of %i ms an executor whose signal was lost hears of a pause within a second',
  (leaseMs) => {
    expect(leaseTimes(leaseMs).heartbeatIntervalMs).toBeLessThanOrEqual(1_000);
  },
);

test('with the default lease a Run of a dead host waits for its next attempt for less than 15 s', () => {
  const { leaseMs, sweepIntervalMs, retryDelayMs } = leaseTimes(12_000);
  expect(leaseMs + sweepIntervalMs + retryDelayMs).toBeLessThan(15_000);
});
