import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTestPool } from '@errand/test-kit';
import type { Pool } from 'pg';
import { actions, auditLogOf } from './audit-log.ts';
import { type Account, type TestGateway, jsonOf, startGateway, workspaceOf } from './gateway.ts';

let gateway: TestGateway;
let sql: Pool;
beforeAll(async () => {
  gateway = await startGateway({ env: { ERRAND_TRUST_PROXY: '1' } });
  sql = openTestPool(gateway.database.url);
});
afterAll(async () => {
  await sql?.end();
  await gateway?.[Symbol.asyncDispose]();
});

const { entries, noted } = auditLogOf(() => sql);

const FROM = { 'X-Forwarded-For': '192.0.2.7', 'X-Request-ID': 'the-request' };

/** A signed-in person's request from a known address, with a known id. */
function send(account: Account, place: string, body: unknown = {}) {
  return gateway.fetch(place, {
    method: 'POST',
    headers: {
      cookie: account.cookie,
      origin: gateway.origin,
      'Content-Type': 'application/json',
      ...FROM,
    },
    body: JSON.stringify(body),
  });
}

describe('keys', () => {
  test('creating, rotating and revoking a key add one entry each, with actor, action and address', async () => {
    const ada = await gateway.signUp();
    const workspaceId = await workspaceOf(gateway, ada);
    const { result: made, added: making } = await noted(async () => {
      const answer = await send(ada, '/v1/api-keys', { name: 'canary-name', scopes: ['runs:read'] });
      return await jsonOf<{ id: string; key: string }>(answer);
    });
    const { result: rotated, added: rotating } = await noted(async () =>
      jsonOf<{ key: string }>(await send(ada, `/v1/api-keys/${made.id}/rotate`, { graceSeconds: 60 })),
    );
    const { added: using } = await noted(() => gateway.asKey(rotated.key, '/v1/runs'));
    const { added: revoking } = await noted(() => send(ada, `/v1/api-keys/${made.id}/revoke`));
    const { added: again } = await noted(() => send(ada, `/v1/api-keys/${made.id}/revoke`));
    expect([making, rotating, using, revoking, again].map(actions)).toEqual([
      ['key.created'],
      ['key.rotated'],
      [],
      ['key.revoked'],
      [],
    ]);
    for (const entry of [...making, ...rotating, ...revoking])
      expect(entry).toMatchObject({
        workspace_id: workspaceId,
        user_id: ada.userId,
        key_id: null,
        object_id: made.id,
        address: '192.0.2.7',
        request_id: 'the-request',
      });
    const all = JSON.stringify(await entries());
    for (const secret of [made.key, rotated.key]) expect(all).not.toContain(secret.slice(13));
    expect(all).not.toContain('canary-name');
  });

  test('a rejected request adds no entry', async () => {
    const ada = await gateway.signUp();
    const eve = await gateway.signUp();
    const { id } = await gateway.makeKey(ada, ['runs:read']);
    const { result, added } = await noted(async () => [
      (await send(ada, '/v1/api-keys', { name: '', scopes: ['runs:read'] })).status,
      (
        await send(ada, '/v1/api-keys', {
          name: 'a',
          scopes: ['runs:read'],
          expiresAt: '2000-01-01T00:00:00Z',
        })
      ).status,
      (await send(eve, `/v1/api-keys/${id}/rotate`)).status,
      (await send(eve, `/v1/api-keys/${id}/revoke`)).status,
    ]);
    expect(result).toEqual([422, 422, 404, 404]);
    expect(added).toEqual([]);
  });

  test('concurrent rotations add as many entries as secrets', async () => {
    const ada = await gateway.signUp();
    const { id } = await gateway.makeKey(ada, ['runs:read']);
    const { result, added } = await noted(() =>
      Promise.all(
        Array.from({ length: 8 }, async () => (await send(ada, `/v1/api-keys/${id}/rotate`)).status),
      ),
    );
    expect(actions(added)).toEqual(result.filter((status) => status === 200).map(() => 'key.rotated'));
    expect(added.length).toBeGreaterThan(0);
  });

  test('a change is rolled back when its audit entry cannot be written', async () => {
    const ada = await gateway.signUp();
    const { id } = await gateway.makeKey(ada, ['runs:read']);
    await sql.query("ALTER TABLE audit_log ADD CONSTRAINT full_up CHECK (action <> 'key.revoked') NOT VALID");
    try {
      expect((await send(ada, `/v1/api-keys/${id}/revoke`)).status).toBe(500);
      const { rows } = await sql.query<{ revoked_at: Date | null }>(
        'SELECT revoked_at FROM api_keys WHERE id = $1',
        [id],
      );
      expect(rows).toEqual([{ revoked_at: null }]);
    } finally {
      await sql.query('ALTER TABLE audit_log DROP CONSTRAINT full_up');
    }
  });
});

