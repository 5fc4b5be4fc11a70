import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type TestGateway, jsonOf, startGateway } from './gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return gateway.fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function signUp(body: object) {
  return post('sign-up/email', body);
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

describe('signing up', () => {
  test('sets an HttpOnly, SameSite=Lax session cookie', async () => {
    const response = await signUp({ name: 'Eve', email: 'eve@example.com', password: 'a long password' });
    expect(response.status).toBe(200);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^errand\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  test('creates a workspace of the user’s own and puts the session in it', async () => {
    const ada = await gateway.signUp('Ada');
    const headers = { cookie: ada.cookie };
    const session = await jsonOf<{ session: { activeOrganizationId: string } }>(
      await gateway.fetch('/api/auth/get-session', { headers }),
    );
    const workspaces = await jsonOf<{ id: string; name: string }[]>(
      await gateway.fetch('/api/auth/organization/list', { headers }),
    );
    expect(workspaces).toHaveLength(1);
    expect(workspaces[0]?.name).toBe("Ada's workspace");
    expect(session.session.activeOrganizationId).toBe(workspaces[0]?.id);
    expect(workspaces[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  });

  test.each([
    ['a short password', { name: 'X', email: 'short@example.com', password: '1234567' }, 400],
    ['no e-mail address', { name: 'X', email: 'not-an-address', password: 'a long password' }, 400],
    ['a NUL in the name', { name: 'X\0', email: 'nul@example.com', password: 'a long password' }, 422],
    ['a blank name', { name: ' ', email: 'blank@example.com', password: 'a long password' }, 422],
    [
      'a name of 101 characters',
      { name: 'x'.repeat(101), email: 'x@example.com', password: 'a long password' },
      422,
    ],
  ])('refuses %s', async (_what, body, status) => {
    const response = await signUp(body);
    expect(response.status).toBe(status);
    expect((await jsonOf(response)).detail).toEqual(expect.any(String));
  });

  test('refuses names of people and workspaces that are too long, wherever they are set', async () => {
    const { cookie } = await gateway.signUp('Ada');
    const asAda = { cookie, origin: gateway.url };
    const name = '☃'.repeat(121);
    for (const [path, body] of [
      ['update-user', { name }],
      ['organization/create', { name, slug: 'snow' }],
      ['organization/update', { data: { name } }],
    ] as const) {
      const response = await post(path, body, asAda);
      expect([path, response.status]).toEqual([path, 422]);
      expect((await jsonOf(response)).detail).toMatch(/^name: must be 1 to 1\d0 characters long$/);
    }
    expect((await post('update-user', { name: '☃'.repeat(100) }, asAda)).status).toBe(200);
    expect((await gateway.fetch('/v1/me', { headers: { cookie } })).status).toBe(200);
  });

  test('an address can be used once, whatever its case', async () => {
    const person = { name: 'Kay', email: 'Kay@Example.com', password: 'a long password' };
    expect((await signUp(person)).status).toBe(200);
    expect((await signUp({ ...person, email: 'kay@example.COM' })).status).toBe(422);
  });

  test('is refused once the operator has closed sign-up', async () => {
    await using closed = await startGateway({ env: { ERRAND_SIGN_UP: 'off' } });
    await expect(closed.signUp()).rejects.toThrow('sign-up answered 400');
  });

  test('returns 503 while the database is unavailable, and works once it is back', async () => {
    await using other = await startGateway();
    const admin = new Client({ connectionString: other.database.adminUrl.replace(/\/[^/]+$/, '/postgres') });
    await admin.connect();
    const name = new URL(other.database.url).pathname.slice(1);
    try {
      const account = await other.signUp();
      await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
      // A connection that was being opened then would leave the gateway ready.
      await waitFor('the end of all connections', async () => {
        const terminate = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
        return (await admin.query(terminate, [name])).rowCount === 0;
      });
      await waitFor('an unready gateway', async () => (await other.fetch('/readyz')).status === 503);
      await expect(other.signUp()).rejects.toThrow('sign-up answered 503');
      const listed = await other.fetch('/v1/api-keys', { headers: { cookie: account.cookie } });
      expect(listed.status).toBe(503);
      expect(listed.headers.get('Retry-After')).toMatch(/^\d+$/);
      await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
      await other.signUp();
    } finally {
      await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
      await admin.end();
    }
  });
});

describe('outside localhost', () => {
  test('the session cookie is Secure', async () => {
    await using secure = await startGateway({ env: { ERRAND_PUBLIC_URL: 'https://errand.example' } });
    const { cookie } = await secure.signUp();
    expect(cookie).toMatch(/^__Secure-errand\.session_token=/);
  });
});

describe('changing the password', () => {
  test('ends the other sessions of the account and keeps the one that asked', async () => {
    const ada = await gateway.signUp('Ada');
    const other = await gateway.signUp('Bob');
    const { user } = await jsonOf<{ user: { email: string } }>(
      await gateway.fetch('/api/auth/get-session', { headers: { cookie: ada.cookie } }),
    );
    const second = await post('sign-in/email', { email: user.email, password: 'a long enough password' });
    const elsewhere = second.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const statusOf = async (cookie: string) =>
      (await gateway.fetch('/v1/api-keys', { headers: { cookie } })).status;
    expect(await statusOf(elsewhere)).toBe(200);
    const change = (currentPassword: string) =>
      gateway.asPerson(ada, '/api/auth/change-password', {
        currentPassword,
        newPassword: 'a new long password',
      });
    expect((await change('not the password')).status).toBe(400);
    expect(await statusOf(elsewhere)).toBe(200);
    expect((await change('a long enough password')).status).toBe(200);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(ada.cookie)).toBe(200);
    expect(await statusOf(other.cookie)).toBe(200);
  });
});

describe('requests from other sites', () => {
  const person = { name: 'Grace', email: 'grace@example.com', password: 'a long password' };
  beforeAll(async () => {
    expect((await signUp(person)).status).toBe(200);
  });

  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['no Origin', {}],
    ['the null Origin', { origin: 'null' }],
    ['an Origin that only begins like ours', { origin: 'http://localhost.evil.example' }],
  ])(
    'a request from another site with a cookie and %s is refused',
    async (_what, headers: Record<string, string>) => {
      const said = headers['origin'] === undefined ? /needs the header "Origin: / : /Cross-origin/;
      const { cookie } = await gateway.signUp();
      for (const path of [
        '/v1/api-keys',
        '/v1/runs',
        '/api/auth/sign-out',
        '/api/auth/organization/create',
      ]) {
        const response = await gateway.fetch(path, {
          method: 'POST',
          headers: { cookie, 'Content-Type': 'application/json', ...headers },
          body: '{}',
        });
        expect([path, response.status]).toEqual([path, 403]);
        expect((await jsonOf(response)).detail).toMatch(said);
      }
    },
  );

  test('a request from another site cannot sign anyone in', async () => {
    const response = await post('sign-in/email', person, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('a request from another site gets no CORS headers', async () => {
    const response = await gateway.fetch('/v1/runs', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('a request from another site cannot redirect users to another site', async () => {
    const { cookie } = await gateway.signUp();
    for (const target of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const response = await post(
        'sign-in/email',
        { ...person, callbackURL: target },
        { cookie, origin: gateway.origin },
      );
      expect([target, response.status]).toEqual([target, 403]);
      const verify = await gateway.fetch(
        `/api/auth/verify-email?token=x&callbackURL=${encodeURIComponent(target)}`,
      );
      expect(verify.headers.get('Location') ?? '').not.toMatch(/evil|javascript/);
    }
  });
});

test('an unknown route of the accounts answers JSON', async () => {
  const response = await gateway.fetch('/api/auth/no-such-thing');
  expect(response.status).toBe(404);
  expect(await jsonOf(response)).toEqual({ detail: 'Not found.' });
});

describe('pairing a device', () => {
  const ask = (path: string, body: object) => post(`device/${path}`, body);
  const grant = (deviceCode: string) =>
    ask('token', {
      grant_type: DEVICE_GRANT,
      device_code: deviceCode,
      client_id: 'errand-desktop',
    });

  test('gives it a session of the member who confirms its code', async () => {
    const ada = await gateway.signUp('Ada');
    const codes = await jsonOf<{ device_code: string; user_code: string; verification_uri: string }>(
      await ask('code', { client_id: 'errand-desktop' }),
    );
    expect(codes.verification_uri).toBe(`${gateway.origin}/device`);
    const early = await grant(codes.device_code);
    expect(early.status).toBe(400);
    expect(await jsonOf(early)).toMatchObject({ error: 'authorization_pending' });
    const seen = await gateway.fetch(`/api/auth/device?user_code=${codes.user_code}`, {
      headers: { cookie: ada.cookie },
    });
    expect(seen.status).toBe(200);
    const approved = await gateway.asPerson(ada, '/api/auth/device/approve', { userCode: codes.user_code });
    expect(approved.status).toBe(200);
    const client = new Client({ connectionString: gateway.database.url });
    await client.connect();
    await client.query('UPDATE device_codes SET last_polled_at = NULL');
    await client.end();
    const granted = await grant(codes.device_code);
    expect([granted.status, await jsonOf(granted)]).toEqual([
      200,
      expect.objectContaining({ access_token: expect.any(String) }),
    ]);
    expect((await grant(codes.device_code)).status).toBe(400);
  });

  test('a device may request a code and its token with forms, as in RFC 8628', async () => {
    const postForm = async (path: string, fields: Record<string, string>) => {
      const response = await gateway.fetch(`/api/auth/device/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'errand-cli', ...fields }),
      });
      return { status: response.status, body: await jsonOf<Record<string, string>>(response) };
    };
    const { body } = await postForm('code', {});
    expect(body).toMatchObject({ user_code: expect.any(String), device_code: expect.any(String) });
    expect(
      await postForm('token', { grant_type: DEVICE_GRANT, device_code: body['device_code'] ?? '' }),
    ).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending', detail: expect.any(String) },
    });
    expect((await postForm('token', { grant_type: DEVICE_GRANT, device_code: '\0' })).status).toBe(422);
  });

  test('refuses unknown applications', async () => {
    expect((await ask('code', { client_id: 'someone-else' })).status).toBe(400);
  });
});
