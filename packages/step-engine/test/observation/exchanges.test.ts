import { expect, test } from '@jest/globals';
import { reportsIn } from '../../src/engine/observation/exchanges.ts';
import type { Exchange } from '../../src/engine/observation/traffic.ts';

function sent(path: string, status: number): Exchange {
  const url = new URL(path, 'http://site.invalid');
  const rest = { isDocument: false, isTop: false, failure: null, refusal: null, denial: null };
  return {
    ...rest,
    url,
    method: 'POST',
    kind: 'fetch',
    status,
    isOver: true,
    isAgain: false,
    answeredAt: 0,
  } as Exchange;
}

test.each([
  ['Follow', '/collect', 200, true],
  ['Follow', '/collect', 503, false],
  ['Collect points', '/collect', 200, false],
  ['Follow', '/g/collect?v=2', 200, true],
  ['Follow', '/parcels/collect', 200, false],
  ['Follow', '/follow', 200, false],
])(
  'after "%s" a request to %s that failed, beside one that was answered with %d, is a report on a visitor: %s',
  (says, path, status, isReport) => {
    const failed = sent(path, 500);
    expect(reportsIn([failed, sent('/api', status)], says).has(failed)).toBe(isReport);
  },
);