describe('people', () => {
  const PASSWORD = 'canary password of this test';
  const credentials = (email: string, password = PASSWORD) => ({ name: 'Canary Person', email, password });
  const post = (place: string, body: unknown) =>
    gateway.fetch(place, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...FROM },
      body: JSON.stringify(body),
    });
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');

  test('sign-up, sign-in, failed sign-in and sign-out are audited without passwords and e-mail addresses', async () => {
    const email = 'canary.person@example.com';
    const { result: signUp, added: up } = await noted(() =>
      post('/api/auth/sign-up/email', credentials(email)),
    );
    expect(signUp.status).toBe(200);
    const userId = (await jsonOf<{ user: { id: string } }>(signUp)).user.id;
    expect(actions(up).toSorted()).toEqual([
      'account.created',
      'member.added',
      'session.started',
      'workspace.created',
    ]);
    for (const entry of up)
      expect(entry).toMatchObject({ user_id: userId, address: '192.0.2.7', request_id: 'the-request' });

    const { added: failed } = await noted(async () => {
      expect(
        (await post('/api/auth/sign-in/email', credentials('Canary.Person@Example.com', 'canary wrong')))
          .status,
      ).toBe(401);
      expect((await post('/api/auth/sign-in/email', credentials('canary-nobody@example.com'))).status).toBe(
        401,
      );
    });
    expect(failed).toMatchObject([
      { action: 'account.sign_in_failed', object_id: userId, user_id: null, address: '192.0.2.7' },
      { action: 'account.sign_in_failed', object_id: null, user_id: null, request_id: 'the-request' },
    ]);

    const { result: signIn, added: started } = await noted(() =>
      post('/api/auth/sign-in/email', credentials(email)),
    );
    expect(started).toMatchObject([{ action: 'session.started', user_id: userId, address: '192.0.2.7' }]);
    const account = { cookie: cookieOf(signIn), userId };
    const { added: changed } = await noted(() =>
      send(account, '/api/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'canary new password',
      }),
    );
    // Changing the password ends the account's other session, the one that signing up began.
    expect(changed).toMatchObject([
      { action: 'account.password_changed', user_id: userId, object_id: userId },
      { action: 'session.ended', user_id: userId },
    ]);
    const { added: ended } = await noted(() => send(account, '/api/auth/sign-out'));
    expect(ended).toMatchObject([
      { action: 'session.ended', user_id: userId, object_id: started[0]?.object_id },
    ]);
    expect(JSON.stringify(await entries()).toLowerCase()).not.toContain('canary');
  });

  test('a rejected sign-up adds no entry', async () => {
    const { added } = await noted(async () => {
      expect(
        (await post('/api/auth/sign-up/email', { ...credentials('short@example.com'), password: 'x' }))
          .status,
      ).toBe(400);
    });
    expect(added).toEqual([]);
  });

  test('inviting, joining, changing roles and leaving are audited under the person who does them', async () => {
    const [owner, guest] = [await gateway.signUp(), await gateway.signUp()];
    const organizationId = await workspaceOf(gateway, owner);
    const { rows } = await sql.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      guest.userId,
    ]);
    const organization = '/api/auth/organization';
    const { result: invitation, added: invited } = await noted(async () =>
      jsonOf<{ id: string }>(
        await send(owner, `${organization}/invite-member`, {
          email: rows[0]?.email,
          role: 'member',
          organizationId,
        }),
      ),
    );
    expect(invited).toMatchObject([
      {
        action: 'invitation.created',
        workspace_id: organizationId,
        user_id: owner.userId,
        object_id: invitation.id,
      },
    ]);
    const { result: refused, added: none } = await noted(
      async () =>
        (await send(guest, `${organization}/update`, { organizationId, data: { name: 'Mine' } })).status,
    );
    expect(refused).toBeGreaterThanOrEqual(400);
    expect(none).toEqual([]);
    const { added: joined } = await noted(() =>
      send(guest, `${organization}/accept-invitation`, { invitationId: invitation.id }),
    );
    expect(joined).toMatchObject([
      { action: 'invitation.accepted', user_id: guest.userId, object_id: invitation.id },
      {
        action: 'member.added',
        user_id: guest.userId,
        object_id: guest.userId,
        workspace_id: organizationId,
      },
    ]);
    const { rows: members } = await sql.query<{ id: string }>(
      'SELECT id FROM members WHERE workspace_id = $1 AND user_id = $2',
      [organizationId, guest.userId],
    );
    const memberId = members[0]?.id;
    const { added: raised } = await noted(() =>
      send(owner, `${organization}/update-member-role`, { memberId, role: 'admin', organizationId }),
    );
    expect(raised).toMatchObject([
      {
        action: 'member.role_changed',
        user_id: owner.userId,
        object_id: guest.userId,
        workspace_id: organizationId,
      },
    ]);
    const { added: removed } = await noted(() =>
      send(owner, `${organization}/remove-member`, { memberIdOrEmail: memberId, organizationId }),
    );
    expect(removed).toMatchObject([
      {
        action: 'member.removed',
        user_id: owner.userId,
        object_id: guest.userId,
        workspace_id: organizationId,
      },
    ]);
  });

  test('concurrent requests are audited under the right people', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => gateway.signUp()));
    const { added } = await noted(() =>
      Promise.all(people.map((one) => gateway.makeKey(one, ['runs:read']))),
    );
    expect(added.map(({ user_id }) => user_id).toSorted()).toEqual(
      people.map(({ userId }) => userId).toSorted(),
    );
    const { rows } = await sql.query(
      'SELECT FROM audit_log JOIN api_keys ON api_keys.id::text = object_id WHERE user_id <> created_by',
    );
    expect(rows).toHaveLength(0);
  });
});

describe('the log', () => {
  test.each([
    "UPDATE audit_log SET user_id = 'somebody else'",
    'DELETE FROM audit_log',
    'DELETE FROM audit_log WHERE false',
    'TRUNCATE audit_log',
    "INSERT INTO audit_log (id, action) SELECT min(id), 'x' FROM audit_log ON CONFLICT (id) DO UPDATE SET action = 'x'",
  ])('refuses %s', async (statement) => {
    const before = await entries();
    await expect(sql.query(statement)).rejects.toThrow('the audit log is append-only');
    expect(await entries()).toEqual(before);
  });
});
