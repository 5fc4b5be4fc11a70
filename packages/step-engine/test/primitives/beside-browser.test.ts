import { expect, test } from '@jest/globals';
import { primitiveSignatures } from '@errand/contracts/primitives';
import { primitives } from '../../src/primitives/index.ts';
import { run, sharedPool, steps } from '../browser.ts';
import { serveExample } from './example-site.ts';

const pool = sharedPool();
const site = serveExample();

test('every primitive but runbook.run has a handler, once', () => {
  const expected = primitiveSignatures.map(({ name }) => name).filter((name) => name !== 'runbook.run');
  expect(primitives.map(({ name }) => name)).toEqual(expected);
});

function send(input: Record<string, unknown>) {
  return { primitive: 'http.request', input };
}

test('sends HTTP requests, follows redirects and reads JSON', async () => {
  const { outcome, host } = await run(
    pool,
    steps(
      send({ method: 'POST', url: `${site.url}/echo`, query: { q: 'a b', n: 1 }, json: { x: 1 } }),
      send({ method: 'GET', url: `${site.url}/there`, expectStatus: [201, 200] }),
      send({ method: 'GET', url: `${site.url}/gone`, expectStatus: [200, 204] }),
    ),
  );
  expect(outcome.outputs['s1']).toMatchObject({
    status: 200,
    body: { method: 'POST', url: '/echo?q=a+b&n=1', body: '{"x":1}', type: 'application/json' },
  });
  expect(outcome.outputs['s2']).toMatchObject({ body: { method: 'GET', url: '/echo' } });
  expect(outcome).toMatchObject({
    errorCode: 'assertion_failed',
    errorMessage:
      `Took effect before the failure: "s1" (Make an HTTP request outside the browser; a JSON response is parsed: ${site.url}/echo). ` +
      'The answer had status 404, not 200 or 204.',
    finalUrl: null,
  });
  expect(host.intents.map(({ stepId }) => stepId)).toEqual(['s1']);
});

test('refuses headers that would lead a request to another site, change its form or cannot be sent', async () => {
  const attempt = async (headers: Record<string, string>) =>
    (await run(pool, steps(send({ method: 'GET', url: `${site.url}/echo`, headers })))).outcome;
  for (const name of ['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'a b', ''])
    expect(await attempt({ [name]: 'x' })).toMatchObject({
      errorCode: 'action_failed',
      errorMessage: expect.stringMatching(
        /^input\.headers\..*: (is set by the service|is no name of a header)/,
      ),
    });
  for (const value of ['a\nb', '☃'])
    expect(await attempt({ accept: value })).toMatchObject({
      errorMessage: expect.stringMatching(/^input\.headers\.accept: must be one line of Latin-1 characters/),
    });
  expect(await attempt({ accept: 'text/é' })).toMatchObject({ status: 'completed' });
});

test('gives up after ten redirects and on answers that are too large', async () => {
  const round = await run(pool, steps(send({ method: 'GET', url: `${site.url}/round` })));
  expect(round.outcome.errorMessage).toContain('redirected more than 10 times');
  const large = await run(pool, steps(send({ method: 'GET', url: `${site.url}/` })), {
    limits: { outputBytes: 100 },
  });
  expect(large.outcome.errorMessage).toContain('larger than 100 bytes');
});

test('reads answers that are compressed', async () => {
  const paths = ['/gzip', '/deflate', '/bare-deflate', '/br', '/twice', '/unknown-encoding'];
  const { outcome } = await run(
    pool,
    steps(
      ...paths.map((path) => send({ method: 'GET', url: site.url + path })),
      send({ method: 'HEAD', url: `${site.url}/gzip` }),
      send({ method: 'GET', url: `${site.url}/broken-gzip` }),
    ),
  );
  for (const [index] of paths.entries())
    expect(outcome.outputs[`s${index + 1}`]).toMatchObject({ status: 200, body: { tea: 'Grün' } });
  expect(outcome.outputs['s7']).toMatchObject({ status: 200, body: '' });
  expect(outcome).toMatchObject({
    errorCode: 'action_failed',
    errorMessage: `The answer from ${site.host} is not encoded as declared.`,
  });
});

test('does not unpack more of an answer than it may have', async () => {
  const { outcome } = await run(pool, steps(send({ method: 'GET', url: `${site.url}/bomb` })), {
    limits: { outputBytes: 100_000 },
  });
  expect(outcome).toMatchObject({
    errorCode: 'action_failed',
    errorMessage: `The answer from ${site.host} is larger than 100000 bytes.`,
  });
});

test('keeps and matches data', async () => {
  const { outcome } = await run(
    pool,
    steps(
      { primitive: 'data.set', input: { value: { list: [1, 'order 42 of 7'] } } },
      {
        primitive: 'data.match',
        input: { value: '{{ steps.s1.output.list.1 }}', pattern: '(?<id>\\d+) of (?<all>\\d+)' },
      },
      { primitive: 'data.match', input: { value: 'ab', pattern: '(a)(c)?' } },
      { primitive: 'data.match', input: { value: 'ab', pattern: 'x' } },
    ),
  );
  expect(outcome.outputs['s2']).toEqual({ id: '42', all: '7' });
  expect(outcome.outputs['s3']).toEqual(['a', 'a', null]);
  expect(outcome.errorCode).toBe('assertion_failed');
});
