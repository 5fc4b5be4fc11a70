import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type TestGateway, jsonOf, startGateway } from './gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => gateway?.[Symbol.asyncDispose]());

function signIn(email: string, password: string, headers: Record<string, string> = {}, on = gateway) {
  return on.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

test.each([
  ['a query', 'GET', 'device?user_code=%00', undefined, ''],
  ['a body', 'POST', 'device/token', 'application/json', String.raw`"device_code":"\u0000"`],
  ['a body', 'POST', 'device/token', 'application/json', String.raw`"device_code":"\ud800"`],
])('%s with a character that cannot be stored returns 422: %#', async (_what, method, path, type, field) => {
  const response = await gateway.fetch(`/api/auth/${path}`, {
    method,
    ...(type !== undefined && {
      headers: { 'Content-Type': type },
      body: `{"client_id":"errand-cli","grant_type":"${DEVICE_GRANT}",${field}}`,
    }),
  });
  expect([response.status, (await jsonOf(response)).detail]).toEqual([
    422,
    expect.stringContaining('must not contain NUL'),
  ]);
});

test('a device may request a code and its token with forms, as in RFC 8628', async () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await gateway.fetch(`/api/auth/device/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'errand-cli', ...fields }),
    });
    return { status: response.status, body: await jsonOf<Record<string, string>>(response) };
  };
  const { body } = await post('code', {});
  expect(body).toMatchObject({ user_code: expect.any(String), device_code: expect.any(String) });
  expect(
    await post('token', { grant_type: DEVICE_GRANT, device_code: body['device_code'] ?? '' }),
  ).toMatchObject({
    status: 400,
    body: { error: 'authorization_pending', detail: expect.any(String) },
  });
  expect((await post('token', { grant_type: DEVICE_GRANT, device_code: '\0' })).status).toBe(422);
});

describe('signing up', () => {
  const signUp = (body: object, headers: Record<string, string> = {}) =>
    gateway.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

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
    const post = (path: string, body: object) =>
      gateway.fetch(`/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', cookie, origin: gateway.url },
        body: JSON.stringify(body),
      });
    const name = '☃'.repeat(121);
    for (const [path, body] of [
      ['update-user', { name }],
      ['organization/create', { name, slug: 'snow' }],
      ['organization/update', { data: { name } }],
    ] as const) {
      const response = await post(path, body);
      expect([path, response.status]).toEqual([path, 422]);
      expect((await jsonOf(response)).detail).toMatch(/^name: must be 1 to 1\d0 characters long$/);
    }
    expect((await post('update-user', { name: '☃'.repeat(100) })).status).toBe(200);
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

describe('signing in', () => {
  test('is limited by account and address: the right password fails too after ten wrong ones', async () => {
    await gateway.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Guess', email: 'guess@example.com', password: 'the right password' }),
    });
    const attempts = await Promise.all(
      Array.from({ length: 12 }, () => signIn('Guess@example.com', 'wrong password')),
    );
    const statuses = attempts.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    // A gateway that has no connection to spare answers 503, which counts as an attempt.
    expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([401, 429]));
    const refused = await signIn('guess@example.com', 'the right password');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('is limited by address, which a caller cannot choose', async () => {
    await using other = await startGateway();
    const attempt = (number: number) =>
      signIn(
        `nobody-${number}@example.com`,
        'wrong password',
        { 'X-Forwarded-For': `10.0.0.${number}`, 'X-Errand-Client-Address': `10.0.0.${number}` },
        other,
      );
    const answers = await Promise.all(Array.from({ length: 52 }, (_, number) => attempt(number)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('is recorded with the address that a trusted proxy names, and only then', async () => {
    await using proxied = await startGateway({ env: { ERRAND_TRUST_PROXY: '1' } });
    const addressSeenBy = async (on: TestGateway) => {
      const response = await on.fetch('/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '1.1.1.1, 203.0.113.9' },
        body: JSON.stringify({
          name: 'Far',
          email: `far-${Math.random()}@example.com`,
          password: 'long enough',
        }),
      });
      const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const { session } = await jsonOf<{ session: { ipAddress: string } }>(
        await on.fetch('/api/auth/get-session', { headers: { cookie } }),
      );
      return session.ipAddress;
    };
    expect(await addressSeenBy(proxied)).toBe('203.0.113.9');
    expect(await addressSeenBy(gateway)).toBe('127.0.0.1');
  });

  test('a success resets the account’s count', async () => {
    await gateway.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Typo', email: 'typo@example.com', password: 'the right password' }),
    });
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 5; wrong += 1)
        expect((await signIn('typo@example.com', 'wrong')).status).toBe(401);
      expect((await signIn('typo@example.com', 'the right password')).status).toBe(200);
    }
  });
});

