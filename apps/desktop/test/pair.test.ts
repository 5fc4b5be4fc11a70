import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { run } from '../src/run.ts';

type Act = (response: ServerResponse) => void;

function json(status: number, body: unknown): Act {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** The server's answer to each request for the grant. */
let grants: Act[];
let requests: string[];
const ID = '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';
const device = {
  id: ID,
  name: 'desk',
  platform: 'linux x64',
  online: false,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  appVersion: '1.0.0',
  capabilities: null,
  status: 'active',
  workspaceId: ID,
};
const server = createServer((request, response) => {
  const { url = '', headers } = request;
  requests.push(url);
  request.resume().on('end', () => {
    if (url.endsWith('/device/code')) {
      const uri = 'http://errand.test/device';
      const codes = { device_code: 'd', user_code: 'ABCD-EFGH', expires_in: 60, interval: 0.01 };
      json(200, { ...codes, verification_uri: uri, verification_uri_complete: uri })(response);
    } else if (url.endsWith('/device/token')) grants.shift()?.(response);
    else json(headers.authorization === 'Bearer grant' ? 201 : 401, device)(response);
  });
});
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

async function pair(): Promise<{ code: number; out: string; err: string; home: string }> {
  const home = mkdtempSync(path.join(tmpdir(), 'errand-desktop-'));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await run(['pair', '--base-url', baseUrl, '--name', 'desk', '--json'], {
    env: {},
    homeDirectory: home,
    program: 'main.js',
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? ''), home };
}

test('pairing goes on through lost, garbled and refused answers, and makes one device', async () => {
  grants = [
    (response) => response.destroy(),
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    json(429, { detail: 'Too many requests.' }),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_tok'),
    json(400, { error: 'authorization_pending' }),
    json(200, { access_token: 'grant' }),
  ];
  const { code, out, err, home } = await pair();
  expect([code, err]).toEqual([0, '']);
  const lines = out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { userCode: 'ABCD-EFGH' },
    { deviceId: ID, name: 'desk' },
  ]);
  expect(requests.filter((url) => url === '/v1/devices')).toHaveLength(1);
  const file = path.join(home, '.config/errand/desktop.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain('"grant"');
});

test.each([['access_denied'], ['expired_token']])('pairing ends with 4 after %s', async (error) => {
  grants = [json(400, { error })];
  const { code, err } = await pair();
  expect([code, err]).toEqual([4, expect.stringMatching(/denied|not confirmed/)]);
});
