import { publicRoutes } from '@errand/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client, expectCommonHeaders } from './client.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { sendRaw } from './raw.ts';
import { UNKNOWN_ID } from './samples.ts';
import { sharedStack } from './stack.ts';

const anonymous = new Client();
let person: Person;
let client: KeyClient;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
});

function pathOf(template: string) {
  return template.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
}
const paths = [...new Set(publicRoutes.map(({ path }) => path))];
function methodsOf(path: string) {
  return publicRoutes.filter((each) => each.path === path).map((each) => each.method);
}

describe('public routes', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/nope',
    '/v1/runs/',
    '/v1//runs',
    '//v1/runs',
    '/V1/runs',
    '/v1/Runs',
    '/v1/runs%2f',
    '/v2/runs',
    '/nope',
    `/v1/runs/${UNKNOWN_ID}/nope`,
    `/v1/runs/${UNKNOWN_ID}/cancel/`,
    '/v1/runbooks/validate/x',
    '/v1/openapi.yaml',
    '/internal/runs/x/claim',
  ])('%s returns 404 with and without authentication', async (path) => {
    for (const each of [anonymous, client, person.session])
      for (const method of ['GET', 'POST', 'DELETE']) (await each.send(method, path)).refusal(404);
  });

  test.each(paths)('%s returns 405 and Allow for other methods than its own', async (template) => {
    const allowed = methodsOf(template).sort();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.some((each) => each === method)) continue;
      for (const each of [anonymous, client]) {
        const answer = await each.send(method, pathOf(template));
        answer.refusal(405);
        expect((answer.headers.get('allow') ?? '').split(', ').sort()).toEqual(allowed);
      }
    }
  });

  test('an uncommon method returns 405', async () => {
    (await client.send('PROPFIND', '/v1/runs')).refusal(405);
  });

  test.each([
    ['/v1/runs', 405],
    ['example.com:443', 404],
  ])('a CONNECT to %s returns %i', async (target, status) => {
    const answer = await sendRaw(`CONNECT ${target} HTTP/1.1\r\nHost: example.com\r\n\r\n`);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { detail: expect.any(String) }]);
    expectCommonHeaders(answer.headers);
  });

  test('cross-origin requests get no CORS headers', async () => {
    const origin = 'https://evil.example';
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const answers = await Promise.all([
      client.send('OPTIONS', '/v1/runs', { headers: preflight }),
      client.get('/v1/runs', { origin }),
      client.get('/v1/nope', { origin }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([405, 200, 404]);
  });
});

test('the OpenAPI document needs no key', async () => {
  const response = await fetch(`${sharedStack().baseUrl}/v1/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expectCommonHeaders(response.headers);
  expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
});