describe('wrong passwords', () => {
  const PASSWORD = 'the right password';
  let proxied: TestGateway;
  beforeAll(async () => {
    proxied = await startGateway({ env: { ERRAND_TRUST_PROXY: '1' } });
  });
  afterAll(async () => proxied?.[Symbol.asyncDispose]());

  const post = (path: string, body: object, headers: Record<string, string>) =>
    proxied.fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', origin: proxied.origin, ...headers },
      body: JSON.stringify(body),
    });
  const from = (address: string, cookie?: string) => ({
    'X-Forwarded-For': address,
    ...(cookie !== undefined && { cookie }),
  });
  const signUpAt = async (email: string, address: string) => {
    const response = await post('sign-up/email', { name: 'X', email, password: PASSWORD }, from(address));
    expect(response.status).toBe(200);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0] ?? '')
      .join('; ');
  };
  const tryAt = async (email: string, password: string, address: string, cookie?: string) =>
    (await post('sign-in/email', { email, password }, from(address, cookie))).status;
  const guess = async (email: string, address: string, times: number) =>
    await Promise.all(Array.from({ length: times }, () => tryAt(email, 'wrong', address)));

  test('wrong passwords lock the account only for the address that sent them', async () => {
    const email = 'locked@example.com';
    await signUpAt(email, '203.0.113.1');
    await guess(email, '203.0.113.2', 12);
    expect(await tryAt(email, PASSWORD, '203.0.113.2')).toBe(429);
    expect(await tryAt(email, PASSWORD, '203.0.113.1')).toBe(200);
  });

  test('wrong passwords do not lock out a browser that signed in before from the same address', async () => {
    const email = 'shared@example.com';
    const cookie = await signUpAt(email, '203.0.113.3');
    const device = cookie.split('; ').find((each) => each.includes('known_device')) ?? '';
    const foreign = await signUpAt('other@example.com', '203.0.113.3');
    await guess(email, '203.0.113.3', 12);
    expect(await tryAt(email, PASSWORD, '203.0.113.3')).toBe(429);
    expect(
      await tryAt(email, PASSWORD, '203.0.113.3', foreign.replace(/.*known_device/, 'errand.known_device')),
    ).toBe(429);
    for (let wrong = 0; wrong < 10; wrong += 1)
      expect(await tryAt(email, 'wrong', '203.0.113.3', device)).toBe(401);
    expect(await tryAt(email, PASSWORD, '203.0.113.3', device)).toBe(429);
  });

  test('after wrong passwords from many addresses each address has three tries, and the right password works from anywhere', async () => {
    const email = 'hunted@example.com';
    await signUpAt(email, '203.0.113.4');
    for (let host = 1; host <= 5; host += 1) await guess(email, `198.51.100.${host}`, 10);
    expect(await guess(email, '198.51.100.99', 5)).toEqual(expect.arrayContaining([401, 401, 401, 429, 429]));
    expect(await tryAt(email, PASSWORD, '198.51.100.98')).toBe(200);
  });

  test.each(['change-password', 'verify-password'])(
    'wrong passwords at %s count like those at sign-in',
    async (route) => {
      const email = `${route}@example.com`;
      const cookie = await signUpAt(email, '203.0.113.5');
      const ask = async (currentPassword: string, address: string) =>
        (
          await post(
            route,
            { currentPassword, password: currentPassword, newPassword: 'another right password' },
            from(address, cookie),
          )
        ).status;
      for (let wrong = 0; wrong < 10; wrong += 1) expect(await ask('wrong', '203.0.113.5')).toBe(400);
      expect(await ask(PASSWORD, '203.0.113.5')).toBe(429);
      expect(await ask(PASSWORD, '203.0.113.6')).toBe(429);
      expect(await tryAt(email, PASSWORD, '203.0.113.6')).toBe(200);
    },
  );
});

describe('changing the password', () => {
  test('ends the other sessions of the account and keeps the one that asked', async () => {
    const ada = await gateway.signUp('Ada');
    const other = await gateway.signUp('Bob');
    const { user } = await jsonOf<{ user: { email: string } }>(
      await gateway.fetch('/api/auth/get-session', { headers: { cookie: ada.cookie } }),
    );
    const second = await signIn(user.email, 'a long enough password');
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
    const response = await signIn('typo@example.com', 'the right password', {
      origin: 'https://evil.example',
    });
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
      const response = await gateway.fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', cookie, origin: gateway.origin },
        body: JSON.stringify({
          email: 'typo@example.com',
          password: 'the right password',
          callbackURL: target,
        }),
      });
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
  const ask = (path: string, body: object) =>
    gateway.fetch(`/api/auth/device/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const grant = (deviceCode: string) =>
    ask('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
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

  test('refuses unknown applications', async () => {
    expect((await ask('code', { client_id: 'someone-else' })).status).toBe(400);
  });
});
