import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '../src/run.ts';

const ID = '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';

/** The server's answers by method and path; null: never an answer. */
let answer: (method: string, url: string, authorization: string) => unknown;
let requests: string[] = [];
let bodies: string[] = [];
let onRequest: () => void = () => {};
const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  requests.push(`${method} ${url}`);
  void text(request).then((sent) => {
    bodies.push(sent);
    const body = answer(method, url, headers.authorization ?? '');
    if (body !== null) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    }
    onRequest();
  });
});
let baseUrl: string;
let home: string;
let runbookFile: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = mkdtempSync(path.join(tmpdir(), 'errand-commands-'));
  runbookFile = path.join(home, 'runbook.json');
  writeFileSync(runbookFile, JSON.stringify({ title: 'One', parameters: [], steps: [] }));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  bodies = [];
  onRequest = () => {};
  answer = () => ({});
});

async function call(
  args: readonly string[],
  more: { env?: Record<string, string>; stdin?: Readable; signal?: AbortSignal } = {},
) {
  let [out, err] = ['', ''];
  const code = await run(args, {
    env: more.env ?? { ERRAND_BASE_URL: baseUrl, ERRAND_API_KEY: 'erk_environment' },
    stdin: more.stdin ?? Readable.from([]),
    stdout: { write: (piece) => (out += piece) },
    stderr: { write: (piece) => (err += piece) },
    homeDirectory: home,
    signal: more.signal ?? new AbortController().signal,
  });
  return { code, out, err };
}

test.each([
  [['runbooks', 'run', ID, '--timeout', 'soon']],
  [['runbooks', 'dry-run', ID, '--wait', '--timeout', '1d']],
  [['blueprints', 'run', ID, '--timeout', '-1']],
  [['runs', 'create', 'Look', '--timeout', 'soon']],
  [['runs', 'watch', ID, '--timeout', 'soon']],
  [['runs', 'create', 'Look', '--json=id;status']],
  [['api', 'get', '/v1/me', '-d', '{}']],
  [['mcp', '--scope', 'runs:read,runs:raed']],
  [['runs', 'list', '--base-url', 'http://ada:geheim@127.0.0.1:9']],
  [['runs', 'create', 'Look', '--secret', 'pin=geheim']],
  [['runbooks', 'run', ID, '--secret', 'pin=geheim']],
  [['blueprints', 'run', ID, '--secret', 'pin: geheim']],
  [['runbooks', 'publish', ID, '--expected-version', 'latest']],
])('%j ends with 2 before anything was asked for', async (args) => {
  const { code, out, err } = await call(args);
  expect([code, out, requests]).toEqual([2, '', []]);
  expect(err).not.toContain('geheim');
});

describe('Ctrl-C', () => {
  test.each([
    [['runs', 'create', 'Look']],
    [['runs', 'list', '--all']],
    [['runs', 'get', ID]],
    [['runs', 'cancel', ID]],
    [['runs', 'events', ID]],
    [['runs', 'approve', ID]],
    [['runs', 'reject', ID]],
    [['runs', 'artifacts', ID]],
    [['runbooks', 'list']],
    [['runbooks', 'get', 'One']],
    [['runbooks', 'get', ID]],
    [['runbooks', 'publish', ID]],
    [['runbooks', 'revisions', ID]],
    [['runbooks', 'run', ID]],
    [['runbooks', 'dry-run', ID]],
    [['runbooks', 'pull', ID]],
    [['runbooks', 'push', 'FILE']],
    [['runbooks', 'diff', 'FILE']],
    [['runbooks', 'create', '-f', 'FILE']],
    [['runbooks', 'validate', 'FILE']],
    [['blueprints', 'list']],
    [['blueprints', 'get', ID]],
    [['blueprints', 'create', '-f', 'FILE']],
    [['blueprints', 'run', ID]],
    [['blueprints', 'pause', ID]],
    [['blueprints', 'take-control', ID]],
    [['whoami']],
    [['doctor']],
    [['api', 'GET', '/v1/me']],
  ])('stops the request of %j, which ends with 130', async (args) => {
    const interrupted = new AbortController();
    answer = () => null;
    onRequest = () => interrupted.abort();
    const given = args.map((arg) => (arg === 'FILE' ? runbookFile : arg));
    const { code } = await call(given, { signal: interrupted.signal });
    expect([code, requests.length]).toEqual([130, 1]);
  });

  test.each([
    [['runs', 'create', '-']],
    [['runs', 'create', 'Look', '--secret', 'pin']],
    [['login', '--with-token']],
    [['runbooks', 'validate', '-']],
    [['api', 'POST', '/v1/runs', '-d', '@-']],
  ])('stops %j, which reads standard input', async (args) => {
    const interrupted = new AbortController();
    const stdin = new Readable({ read: () => setImmediate(() => interrupted.abort()) });
    expect(await call(args, { stdin, signal: interrupted.signal })).toMatchObject({ code: 130, out: '' });
    expect(requests).toEqual([]);
  });
});

