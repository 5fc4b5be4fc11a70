import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startClock } from '../src/engine/clock.ts';
import { createTestGate } from './gate.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the time of a step stands while the Run is paused, and goes on after', async () => {
  const gate = createTestGate();
  const clock = startClock(1_000, gate);
  await jest.advanceTimersByTimeAsync(600);
  gate.close();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([clock.signal.aborted, clock.remaining]).toEqual([false, 400]);
  gate.reopen();
  await jest.advanceTimersByTimeAsync(300);
  gate.close();
  await jest.advanceTimersByTimeAsync(60_000);
  gate.reopen();
  await jest.advanceTimersByTimeAsync(99);
  expect(clock.signal.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(clock.signal.reason).toMatchObject({ code: 'step_timeout' });
});

test('a clock that starts while the Run is paused stands, and one that was stopped never ends', async () => {
  const gate = createTestGate();
  gate.close();
  const clock = startClock(1_000, gate);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(clock.remaining).toBe(1_000);
  clock.stop();
  gate.reopen();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(clock.signal.aborted).toBe(false);
});
