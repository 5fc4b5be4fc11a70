import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@errand/local-stack';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const HAPROXY = '/usr/sbin/haproxy';
const PROXY = path.resolve(import.meta.dirname, '../../docker/proxy');

const isInstalled = existsSync(HAPROXY);

// Not in a hook: none runs where every test is skipped.
if (!isInstalled)
  process.stderr.write(
    '\nSkipped: the proxies of Compose are not tried, for this machine has no HAProxy ' +
      '(Debian: apt-get install haproxy).\n',
  );

/** The service behind the proxy: it answers with what it was asked and told of the client. */
const service = createServer(({ url, headers }, response) => {
  response.end(JSON.stringify({ url, from: headers['x-forwarded-for'] }));
});

let folder: string;
let proxy: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'errand-proxy-'));
  await once(service.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  if (proxy?.exitCode === null) {
    proxy.kill('SIGTERM');
    await once(proxy, 'exit');
  }
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The proxy with its configuration as it is, but for where it listens and where the service is. Answers its URL. */
async function startProxy(file: string, env: Record<string, string> = {}): Promise<string> {
  const port = await freePort();
  const { port: behind } = service.address() as AddressInfo;
  const text = await readFile(path.join(PROXY, file), 'utf8');
  const here = text
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/server-template .*/, `server here 127.0.0.1:${behind} check inter 100ms`);
  await writeFile(path.join(folder, file), here);
  proxy = spawn(HAPROXY, ['-db', '-f', path.join(folder, file)], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    if (proxy.exitCode !== null) throw new Error(`haproxy ended with ${proxy.exitCode}`);
  return url;
}

async function clientAsTold(url: string, header?: string): Promise<unknown> {
  const answer = await fetch(url, { headers: header === undefined ? {} : { 'X-Forwarded-For': header } });
  return ((await answer.json()) as { from?: string }).from;
}

(isInstalled ? describe : describe.skip)('the proxy of Compose', () => {
  test.each(['haproxy.cfg', 'operator.cfg'])('HAProxy accepts %s', async (file) => {
    await expect(promisify(execFile)(HAPROXY, ['-c', '-f', path.join(PROXY, file)])).resolves.toBeDefined();
  });

  test('the proxy ignores forwarded client addresses by default', async () => {
    const url = await startProxy('haproxy.cfg', { ERRAND_TRUSTED_PROXIES: '' });
    expect(await clientAsTold(url)).toBe('127.0.0.1');
    expect(await clientAsTold(url, '203.0.113.7')).toBe('127.0.0.1');
  });

  test('the proxy passes on the client address from a trusted proxy, or the address of the sender without one', async () => {
    const url = await startProxy('haproxy.cfg', { ERRAND_TRUSTED_PROXIES: '192.0.2.0/24 127.0.0.0/8' });
    expect(await clientAsTold(url, '203.0.113.7')).toBe('203.0.113.7');
    expect(await clientAsTold(url)).toBe('127.0.0.1');
  });

  test('the proxy ignores forwarded addresses from an untrusted sender', async () => {
    const url = await startProxy('haproxy.cfg', { ERRAND_TRUSTED_PROXIES: '192.0.2.0/24' });
    expect(await clientAsTold(url, '203.0.113.7')).toBe('127.0.0.1');
  });

  test('the proxy forwards operators to the queue dashboard only', async () => {
    const url = await startProxy('operator.cfg');
    for (const allowed of ['/operator/queues', '/operator/queues/api/queues?page=1']) {
      const answer = await fetch(url + allowed);
      expect(await answer.json()).toMatchObject({ url: allowed });
    }
    for (const refused of [
      '/',
      '/v1/runs',
      '/internal/runs',
      '/internal/operator/queues',
      '/operator/queues2',
    ])
      expect((await fetch(url + refused)).status).toBe(404);
  });
});
