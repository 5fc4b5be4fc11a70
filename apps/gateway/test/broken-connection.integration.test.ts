import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

const signUp = () =>
  gateway.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Kay',
      email: `kay-${Date.now()}@example.com`,
      password: 'a long password',
    }),
  });
const read = (path: string) => gateway.fetch(`/api/auth/${path}`, { headers: { cookie: account.cookie } });

test.each([
  ['the account of a sign-up is stored', 'users', 'SHARE', signUp],
  ['the password of a sign-up is stored', 'accounts', 'SHARE', signUp],
  ['the session of a sign-up is stored', 'sessions', 'SHARE', signUp],
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
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    try {
      const answer = request();
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await waitFor('the statement that waits', async () => (await admin.query(end)).rowCount === 1);
      const { status, headers } = await answer;
      expect([status, headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect((await gateway.fetch('/readyz')).status).toBe(200);
    } finally {
      await holder.query('ROLLBACK');
    }
  },
);
