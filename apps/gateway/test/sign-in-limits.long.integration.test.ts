import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestGateway, jsonOf, startGateway } from './gateway.ts';

const PASSWORD = 'the right password';

let plain: TestGateway;
/** Behind a proxy that it trusts to name the addresses of callers. */
let proxied: TestGateway;
beforeAll(async () => {
  plain = await startGateway();
  proxied = await startGateway({ env: { ERRAND_TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await plain?.[Symbol.asyncDispose]();
  await proxied?.[Symbol.asyncDispose]();
});

function post(on: TestGateway, path: string, body: object, headers: Record<string, string> = {}) {
  return on.fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', origin: on.origin, ...headers },
    body: JSON.stringify(body),
  });
}

async function signUp(on: TestGateway, email: string, headers: Record<string, string> = {}) {
  const response = await post(on, 'sign-up/email', { name: 'X', email, password: PASSWORD }, headers);
  expect(response.status).toBe(200);
  return response;
}

function signIn(on: TestGateway, email: string, password: string, headers: Record<string, string> = {}) {
  return post(on, 'sign-in/email', { email, password }, headers);
}

describe('signing in', () => {
  test('is limited by account and address: the right password fails too after ten wrong ones', async () => {
    await signUp(proxied, 'guess@example.com');
    const attempts = await Promise.all(
      Array.from({ length: 12 }, () => signIn(proxied, 'Guess@example.com', 'wrong password')),
    );
    const statuses = attempts.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    // A gateway that has no connection to spare answers 503, which counts as an attempt.
    expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([401, 429]));
    const refused = await signIn(proxied, 'guess@example.com', PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('is limited by address, which a caller cannot choose', async () => {
    const attempt = (number: number) =>
      signIn(plain, `nobody-${number}@example.com`, 'wrong password', {
        'X-Forwarded-For': `10.0.0.${number}`,
        'X-Errand-Client-Address': `10.0.0.${number}`,
      });
    const answers = await Promise.all(Array.from({ length: 52 }, (_, number) => attempt(number)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('is recorded with the address that a trusted proxy names, and only then', async () => {
    const addressSeenBy = async (on: TestGateway) => {
      const response = await signUp(on, 'far@example.com', { 'X-Forwarded-For': '1.1.1.1, 203.0.113.9' });
      const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const { session } = await jsonOf<{ session: { ipAddress: string } }>(
        await on.fetch('/api/auth/get-session', { headers: { cookie } }),
      );
      return session.ipAddress;
    };
    expect(await addressSeenBy(proxied)).toBe('203.0.113.9');
    expect(await addressSeenBy(plain)).toBe('127.0.0.1');
  });

  test('a success resets the account’s count', async () => {
    await signUp(proxied, 'typo@example.com');
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 5; wrong += 1)
        expect((await signIn(proxied, 'typo@example.com', 'wrong')).status).toBe(401);
      expect((await signIn(proxied, 'typo@example.com', PASSWORD)).status).toBe(200);
    }
  });
});

describe('wrong passwords', () => {
  const from = (address: string, cookie?: string) => ({
    'X-Forwarded-For': address,
    ...(cookie !== undefined && { cookie }),
  });
  const signUpAt = async (email: string, address: string) => {
    const response = await signUp(proxied, email, from(address));
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0] ?? '')
      .join('; ');
  };
  const tryAt = async (email: string, password: string, address: string, cookie?: string) =>
    (await signIn(proxied, email, password, from(address, cookie))).status;
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
            proxied,
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
