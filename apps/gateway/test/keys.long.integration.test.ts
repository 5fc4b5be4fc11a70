import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Route, Scope, publicRoutes } from '@errand/contracts';
import { query, waitFor } from '@errand/test-kit';
import { Client } from 'pg';
import { type StandIn, type TestGateway, jsonOf, keysOf, startGateway, startStandIn } from './gateway.ts';

let services: StandIn;
let gateway: TestGateway;
beforeAll(async () => {
  services = await startStandIn();
  gateway = await startGateway({ services });
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());
afterAll(async () => services?.[Symbol.asyncDispose]());

const ID = '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';
function pathOf(route: Route) {
  return route.path.replaceAll(/\{\w+\}/g, ID);
}
function request(on: TestGateway, key: string, route: Route) {
  return on.asKey(key, pathOf(route), {
    method: route.method,
    ...(route.method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  });
}

test('a new user can sign up, create a key and call the API', async () => {
  const ada = await gateway.signUp();
  const made = await gateway.makeKey(ada, ['runs:read'], { name: 'ci' });
  expect(Object.keys(made).sort()).toEqual(
    'createdAt createdBy expiresAt id key lastUsedAt name prefix scopes status'.split(' '),
  );
  expect(made).toMatchObject({ name: 'ci', scopes: ['runs:read'], status: 'active', lastUsedAt: null });
  expect(made.key).toMatch(/^erk_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
  expect(made.key.startsWith(`${made.prefix}_`)).toBe(true);
  expect((await gateway.asKey(made.key, '/v1/runs')).status).toBe(200);
  const [listed] = await keysOf(gateway, ada);
  expect(listed).not.toHaveProperty('key');
  await waitFor('the time of its last use', async () => (await keysOf(gateway, ada))[0]?.lastUsedAt !== null);
});

test('the database does not contain the secret of a key', async () => {
  const { key } = await gateway.makeKey(await gateway.signUp(), ['runs:read']);
  const client = new Client({ connectionString: gateway.database.url });
  await client.connect();
  const { rows } = await client.query<{ row: string }>('SELECT api_keys::text AS row FROM api_keys');
  await client.end();
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toContain(key.slice(13));
});

describe('without a valid key', () => {
  test('every reason gets the same answer', async () => {
    const ada = await gateway.signUp();
    const { key, prefix } = await gateway.makeKey(ada, ['runs:read']);
    const other = await gateway.makeKey(ada, ['runs:read']);
    const authorizations = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${key}`,
      key,
      `Bearer ${key} ${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}0`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${prefix}${other.key.slice(prefix.length)}`,
      'Bearer erk_00000000_0000000000000000000000000000000000000000000000000',
    ];
    const answers = await Promise.all(
      authorizations.map(async (authorization) => {
        const response = await gateway.fetch('/v1/runs', {
          headers: authorization === undefined ? {} : { authorization },
        });
        expect([authorization, response.status]).toEqual([authorization, 401]);
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
        return response.text();
      }),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('compares the scheme without case', async () => {
    const { key } = await gateway.makeKey(await gateway.signUp(), ['runs:read']);
    const response = await gateway.fetch('/v1/runs', { headers: { authorization: `bearer ${key}` } });
    expect(response.status).toBe(200);
  });
});

describe('scopes', () => {
  const scoped = publicRoutes.filter(({ access }) => typeof access !== 'string' && access.scopes.length > 0);

  test('a route accepts its own scope and no other', async () => {
    const ada = await gateway.signUp();
    const keys = await Promise.all(
      Scope.options.map(async (scope) => ({ scope, ...(await gateway.makeKey(ada, [scope])) })),
    );
    for (const route of scoped)
      for (const { scope, key } of keys) {
        const response = await request(gateway, key, route);
        const needed = typeof route.access === 'string' ? [] : route.access.scopes;
        const allowed = needed.length === 1 && needed[0] === scope;
        expect([route.name, scope, response.status]).toEqual([route.name, scope, allowed ? 200 : 403]);
        if (!allowed)
          expect((await jsonOf(response)).detail).toContain(needed.find((each) => each !== scope));
      }
  });

  test('a session has all scopes', async () => {
    const ada = await gateway.signUp();
    const response = await gateway.asPerson(ada, '/v1/runs', { task: 'x' });
    expect(response.status).toBe(200);
    const principal = JSON.parse(String(services.received.at(-1)?.headers['x-errand-principal'])) as object;
    expect(principal).toMatchObject({ userId: ada.userId, keyId: null, scopes: Scope.options });
  });
});

describe('key administration', () => {
  test('requires a session and rejects keys', async () => {
    const ada = await gateway.signUp();
    const { key } = await gateway.makeKey(ada, Scope.options);
    for (const route of publicRoutes.filter(({ access }) => access === 'session')) {
      expect([route.name, (await request(gateway, key, route)).status]).toEqual([route.name, 401]);
      const both = await gateway.fetch(pathOf(route), {
        method: route.method,
        headers: { cookie: ada.cookie, origin: gateway.origin, authorization: `Bearer ${key}` },
      });
      expect([route.name, both.status]).toEqual([route.name, 401]);
    }
  });

  test.each([
    [{}, 'name'],
    [{ name: '', scopes: ['runs:read'] }, 'name'],
    [{ name: 'x'.repeat(101), scopes: ['runs:read'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['runs:all'] }, 'scopes[0]'],
    [{ name: 'x', scopes: ['runs:read'], expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', scopes: ['runs:read'], expiresAt: 'soon' }, 'expiresAt'],
    [{ name: 'x', scopes: ['runs:read'], admin: true }, 'admin'],
  ])('refuses %j, naming the field', async (body, field) => {
    const response = await gateway.asPerson(await gateway.signUp(), '/v1/api-keys', body);
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).detail.split(':')[0]).toBe(field);
  });

  test('a key of another workspace gets the same 404 as an unknown one', async () => {
    const { id } = await gateway.makeKey(await gateway.signUp(), ['runs:read']);
    const stranger = await gateway.signUp();
    for (const verb of ['rotate', 'revoke']) {
      const theirs = await gateway.asPerson(stranger, `/v1/api-keys/${id}/${verb}`);
      const nobodys = await gateway.asPerson(stranger, `/v1/api-keys/${ID}/${verb}`);
      const malformed = await gateway.asPerson(stranger, `/v1/api-keys/${id.toUpperCase()}/${verb}`);
      expect([theirs.status, nobodys.status, malformed.status]).toEqual([404, 404, 404]);
      expect(await theirs.text()).toBe(await nobodys.text());
    }
  });

  test('members manage their own keys, owners those of everyone', async () => {
    const owner = await gateway.signUp();
    const member = await gateway.signUp();
    const client = new Client({ connectionString: gateway.database.url });
    await client.connect();
    await client.query(
      `WITH w AS (SELECT workspace_id FROM members WHERE user_id = $1),
            m AS (INSERT INTO members SELECT gen_random_uuid()::text, workspace_id, $2, 'member', now() FROM w)
       UPDATE sessions SET active_organization_id = (SELECT workspace_id FROM w) WHERE user_id = $2`,
      [owner.userId, member.userId],
    );
    await client.end();
    const owners = await gateway.makeKey(owner, ['runs:read']);
    const members = await gateway.makeKey(member, ['runs:read']);
    expect((await keysOf(gateway, member)).map(({ id }) => id)).toEqual([members.id]);
    expect((await keysOf(gateway, owner)).map(({ id }) => id)).toEqual([members.id, owners.id]);
    expect((await gateway.asPerson(member, `/v1/api-keys/${owners.id}/revoke`)).status).toBe(404);
    expect((await gateway.asPerson(owner, `/v1/api-keys/${members.id}/revoke`)).status).toBe(200);
  });

  test('revoking ends a key within a second on every gateway, and may be repeated', async () => {
    await using second = await startGateway({ services, database: gateway.database });
    const ada = await gateway.signUp();
    const { key, id } = await gateway.makeKey(ada, ['runs:read']);
    for (const each of [gateway, second]) expect((await each.asKey(key, '/v1/runs')).status).toBe(200);
    const revoked = await gateway.asPerson(ada, `/v1/api-keys/${id}/revoke`);
    const revokedAt = performance.now();
    expect([revoked.status, (await jsonOf<{ status: string }>(revoked)).status]).toEqual([200, 'revoked']);
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(401);
    let lastAccepted = revokedAt;
    await waitFor('the refusal of the revoked key', async () => {
      const sent = performance.now();
      const { status } = await second.asKey(key, '/v1/runs');
      if (status === 200) lastAccepted = sent;
      return status === 401;
    });
    expect(lastAccepted - revokedAt).toBeLessThan(1_000);
    const again = await gateway.asPerson(ada, `/v1/api-keys/${id}/revoke`, {});
    expect([again.status, (await jsonOf<{ status: string }>(again)).status]).toEqual([200, 'revoked']);
    const rotate = await gateway.asPerson(ada, `/v1/api-keys/${id}/rotate`);
    expect(rotate.status).toBe(409);
  });

  test('rotation: the new secret works at once everywhere, the old one for the grace period', async () => {
    await using second = await startGateway({ services, database: gateway.database });
    const ada = await gateway.signUp();
    const first = await gateway.makeKey(ada, ['runs:read']);
    expect((await second.asKey(first.key, '/v1/runs')).status).toBe(200);
    const asked = Date.now();
    const rotated = await jsonOf<{ key: string; id: string; prefix: string }>(
      await gateway.asPerson(ada, `/v1/api-keys/${first.id}/rotate`, { graceSeconds: 3_600 }),
    );
    const answered = Date.now();
    expect([rotated.id, rotated.prefix]).toEqual([first.id, first.prefix]);
    expect(rotated.key).not.toBe(first.key);
    for (const each of [gateway, second]) {
      expect((await each.asKey(rotated.key, '/v1/runs')).status).toBe(200);
      expect((await each.asKey(first.key, '/v1/runs')).status).toBe(200);
    }
    const [grace] = await query<{ over: Date }>(
      gateway.database.url,
      `SELECT previous_expires_at AS over FROM api_keys WHERE id = '${first.id}'`,
    );
    const over = Number(grace?.over) - 3_600_000;
    expect([over >= asked, over <= answered]).toEqual([true, true]);
    await query(
      gateway.database.url,
      `UPDATE api_keys SET previous_expires_at = now() WHERE id = '${first.id}'`,
    );
    for (const each of [gateway, second])
      await waitFor(
        'the end of the old secret',
        async () => (await each.asKey(first.key, '/v1/runs')).status === 401,
      );
    expect((await second.asKey(rotated.key, '/v1/runs')).status).toBe(200);
  });

  test('rotation without a grace period ends the old secret at once', async () => {
    const ada = await gateway.signUp();
    const { key, id } = await gateway.makeKey(ada, ['runs:read']);
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(200);
    expect((await gateway.asPerson(ada, `/v1/api-keys/${id}/rotate`)).status).toBe(200);
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(401);
    const beyond = await gateway.asPerson(ada, `/v1/api-keys/${id}/rotate`, { graceSeconds: 86_401 });
    expect(beyond.status).toBe(422);
  });

  test('a key stops working at its expiry time', async () => {
    const ada = await gateway.signUp();
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const { id, key, expiresAt } = await gateway.makeKey(ada, ['runs:read'], { expiresAt: inAnHour });
    expect(expiresAt).toBe(inAnHour);
    expect((await gateway.asKey(key, '/v1/runs')).status).toBe(200);
    const [soon] = await query<{ moment: Date }>(
      gateway.database.url,
      `UPDATE api_keys SET expires_at = now() + interval '2 s' WHERE id = '${id}' RETURNING expires_at AS moment`,
    );
    await waitFor('the expiry of the key', async () => (await gateway.asKey(key, '/v1/runs')).status === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Number(soon?.moment));
    expect((await keysOf(gateway, ada))[0]).toMatchObject({
      status: 'expired',
      expiresAt: soon?.moment.toISOString(),
    });
  });
});
