import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startGateway, startStandIn } from './gateway.ts';

const run = promisify(execFile);
const ADMIN = path.resolve(import.meta.dirname, '../src/admin.ts');

test('an operator makes a workspace, a member who can sign in, and a key that works', async () => {
  await using services = await startStandIn();
  await using gateway = await startGateway({ services, env: { ERRAND_SIGN_UP: 'off' } });
  const env = { ...process.env, NODE_OPTIONS: '', ERRAND_DATABASE_URL: gateway.database.url };
  const admin = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [ADMIN, ...args], { env });
    return JSON.parse(stdout) as Record<string, string>;
  };
  const { id = '' } = await admin('workspace', '--name', 'Acme');
  const member = ['--workspace', id, '--email', 'Op@Example.com'];
  const { password = '' } = await admin('member', ...member, '--role', 'owner');
  const { key = '' } = await admin('key', ...member, '--name', 'ci', '--scopes', 'runs:read');
  expect((await gateway.asKey(key, '/v1/runs')).status).toBe(200);
  const signedIn = await gateway.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'op@example.com', password }),
  });
  expect(signedIn.status).toBe(200);
  await expect(admin('key', ...member, '--name', 'ci', '--scopes', 'everything')).rejects.toThrow(/scopes/);
}, 90_000);
