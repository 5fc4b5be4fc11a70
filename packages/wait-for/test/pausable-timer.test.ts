import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startPausableTimer } from '../src/index.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a timer that is paused for two reasons goes on when both have ended', () => {
  const onTimeout = jest.fn();
  const timer = startPausableTimer(1_000, onTimeout);
  jest.advanceTimersByTime(600);
  timer.pause();
  timer.pause();
  timer.resume();
  jest.advanceTimersByTime(60_000);
  expect(timer.remaining).toBe(400);
  timer.resume();
  jest.advanceTimersByTime(399);
  expect(onTimeout).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(onTimeout).toHaveBeenCalledTimes(1);
});

test('a timer that has ended or was cleared does not start again', () => {
  const onTimeout = jest.fn();
  const [ended, cleared] = [startPausableTimer(10, onTimeout), startPausableTimer(10, onTimeout)];
  cleared.pause();
  cleared.clear();
  cleared.resume();
  jest.advanceTimersByTime(10);
  ended.pause();
  ended.resume();
  jest.advanceTimersByTime(10);
  expect(onTimeout).toHaveBeenCalledTimes(1);
});
