import type { RunEvent, RunResult } from '@errand/contracts';
import { expect, test } from '@jest/globals';
import { truncateResult } from '../src/lifecycle/truncate-result.ts';

const RESULT_BYTES = 256 * 1024;

function events(count: number, from = 1, bytes = 10): RunEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    at: '2026-01-01T00:00:00.000Z',
    type: 'log',
    step_id: null,
    message: 'x'.repeat(bytes),
    data: null,
  }));
}
function result(given: Partial<RunResult>): RunResult {
  return {
    status: 'completed',
    summary: 'Done.',
    steps: 1,
    final_url: null,
    events: [],
    outputs: {},
    ...given,
  };
}

test('a result that fits is unchanged', () => {
  const whole = result({ events: events(3), outputs: { a: 1 } });
  expect(truncateResult(whole, 0)).toBe(whole);
});

test.each<[string, RunResult, number, number[], string]>([
  [
    'the oldest events are too much',
    result({ events: events(4, 1, 80_000) }),
    0,
    [1, 2, 3, 4],
    'The result was too large: 1 earlier events were left out.',
  ],
  [
    'an output is too much',
    result({ events: events(3), outputs: { a: 1, b: 'x'.repeat(RESULT_BYTES) } }),
    0,
    [3],
    'The result was too large: 3 earlier events and 1 outputs (b) were left out.',
  ],
  [
    'only what was not read is left out',
    result({ events: events(3, 8) }),
    7,
    [7, 8, 9, 10],
    'The result was too large: 7 earlier events were left out.',
  ],
])('no two events have one number when %s', (_what, given, unread, numbers, message) => {
  const bound = truncateResult(given, unread);
  expect(bound.events.map(({ seq }) => seq)).toEqual(numbers);
  expect(bound.events[0]).toMatchObject({ type: 'log', message });
  expect(Buffer.byteLength(JSON.stringify(bound))).toBeLessThanOrEqual(RESULT_BYTES);
});

test('names of outputs of any length leave the result within its bound', () => {
  const named = Array.from({ length: 6 }, (_, at) => [`${at}${'"'.repeat(15_000)}`, 'x'.repeat(50_000)]);
  const bound = truncateResult(result({ events: events(3), outputs: Object.fromEntries(named) }), 0);
  expect(bound.events[0]?.message).toContain('and 5 outputs (');
  expect(Buffer.byteLength(JSON.stringify(bound))).toBeLessThanOrEqual(RESULT_BYTES);
});
