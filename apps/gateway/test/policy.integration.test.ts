import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PRINCIPAL_HEADER, Principal } from '@errand/contracts/internal';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import {
  type Account,
  type StandIn,
  type TestGateway,
  jsonOf,
  startGateway,
  startStandIn,
} from './gateway.ts';

const ADMIN = path.resolve(import.meta.dirname, '../src/admin.ts');

let services: StandIn;
let gateway: TestGateway;
let client: Client;
beforeAll(async () => {
  services = await startStandIn();
  gateway = await startGateway({ services });
  client = new Client({ connectionString: gateway.database.url });
  await client.connect();
});
afterAll(async () => client?.end());
afterAll(async () => gateway?.[Symbol.asyncDispose]());
afterAll(async () => services?.[Symbol.asyncDispose]());

async function setPolicy(workspaceId: string, ...args: string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ADMIN, 'policy', '--workspace', workspaceId, ...args],
    { env: { ...process.env, ERRAND_DATABASE_URL: gateway.database.url } },
  );
  return JSON.parse(stdout) as object;
}

/** An owner, and a plain member whose session is in the owner's workspace. */
async function team() {
  const owner = await gateway.signUp('Owner');
  const member = await gateway.signUp('Member');
  const { rows } = await client.query<{ workspace_id: string }>(
    'SELECT workspace_id FROM members WHERE user_id = $1',
    [owner.userId],
  );
  const workspaceId = rows[0]?.workspace_id ?? '';
  await client.query(
    "INSERT INTO members (id, workspace_id, user_id, role, created_at) VALUES ($1, $2, $1, 'member', now())",
    [member.userId, workspaceId],
  );
  await client.query('UPDATE sessions SET active_organization_id = $2 WHERE user_id = $1', [
    member.userId,
    workspaceId,
  ]);
  return { owner, member, workspaceId };
}

function newKey(account: Account, scopes: string[]) {
  return gateway.asPerson(account, '/v1/api-keys', { name: 'k', scopes });
}
function approve(key: string) {
  return gateway.asKey(key, `/v1/runs/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/approval`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"decision":"approve"}',
  });
}
function lastPrincipal() {
  return Principal.parse(JSON.parse(String(services.received.at(-1)?.headers[PRINCIPAL_HEADER])));
}

describe("a workspace's policy", () => {
  test('withholds scopes from plain members: from keys they make, from keys they made, and from their sessions', async () => {
    const { owner, member, workspaceId } = await team();
    const early = await gateway.makeKey(member, ['runs:read', 'runs:approve']);
    expect((await approve(early.key)).status).toBe(200);
    expect(await setPolicy(workspaceId, '--withhold', 'runs:approve,runs:local')).toEqual({
      workspaceId,
      fourEyes: false,
      withheldScopes: ['runs:approve', 'runs:local'],
    });

    const refused = await newKey(member, ['runs:read', 'runs:approve']);
    expect(refused.status).toBe(403);
    expect((await jsonOf(refused)).detail).toContain('runs:approve');
    expect((await newKey(member, ['runs:read'])).status).toBe(201);
    expect((await newKey(owner, ['runs:approve'])).status).toBe(201);

    await waitFor('the refusal of the approval', async () => (await approve(early.key)).status === 403);
    expect((await gateway.asKey(early.key, '/v1/runs')).status).toBe(200);
    expect(lastPrincipal().scopes).toEqual(['runs:read']);
    const rotated = await gateway.asPerson(member, `/v1/api-keys/${early.id}/rotate`, {});
    expect(rotated.status).toBe(403);

    const decided = await gateway.asPerson(member, '/v1/runs/x/approval', { decision: 'approve' });
    expect([decided.status, (await jsonOf(decided)).detail]).toEqual([
      403,
      'Your role in the workspace does not allow runs:approve.',
    ]);
    await setPolicy(workspaceId, '--withhold', 'none');
    expect((await newKey(member, ['runs:approve'])).status).toBe(201);
  });

  test('asks for two people: the services are told so for keys and sessions', async () => {
    const { member, workspaceId } = await team();
    const { key } = await gateway.makeKey(member, ['runs:read']);
    await gateway.asKey(key, '/v1/runs');
    expect(lastPrincipal().fourEyes).toBeUndefined();
    await setPolicy(workspaceId, '--four-eyes', 'on');
    await waitFor('the new policy', async () => {
      await gateway.asKey(key, '/v1/runs');
      return lastPrincipal().fourEyes === true;
    });
    await gateway.fetch('/v1/runs', { headers: { cookie: member.cookie } });
    expect(lastPrincipal()).toMatchObject({ userId: member.userId, keyId: null, fourEyes: true });
    expect(await setPolicy(workspaceId)).toMatchObject({ fourEyes: true });
  });
});
