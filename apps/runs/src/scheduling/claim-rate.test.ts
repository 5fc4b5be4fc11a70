import { expect, test } from '@jest/globals';
import { createClaimRate } from './claim-rate.ts';

test('the rate of claims follows the last tenth of a second, and is forgotten after a quiet one', () => {
  let now = 1_000;
  const rate = createClaimRate(() => now);
  expect(rate.perSecond()).toBe(0);
  for (let claims = 0; claims < 20; claims += 1) rate.note();
  expect(rate.perSecond()).toBe(200);
  now += 100;
  rate.note();
  expect(rate.perSecond()).toBe(200);
  now += 100;
  expect(rate.perSecond()).toBe(10);
  now += 300;
  expect(rate.perSecond()).toBe(0);
});
