import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { samplerOf } from './sampler.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const within = (traceFlags: TraceFlags) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: TRACE_ID,
    spanId: '00f067aa0ba902b7',
    traceFlags,
    isRemote: true,
  });
const takes = (sampler: Sampler, name = 'POST', where = ROOT_CONTEXT): boolean =>
  sampler.shouldSample(where, TRACE_ID, name, SpanKind.SERVER, {}, []).decision ===
  SamplingDecision.RECORD_AND_SAMPLED;
const takenOf = (sampler: Sampler, name: string, asked: number): number =>
  Array.from({ length: asked }, () => takes(sampler, name)).filter(Boolean).length;

describe('traces up to a rate', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('are all taken while they are few, and so many a second when they are many', () => {
    const sampler = samplerOf('rate_limited', 5, true);
    expect(takenOf(sampler, 'POST', 5)).toBe(5);
    expect(takenOf(sampler, 'POST', 1_000)).toBe(0);
    let taken = 0;
    for (let tenth = 0; tenth < 20; tenth += 1) {
      jest.advanceTimersByTime(100);
      taken += takenOf(sampler, 'POST', 50);
    }
    expect(taken).toBe(10);
  });

  test('do not add up over a quiet hour', () => {
    const sampler = samplerOf('rate_limited', 5, true);
    takenOf(sampler, 'POST', 5);
    jest.advanceTimersByTime(3_600_000);
    expect(takenOf(sampler, 'POST', 100)).toBe(5);
  });

  test('of one name do not crowd out those of another', () => {
    const sampler = samplerOf('rate_limited', 5, true);
    takenOf(sampler, 'GET', 1_000);
    expect(takenOf(sampler, 'POST', 3)).toBe(3);
  });

  test('can be fewer than one a second', () => {
    const sampler = samplerOf('rate_limited', 0.1, true);
    expect(takenOf(sampler, 'POST', 10)).toBe(1);
    jest.advanceTimersByTime(9_000);
    expect(takes(sampler)).toBe(false);
    jest.advanceTimersByTime(1_001);
    expect(takes(sampler)).toBe(true);
  });
});

describe('a sampler that follows the caller', () => {
  test.each(['parentbased_always_on', 'parentbased_rate_limited', 'parentbased_always_off'])(
    '%s takes what the caller records and leaves what it does not',
    (name) => {
      for (const begins of [true, false]) {
        expect(takes(samplerOf(name, undefined, begins), 'POST', within(TraceFlags.SAMPLED))).toBe(true);
        expect(takes(samplerOf(name, undefined, begins), 'POST', within(TraceFlags.NONE))).toBe(false);
      }
    },
  );

  test('begins a trace only where traces begin', () => {
    expect(takes(samplerOf('parentbased_always_on', undefined, true))).toBe(true);
    expect(takes(samplerOf('parentbased_always_on', undefined, false))).toBe(false);
  });
});

test('an unknown sampler, or a ratio above 1, stops the start with what is wrong', () => {
  expect(() => samplerOf('sometimes', undefined, true)).toThrow('unknown sampler "sometimes"');
  expect(() => samplerOf('traceidratio', 2, true)).toThrow('between 0 and 1');
});
