import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from '@errand/cli';
import { ApiKeyList, IssuedApiKey, USUAL_SCOPES } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { type Person, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { sharedStack } from './stack.ts';

let person: Person;
let errand: CommandLine;

beforeAll(async () => {
  person = await signUp();
  errand = await createCommandLine();
}, RUN_MS);
afterAll(async () => {
  await errand?.[Symbol.asyncDispose]();
});

/** `errand login` on a terminal; `decide` gets the code that it shows. */
async function login(
  args: readonly string[],
  decide: (userCode: string) => Promise<unknown>,
): Promise<{ code: number; err: string }> {
  let err = '';
  const ended = run(['login', ...args], {
    env: { ERRAND_BASE_URL: sharedStack().baseUrl },
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
    stdout: { write: () => true },
    stderr: { write: (text: string) => (err += text), isTTY: true },
    homeDirectory: errand.home,
    signal: new AbortController().signal,
  });
  let userCode = '';
  await waitFor('the code to be shown', () => {
    userCode = /confirm the code (\w+)/.exec(err)?.[1] ?? '';
    return userCode !== '';
  });
  expect(err).toContain(`${sharedStack().baseUrl}/device`);
  await decide(userCode);
  return { code: await ended, err };
}

/** A request to the accounts' routes, with the person's session or without. */
async function auth(path: string, body: object | null, cookie = ''): Promise<Record<string, string>> {
  const { baseUrl } = sharedStack();
  const response = await fetch(`${baseUrl}/api/auth/device${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie, origin: baseUrl }) },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, string>;
}

async function answer(verdict: 'approve' | 'deny', userCode: string): Promise<void> {
  const shown = await person.session.get(`/v1/device-codes/${userCode}`);
  expect(shown.json).toMatchObject({ clientId: 'errand-cli', name: expect.stringMatching(/^errand on /) });
  await auth(`?user_code=${userCode}`, null, person.cookie);
  await auth(`/${verdict}`, { userCode }, person.cookie);
}

/** A client with the grant of a confirmed code. */
async function grantTo(clientId: string): Promise<Client> {
  const codes = await auth('/code', { client_id: clientId });
  await auth(`?user_code=${codes['user_code']}`, null, person.cookie);
  await auth('/approve', { userCode: codes['user_code'] }, person.cookie);
  const granted = await auth('/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: codes['device_code'],
    client_id: clientId,
  });
  return new Client({ authorization: `Bearer ${granted['access_token']}` });
}

function env() {
  return { ERRAND_BASE_URL: sharedStack().baseUrl };
}

describe('errand login on a terminal', () => {
  test(
    'shows a code, and keeps a key of its own once a person has confirmed it',
    async () => {
      const { code, err } = await login([], (userCode) => answer('approve', userCode));
      expect([code, err]).toEqual([0, expect.stringContaining('Logged in to')]);
      const { out } = await errand.call(['whoami', '--json'], { env: env() });
      expect(JSON.parse(out)).toMatchObject({
        key: { name: expect.stringMatching(/^errand on /) },
        scopes: [...USUAL_SCOPES],
      });
      const { data } = (await person.session.get('/v1/api-keys')).as(200, ApiKeyList);
      expect(data).toHaveLength(1);
      const config = await readFile(path.join(errand.home, '.config/errand/config.json'), 'utf8');
      expect(Object.keys((JSON.parse(config) as { profiles: object }).profiles)).toEqual(['default']);
    },
    RUN_MS,
  );

  test(
    'asks for the chosen scopes, and ends with 4 when the code is denied',
    async () => {
      const denied = await login(['--profile', 'other'], (userCode) => answer('deny', userCode));
      expect([denied.code, denied.err]).toEqual([4, expect.stringContaining('denied')]);
      const chosen = await login(['--profile', 'other', '--scope', 'runs:read'], (userCode) =>
        answer('approve', userCode),
      );
      expect(chosen.code).toBe(0);
      const { out } = await errand.call(['whoami', '--profile', 'other', '--json', 'scopes'], { env: env() });
      expect(JSON.parse(out)).toEqual({ scopes: ['runs:read'] });
    },
    RUN_MS,
  );
});

describe('POST /v1/api-keys/exchange', () => {
  test(
    'takes a grant for the command line once, and nothing else',
    async () => {
      const grant = await grantTo('errand-cli');
      (await grant.get('/v1/runs')).refusal(401);
      (await grant.post('/v1/api-keys', { name: 'a key', scopes: ['runs:read'] })).refusal(401);
      const issued = (await grant.post('/v1/api-keys/exchange', { name: 'mine' })).as(201, IssuedApiKey);
      expect(issued.scopes).toEqual([...USUAL_SCOPES]);
      (await grant.post('/v1/api-keys/exchange', { name: 'again' })).refusal(401);
      const desktop = await grantTo('errand-desktop');
      (await desktop.post('/v1/api-keys/exchange', { name: 'mine' })).refusal(401);
      (await person.session.post('/v1/api-keys/exchange', { name: 'mine' })).refusal(401);
      const key = new Client({ authorization: `Bearer ${issued.key}` });
      (await key.post('/v1/api-keys/exchange', { name: 'mine' })).refusal(401);
    },
    RUN_MS,
  );
});
