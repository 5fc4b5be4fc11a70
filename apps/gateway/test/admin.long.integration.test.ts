import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type AuditFilter, readAudit } from '../src/audit/read.ts';
import { type StandIn, type TestGateway, startGateway, startStandIn } from './gateway.ts';

const run = promisify(execFile);
const ADMIN = path.resolve(import.meta.dirname, '../src/admin.ts');

let services: StandIn;
let gateway: TestGateway;
beforeAll(async () => {
  services = await startStandIn();
  gateway = await startGateway({ services, env: { ERRAND_SIGN_UP: 'off' } });
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());
afterAll(async () => services?.[Symbol.asyncDispose]());

async function admin(env: Record<string, string>, ...args: string[]) {
  const { stdout } = await run(process.execPath, [ADMIN, ...args], {
    env: { ...process.env, ERRAND_DATABASE_URL: gateway.database.url, ...env },
  });
  return JSON.parse(stdout) as Record<string, string> & Record<string, string>[];
}

describe('an operator', () => {
  test('creates a workspace, a member who can sign in, and a working key', async () => {
    const { id = '' } = await admin({}, 'workspace', '--name', 'Acme');
    const member = ['--workspace', id, '--email', 'Op@Example.com'];
    const { password = '' } = await admin({}, 'member', ...member, '--role', 'owner');
    const { key = '' } = await admin({}, 'key', ...member, '--name', 'ci', '--scopes', 'runs:read');
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(200);
    const signedIn = await gateway.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'op@example.com', password }),
    });
    expect(signedIn.status).toBe(200);
    await expect(admin({}, 'key', ...member, '--name', 'ci', '--scopes', 'everything')).rejects.toThrow(
      /scopes/,
    );
  });

  test('is audited too, and reads the audit logs of all services together', async () => {
    await using runs = await createTestDatabase('runs');
    const { id: workspace = '' } = await admin({}, 'workspace', '--name', 'Acme');
    const member = ['--workspace', workspace, '--email', 'auditor@example.com'];
    const { userId } = await admin({}, 'member', ...member);
    const { id: key = '' } = await admin({}, 'key', ...member, '--name', 'ci', '--scopes', 'runs:read');
    const between = new Date().toISOString();
    const client = new Client({ connectionString: runs.url });
    await client.connect();
    await client.query(
      "INSERT INTO audit_log (workspace_id, action, object_id) VALUES ($1, 'run.created', 'a-run')",
      [workspace],
    );
    await client.end();

    const all = { ERRAND_RUNS_DATABASE_URL: runs.url };
    const told = await admin(all, 'audit', '--workspace', workspace);
    expect(told).toMatchObject([
      { service: 'gateway', action: 'workspace.created', object: workspace, user: 'operator', address: null },
      { service: 'gateway', action: 'member.added', object: userId, user: 'operator' },
      { service: 'gateway', action: 'key.created', object: key, user: 'operator' },
      { service: 'runs', action: 'run.created', object: 'a-run', user: null },
    ]);
    expect(await admin({}, 'audit', '--object', key, '--since', between)).toEqual([]);
    const databases = { gateway: gateway.database.url, runs: runs.url };
    const read = async (filter: Partial<AuditFilter>) =>
      JSON.parse(JSON.stringify(await readAudit(databases, { limit: 100, ...filter }))) as unknown;
    expect(await read({ objectId: key })).toEqual([told[2]]);
    expect(await read({ workspaceId: workspace, since: new Date(between) })).toEqual([told[3]]);
    expect(await read({ workspaceId: workspace, limit: 2 })).toEqual(told.slice(-2));
  }, 240_000);
});
