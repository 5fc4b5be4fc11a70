import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type TestGateway, jsonOf, startGateway } from './gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());

describe('an invitation', () => {
  const invite = async () => {
    const owner = await gateway.signUp('Owner');
    const response = await gateway.asPerson(owner, '/api/auth/organization/invite-member', {
      email: `invited-${Math.random()}@example.com`,
      role: 'admin',
    });
    expect(response.status).toBe(200);
    return {
      owner,
      invitation: await jsonOf<{ id: string; organizationId: string; email: string }>(response),
    };
  };

  test('is accepted by the person who signs up with its address', async () => {
    const { invitation } = await invite();
    const guest = await gateway.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Guest', email: invitation.email, password: 'a long password' }),
    });
    const [cookie = ''] = guest.headers.getSetCookie();
    const accepted = await gateway.asPerson(
      { cookie: cookie.split(';', 1)[0] ?? '', userId: '' },
      '/api/auth/organization/accept-invitation',
      { invitationId: invitation.id },
    );
    expect(accepted.status).toBe(200);
  });

  test('shows itself to owners and not to plain members', async () => {
    const { owner, invitation } = await invite();
    const member = await gateway.signUp('Member');
    const client = new Client({ connectionString: gateway.database.url });
    await client.connect();
    await client.query(
      "INSERT INTO members (id, workspace_id, user_id, role, created_at) VALUES ($1, $2, $1, 'member', now())",
      [member.userId, invitation.organizationId],
    );
    await client.end();
    const seenBy = async (account: typeof owner) => {
      const answers = await Promise.all(
        ['list-invitations', 'get-full-organization'].map((path) =>
          gateway.fetch(`/api/auth/organization/${path}?organizationId=${invitation.organizationId}`, {
            headers: { cookie: account.cookie },
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      return texts.map((text) => text.includes(invitation.id));
    };
    expect(await seenBy(owner)).toEqual([true, true]);
    expect(await seenBy(member)).toEqual([false, false]);
  });
});

test('a person who left a workspace can no longer act in it', async () => {
  const ada = await gateway.signUp();
  const client = new Client({ connectionString: gateway.database.url });
  await client.connect();
  const key = await gateway.makeKey(ada, ['runs:read']);
  expect((await gateway.asKey(key.key, '/v1/runs')).status).toBe(503);
  await client.query('DELETE FROM members WHERE user_id = $1', [ada.userId]);
  await client.end();
  const listed = await gateway.fetch('/v1/api-keys', { headers: { cookie: ada.cookie } });
  expect(listed.status).toBe(401);
  await waitFor(
    'the refusal of the key',
    async () => (await gateway.asKey(key.key, '/v1/runs')).status === 401,
  );
});

test('the keys of a person who left a workspace are revoked, and stay so when they come back', async () => {
  const [ada, grace] = [await gateway.signUp('Ada'), await gateway.signUp('Grace')];
  const session = await gateway.fetch('/api/auth/get-session', { headers: { cookie: ada.cookie } });
  const { activeOrganizationId } = (await jsonOf<{ session: { activeOrganizationId: string } }>(session))
    .session;
  const join = (client: Client) =>
    client.query(
      "INSERT INTO members (id, workspace_id, user_id, role, created_at) VALUES ($1, $2, $1, 'member', now())",
      [grace.userId, activeOrganizationId],
    );
  const client = new Client({ connectionString: gateway.database.url });
  await client.connect();
  await join(client);
  const entered = await gateway.asPerson(grace, '/api/auth/organization/set-active', {
    organizationId: activeOrganizationId,
  });
  expect(entered.status).toBe(200);
  const own = await gateway.makeKey(ada, ['runs:read']);
  const left = await gateway.makeKey(grace, ['runs:read']);
  const removed = await gateway.asPerson(ada, '/api/auth/organization/remove-member', {
    memberIdOrEmail: grace.userId,
    organizationId: activeOrganizationId,
  });
  expect(removed.status).toBe(200);
  await join(client);
  await client.end();
  const { data } = await jsonOf<{ data: { id: string; status: string }[] }>(
    await gateway.fetch('/v1/api-keys', { headers: { cookie: ada.cookie } }),
  );
  const statusOf = (id: string) => data.find((key) => key.id === id)?.status;
  expect([statusOf(own.id), statusOf(left.id)]).toEqual(['active', 'revoked']);
  expect((await gateway.asKey(left.key, '/v1/runs')).status).toBe(401);
});

test.each(['set-active', 'get-full-organization'])(
  'a person whom %s refuses a workspace of others stays in their own',
  async (route) => {
    const [ada, grace] = [await gateway.signUp('Ada'), await gateway.signUp('Grace')];
    const workspaceOf = async ({ cookie }: typeof ada) =>
      (await jsonOf<{ workspace?: { id: string } }>(await gateway.fetch('/v1/me', { headers: { cookie } })))
        .workspace?.id;
    const own = await workspaceOf(ada);
    const organizationId = await workspaceOf(grace);
    const refused =
      route === 'set-active'
        ? await gateway.asPerson(ada, '/api/auth/organization/set-active', { organizationId })
        : await gateway.fetch(`/api/auth/organization/${route}?organizationId=${organizationId}`, {
            headers: { cookie: ada.cookie },
          });
    expect(refused.status).toBe(403);
    expect(await workspaceOf(ada)).toBe(own);
  },
);
