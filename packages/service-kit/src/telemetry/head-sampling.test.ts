import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type HeadSampler, headSamplerOf } from './head-sampling.ts';

function callerWith(traceFlags: TraceFlags): SpanContext {
  return {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    traceFlags,
    isRemote: true,
  };
}
const RECORDING = callerWith(TraceFlags.SAMPLED);
const SILENT = callerWith(TraceFlags.NONE);
function takenOf(sampler: HeadSampler, method: string, asked: number): number {
  return Array.from({ length: asked }, () => sampler(method, undefined)).filter(Boolean).length;
}

describe('the rate_limited sampler', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('records every trace at a low rate and a fixed number per second at a high rate', () => {
    const sampler = headSamplerOf('rate_limited', 5, true);
    expect(takenOf(sampler, 'POST', 5)).toBe(5);
    expect(takenOf(sampler, 'POST', 1_000)).toBe(0);
    let taken = 0;
    for (let tenth = 0; tenth < 20; tenth += 1) {
      jest.advanceTimersByTime(100);
      taken += takenOf(sampler, 'POST', 50);
    }
    expect(taken).toBe(10);
  });

  test('does not save up traces over a quiet hour', () => {
    const sampler = headSamplerOf('rate_limited', 5, true);
    takenOf(sampler, 'POST', 5);
    jest.advanceTimersByTime(3_600_000);
    expect(takenOf(sampler, 'POST', 100)).toBe(5);
  });

  test('counts each method separately', () => {
    const sampler = headSamplerOf('rate_limited', 5, true);
    takenOf(sampler, 'GET', 1_000);
    expect(takenOf(sampler, 'POST', 3)).toBe(3);
  });

  test('supports rates below one trace per second', () => {
    const sampler = headSamplerOf('rate_limited', 0.1, true);
    expect(takenOf(sampler, 'POST', 10)).toBe(1);
    jest.advanceTimersByTime(9_000);
    expect(takenOf(sampler, 'POST', 10)).toBe(0);
    jest.advanceTimersByTime(1_001);
    expect(takenOf(sampler, 'POST', 10)).toBe(1);
  });
});

test('the traceidratio sampler records about the given ratio of traces', () => {
  const taken = takenOf(headSamplerOf('traceidratio', 0.1, true), 'POST', 10_000);
  expect(taken).toBeGreaterThan(800);
  expect(taken).toBeLessThan(1_200);
});

test.each(['parentbased_always_on', 'parentbased_rate_limited', 'parentbased_always_off'])(
  '%s leaves the decision to a client that made one',
  (name) => {
    const sampler = headSamplerOf(name, undefined, true);
    expect(sampler('POST', RECORDING)).toBe(true);
    expect(sampler('POST', SILENT)).toBe(false);
  },
);

test('a sampler that is not parent-based ignores the client decision', () => {
  expect(headSamplerOf('always_on', undefined, true)('POST', SILENT)).toBe(true);
  expect(headSamplerOf('always_off', undefined, true)('POST', RECORDING)).toBe(false);
});

test.each(['parentbased_always_on', 'always_on', 'always_off', 'rate_limited'])(
  'behind the gateway %s begins no trace and follows each',
  (name) => {
    const sampler = headSamplerOf(name, undefined, false);
    expect(sampler('POST', undefined)).toBe(false);
    expect(sampler('POST', RECORDING)).toBe(true);
    expect(sampler('POST', SILENT)).toBe(false);
  },
);

test('an unknown sampler or a ratio above 1 throws a ConfigError that says what is wrong', () => {
  expect(() => headSamplerOf('sometimes', undefined, true)).toThrow('unknown sampler "sometimes"');
  expect(() => headSamplerOf('traceidratio', 2, true)).toThrow('between 0 and 1');
});