test('fields by name may be any that is known of a Run, such as its id', async () => {
  answer = (_method, url) => (url.endsWith('/details') ? { id: ID, status: 'queued' } : { status: 'queued' });
  expect((await call(['runs', 'get', ID, '--json', 'id,status'])).out).toBe(
    `{"id":"${ID}","status":"queued"}\n`,
  );
  expect((await call(['runs', 'get', ID, '--json'])).out).toBe('{"status":"queued"}\n');
});

test('an awaited Run keeps its id among the fields by name', async () => {
  answer = (method) => (method === 'POST' ? { id: ID, status: 'queued' } : { status: 'completed' });
  const { code, out } = await call(['runs', 'create', 'Look', '--wait', '--json', 'id,status']);
  expect([code, out]).toEqual([0, `{"id":"${ID}","status":"completed"}\n`]);
});

test('a secret of a Blueprint is refused as an argument, and other inputs get their types', async () => {
  const parameters = [
    { name: 'count', type: 'integer' },
    { name: 'pin', type: 'secret' },
  ];
  answer = (method) => (method === 'GET' ? { parameters } : { id: ID });
  expect(await call(['blueprints', 'run', ID, '-i', 'pin=1'])).toMatchObject({ code: 2, out: '' });
  const stdin = Readable.from(['geheim\n']);
  const ran = await call(['blueprints', 'run', ID, '-i', 'count=3', '--secret', 'pin'], { stdin });
  expect([ran.code, ran.out]).toEqual([0, `${ID}\n`]);
  expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ inputs: { count: 3, pin: 'geheim' } });
});

test.each([
  { name: 'pin', type: 'secret' },
  { name: 'pin', type: 'list', items: { type: 'secret' } },
  { name: 'pin', type: 'object', properties: { codes: { type: 'list', items: { type: 'secret' } } } },
])('%j is not taken from an argument', async (parameter) => {
  answer = () => ({ parameters: [parameter] });
  const { code, out, err } = await call(['blueprints', 'run', ID, '-i', 'pin="geheim"']);
  expect([code, out, requests]).toEqual([2, '', [`GET /v1/blueprints/${ID}`]]);
  expect(err).not.toContain('geheim');
});

test('with --json a pulled Runbook is the answer of the API, and --ts its source', async () => {
  const runbook = { id: ID, title: 'One', version: 3, parameters: [], steps: [] };
  answer = () => runbook;
  expect((await call(['runbooks', 'pull', ID, '--json'])).out).toBe(`${JSON.stringify(runbook)}\n`);
  expect((await call(['runbooks', 'pull', ID, '--json', 'version'])).out).toBe('{"version":3}\n');
  expect((await call(['runbooks', 'pull', ID, '--ts'])).out).toContain('runbook("One"');
});

test('with --json the downloaded files are listed as the API describes them', async () => {
  const artifact = { id: ID, kind: 'download', step_id: 's1', filename: 'a.txt', bytes: 2 };
  answer = (_method, url) => (url.endsWith('/artifacts') ? { data: [artifact] } : {});
  const args = ['runs', 'artifacts', ID, '--download', path.join(home, 'files')];
  expect((await call([...args, '--json'])).out).toBe(`${JSON.stringify({ data: [artifact] })}\n`);
  expect((await call([...args, '--json', 'id'])).out).toBe(`${JSON.stringify({ data: [{ id: ID }] })}\n`);
  expect((await call(args)).out).toBe(`${path.join(home, 'files', '6d0f5c1b2a3e-a.txt')}\n`);
});

