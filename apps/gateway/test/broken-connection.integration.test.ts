import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Account, type TestGateway, startGateway } from './gateway.ts';

let gateway: TestGateway;
let account: Account;
/** Holds the lock at which the gateway's statement waits. */
let holder: Client;
let admin: Client;
beforeAll(async () => {
  gateway = await startGateway();
  account = await gateway.signUp();
  holder = new Client({ connectionString: gateway.database.url });
  admin = new Client({ connectionString: gateway.database.adminUrl });
  await Promise.all([holder.connect(), admin.connect()]);
});
afterAll(() => Promise.all([holder?.end(), admin?.end()]));
afterAll(async () => gateway?.[Symbol.asyncDispose]());

function signUp(email = `kay-${Date.now()}@example.com`) {
  return gateway.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Kay', email, password: 'a long password' }),
  });
}
function read(path: string) {
  return gateway.fetch(`/api/auth/${path}`, { headers: { cookie: account.cookie } });
}

/** The answer to `request`, whose connection breaks at its first statement that waits for a lock of `table`. */
async function breakAt(table: string, mode: string, request: () => Promise<Response>): Promise<Response> {
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  try {
    const answer = request();
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await waitFor('the statement that waits', async () => (await admin.query(end)).rowCount === 1);
    return await answer;
  } finally {
    await holder.query('ROLLBACK');
  }
}

test.each([
  ['the account of a sign-up is stored', 'users', 'SHARE', () => signUp()],
  ['the password of a sign-up is stored', 'accounts', 'SHARE', () => signUp()],
  ['the session of a sign-up is stored', 'sessions', 'SHARE', () => signUp()],
  ['a session is read', 'sessions', 'ACCESS EXCLUSIVE', () => read('get-session')],
  ['a list of workspaces is asked for', 'sessions', 'ACCESS EXCLUSIVE', () => read('organization/list')],
  [
    'a workspace is read',
    'invitations',
    'ACCESS EXCLUSIVE',
    () => read('organization/get-full-organization'),
  ],
])(
  'a connection that breaks while %s is answered with 503, though the database is there: %s in %s mode',
  async (_what, table, mode, request) => {
    const { status, headers } = await breakAt(table, mode, request);
    expect([status, headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect((await gateway.fetch('/readyz')).status).toBe(200);
  },
);

describe('a sign-up whose connection breaks before its password is stored', () => {
  /** Such a sign-up, a minute ago. */
  async function breakSignUp(email: string): Promise<void> {
    expect((await breakAt('accounts', 'SHARE', () => signUp(email))).status).toBe(503);
    await admin.query("UPDATE users SET created_at = created_at - interval '1 minute' WHERE email = $1", [
      email,
    ]);
  }

  test('works when it is sent again, with one account as if nothing had happened', async () => {
    const email = 'twice@example.com';
    await breakSignUp(email);
    expect((await signUp(email)).status).toBe(200);
    expect((await signUp(email)).status).toBe(422);
    const people = 'SELECT count(*)::int AS count FROM users WHERE email = $1';
    expect((await admin.query(people, [email])).rows).toEqual([{ count: 1 }]);
  });

  test('cannot be sent again by somebody else once an operator has made its person a member', async () => {
    const email = 'operated@example.com';
    await breakSignUp(email);
    await admin.query(
      `INSERT INTO members (id, workspace_id, user_id, role, created_at)
       SELECT gen_random_uuid(), workspace_id, (SELECT id FROM users WHERE email = $1), 'member', now()
       FROM members LIMIT 1`,
      [email],
    );
    expect((await signUp(email)).status).toBe(422);
  });
});

test('a sign-up that is being stored is not disturbed by the same one', async () => {
  const email = 'at.once@example.com';
  await holder.query('BEGIN; LOCK TABLE accounts IN SHARE MODE');
  let first: Promise<Response>;
  try {
    first = signUp(email);
    // However slow this machine is, the person was stored just now.
    const store = "UPDATE users SET created_at = now() + interval '1 hour' WHERE email = $1";
    await waitFor('the person to be stored', async () => (await admin.query(store, [email])).rowCount === 1);
    expect((await signUp(email)).status).toBe(422);
  } finally {
    await holder.query('ROLLBACK');
  }
  expect((await first).status).toBe(200);
});
