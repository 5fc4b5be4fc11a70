import type { Sentence } from './sentences.ts';

let steps = 0;

export function step(primitive: string, input: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return { id: `s${(steps += 1)}`, kind: 'primitive', primitive, input, ...more };
}

export function sentence(
  says: string,
  [primitive, input, more = {}]: [string, Record<string, unknown>, Record<string, unknown>?],
  comes: { output?: unknown; error?: string },
  before: readonly Record<string, unknown>[] = [],
): Sentence {
  const made = step(primitive, input, { ...more, onFailure: 'continue' });
  return { says, id: made.id, step: made, before, ...comes };
}

function get(url: string, more: Record<string, unknown> = {}) {
  return { method: 'GET', url, ...more };
}

/** What needs no browser. */
export function plainSentences(site: string): Sentence[] {
  const { port } = new URL(site);
  return [
    sentence(
      'data.match answers named groups as an object',
      ['data.match', { value: '2026-11', pattern: '(?<year>\\d+)-(?<month>\\d+)' }],
      { output: { year: '2026', month: '11' } },
    ),
    sentence(
      'data.match answers the match and other groups as a list',
      ['data.match', { value: 'a-b', pattern: '(\\w)-(\\w)' }],
      { output: ['a-b', 'a', 'b'] },
    ),
    sentence('data.match without a match is assertion_failed', ['data.match', { value: 'a', pattern: 'b' }], {
      error: 'assertion_failed',
    }),
    sentence('http.request parses a JSON body', ['http.request', get(`${site}/json`)], {
      output: { status: 200, body: { count: 3, rows: [{ name: 'Pot' }] } },
    }),
    sentence(
      'http.request with another status than expected is assertion_failed',
      ['http.request', get(`${site}/json`, { expectStatus: 201 })],
      { error: 'assertion_failed' },
    ),
    sentence('http.request follows ten redirects', ['http.request', get(`${site}/hops/10`)], {
      output: { status: 200, body: 'arrived' },
    }),
    sentence('http.request follows no eleventh redirect', ['http.request', get(`${site}/hops/11`)], {
      error: 'action_failed',
    }),
    sentence(
      'a scope pattern without a port means any port',
      ['http.request', get(`${site}/json`), { applicationScope: ['127.0.0.1'] }],
      { output: { status: 200 } },
    ),
    sentence(
      'a scope pattern with a port means this port',
      ['http.request', get(`${site}/json`), { applicationScope: [`127.0.0.1:${Number(port) + 1}`] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'a wildcard does not include the host itself',
      ['http.request', get(`http://localhost:${port}/json`), { applicationScope: ['*.localhost'] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'an empty scope allows nothing',
      ['http.request', get(`${site}/json`), { applicationScope: [] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'a redirect out of scope fails the step',
      ['http.request', get(`${site}/elsewhere`), { applicationScope: ['127.0.0.1'] }],
      { error: 'site_not_allowed' },
    ),
    sentence(
      'retries repeat a read',
      ['http.request', get(`${site}/flaky`, { expectStatus: 200 }), { retries: 2 }],
      { output: { status: 200 } },
    ),
    sentence(
      'retries do not repeat what may have landed',
      ['http.request', { method: 'POST', url: `${site}/write`, expectStatus: 200 }, { retries: 2 }],
      { error: 'assertion_failed' },
    ),
    ...templateSentences(site),
  ];
}

function templateSentences(site: string): Sentence[] {
  const json = step('http.request', get(`${site}/json`));
  const body = `steps.${json.id}.output.body`;
  return [
    sentence(
      'a whole reference keeps its type',
      ['data.set', { value: `{{ ${body}.count }}` }],
      { output: 3 },
      [json],
    ),
    sentence('a reference inside a text is a text', ['data.set', { value: `n={{ ${body}.count }}` }], {
      output: 'n=3',
    }),
    sentence('a path indexes lists', ['data.set', { value: `{{ ${body}.rows[0].name }}` }], {
      output: 'Pot',
    }),
    sentence(
      'a missing value at the end of a path is output_invalid',
      ['data.set', { value: `{{ ${body}.nothing }}` }],
      { error: 'output_invalid' },
    ),
    sentence(
      'output contains is a condition',
      ['data.set', { value: 'say "hi"' }, { completionCondition: String.raw`output contains "\"hi\""` }],
      {
        output: 'say "hi"',
      },
    ),
    sentence(
      'a condition that does not come true is completion_condition_unmet',
      ['data.set', { value: 'no' }, { completionCondition: 'output contains "yes"', timeoutMs: 500 }],
      { error: 'completion_condition_unmet' },
    ),
    sentence(
      'not binds before and, and before or',
      [
        'data.set',
        { value: 'a' },
        { completionCondition: 'output contains "a" or output contains "b" and not output contains "a"' },
      ],
      { output: 'a' },
    ),
  ];
}