test('--profile, before or after the command, wins over ERRAND_API_KEY, and its key goes to its address only', async () => {
  const seen: string[] = [];
  answer = (_method, _url, authorization) => {
    seen.push(authorization);
    return { workspace: { name: 'W', id: ID }, key: { name: 'k', prefix: 'erk' }, scopes: [] };
  };
  const stdin = Readable.from(['erk_profile\n']);
  const login = ['login', '--with-token', '--profile', 'work', '--base-url', baseUrl];
  expect(await call(login, { env: {}, stdin })).toMatchObject({ code: 0, out: '' });
  const env = { ERRAND_API_KEY: 'erk_environment' };
  expect(await call(['whoami', '--profile', 'work'], { env })).toMatchObject({ code: 0 });
  expect(await call(['--profile', 'work', 'whoami'], { env })).toMatchObject({ code: 0 });
  expect(seen).toEqual(Array(3).fill('Bearer erk_profile'));
  const other = ['whoami', '--profile', 'work', '--base-url', 'http://127.0.0.1:9'];
  expect(await call(other, { env })).toMatchObject({ code: 4, out: '' });
  expect(await call(['whoami'], { env: { ...env, ERRAND_PROFILE: 'work' } })).toMatchObject({ code: 0 });
  expect(seen.at(-1)).toBe('Bearer erk_environment');
});

describe('doctor', () => {
  const me = { workspace: { name: 'W', id: ID }, key: { name: 'k', prefix: 'erk' }, scopes: ['runs:read'] };

  test('finds a Run that is queued for long behind newer ones, and an API of another version', async () => {
    answer = (_method, url) => {
      if (url.endsWith('/openapi.json')) return { info: { title: 'Errand', version: '2.0.0' } };
      if (url.endsWith('/me')) return me;
      if (url.endsWith('/details')) return { queue_reason: 'no executor' };
      const before = Date.parse(new URL(url, baseUrl).searchParams.get('createdBefore') ?? '');
      return { data: before < Date.now() ? [{ id: ID, created_at: '2026-01-01T00:00:00.000Z' }] : [] };
    };
    const { code, out } = await call(['doctor']);
    expect(code).toBe(1);
    expect(out).toMatch(/✖ version: .*install/);
    expect(out).toMatch(new RegExp(`✖ executors: Run ${ID} .*no executor`));
  });

  test('sends the key to no server that is not Errand', async () => {
    answer = () => ({ info: { title: 'Another' } });
    expect(await call(['doctor'])).toMatchObject({ code: 1 });
    expect(requests).toEqual(['GET /v1/openapi.json']);
  });
});

test('login without a terminal shows a code, and keeps the key that its grant was exchanged for', async () => {
  const codes = { device_code: 'device', user_code: 'ABCD-EFGH', verification_uri: `${baseUrl}/device` };
  answer = (_method, url, authorization) => {
    if (url.endsWith('/device/code')) return { ...codes, expires_in: 60, interval: 0.01 };
    if (url.endsWith('/device/token')) return { access_token: 'erk_grant' };
    if (url.endsWith('/exchange')) return authorization === 'Bearer erk_grant' ? { key: 'erk_own' } : {};
    return { workspace: { name: authorization, id: ID }, key: { name: 'k', prefix: 'erk' }, scopes: [] };
  };
  const { code, out, err } = await call(['login', '--profile', 'device', '--base-url', baseUrl]);
  expect([code, out]).toEqual([0, '']);
  expect(err).toContain('ABCD-EFGH');
  const who = await call(['whoami', '--json', '--profile', 'device'], { env: {} });
  expect(JSON.parse(who.out)).toMatchObject({ workspace: { name: 'Bearer erk_own' } });
});
