import { ApiKey, ApiKeyList, IssuedApiKey, Scope } from '@errand/contracts';
import { query, waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type Person, signUp } from './people.ts';
import { sharedStack } from './stack.ts';

let person: Person;
beforeAll(async () => {
  person = await signUp();
});

const FIELDS = 'createdAt createdBy expiresAt id lastUsedAt name prefix scopes status'.split(' ');
async function make(changes: Record<string, unknown> = {}) {
  return (await person.session.post('/v1/api-keys', { name: 'ci', scopes: ['runs:read'], ...changes })).as(
    201,
    IssuedApiKey,
  );
}
async function works(key: string) {
  return (await new Client({ authorization: `Bearer ${key}` }).get('/v1/runs')).status === 200;
}
async function listed(id: string) {
  return (await person.session.get('/v1/api-keys')).as(200, ApiKeyList).data.find((key) => key.id === id);
}
/** Changes a stored key, to bring a time nearer that is far in the future. */
function change(id: string, what: string) {
  return query<{ moment: Date }>(
    String(sharedStack().environments.gateway['ERRAND_DATABASE_URL']),
    `UPDATE api_keys SET ${what} WHERE id = '${id}' RETURNING expires_at AS moment`,
  );
}

test('the secret of a key is shown only when it is created', async () => {
  const made = await make({ name: 'Ключ 😀', scopes: ['runs:write', 'runs:read'] });
  expect(Object.keys(made).sort()).toEqual([...FIELDS, 'key'].sort());
  expect(made).toMatchObject({ name: 'Ключ 😀', status: 'active', lastUsedAt: null, expiresAt: null });
  expect([...made.scopes].sort()).toEqual(['runs:read', 'runs:write']);
  expect(made.key).toMatch(/^erk_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
  expect(made.key.startsWith(made.prefix)).toBe(true);
  const answer = await person.session.get('/v1/api-keys');
  expect(answer.text).not.toContain(made.key);
  expect(answer.text).not.toContain(made.key.slice(13));
  for (const key of answer.as(200, ApiKeyList).data) expect(Object.keys(key).sort()).toEqual(FIELDS);
  expect(await works(made.key)).toBe(true);
  await waitFor('lastUsedAt', async () => (await listed(made.id))?.lastUsedAt !== null);
});

test('the routes for API keys reject API keys, alone or beside a session', async () => {
  const { id, key } = await make({ scopes: Scope.options });
  const authorization = `Bearer ${key}`;
  for (const as of [
    new Client(),
    new Client({ authorization }),
    new Client({ ...person.session.identity, authorization }),
  ]) {
    (await as.get('/v1/api-keys')).refusal(401);
    (await as.post('/v1/api-keys', { name: 'x', scopes: ['runs:read'] })).refusal(401);
    (await as.post(`/v1/api-keys/${id}/rotate`)).refusal(401);
    (await as.post(`/v1/api-keys/${id}/revoke`)).refusal(401);
  }
  expect(await works(key)).toBe(true);
});

test.each([
  ['no name', { name: undefined }, /^name: /],
  ['an empty name', { name: '' }, /^name: /],
  ['a blank name', { name: ' \t' }, /^name: /],
  ['101 characters', { name: '😀'.repeat(101) }, /^name: /],
  ['a NUL', { name: 'a\0' }, /^name: /],
  ['a lone surrogate', { name: '\ud83d' }, /^name: /],
  ['a name that is not a text', { name: 5 }, /^name: /],
  ['no scopes', { scopes: undefined }, /^scopes: /],
  ['an empty list of scopes', { scopes: [] }, /^scopes: /],
  ['an unknown scope', { scopes: ['runs:read', 'admin'] }, /^scopes\[1\]: /],
  ['scopes that are no list', { scopes: 'runs:read' }, /^scopes: /],
  ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, /^expiresAt: /],
  ['an expiry now', { expiresAt: new Date().toISOString() }, /^expiresAt: /],
  ['an expiry that is no moment', { expiresAt: 'tomorrow' }, /^expiresAt: /],
  ['an expiry beyond all years', { expiresAt: '9999-12-31T23:59:59-05:00' }, /^expiresAt: /],
  ['an expiry that is no date', { expiresAt: '2099-02-30T00:00:00Z' }, /^expiresAt: /],
  ['an unknown field', { admin: true }, /^admin: /],
])('creating a key with %s returns 422', async (_what, changes, about) => {
  (await person.session.post('/v1/api-keys', { name: 'x', scopes: ['runs:read'], ...changes })).refusal(
    422,
    about,
  );
});

test('a name can have 100 characters, and an expiry is exact to the millisecond and ends the key', async () => {
  expect((await make({ name: '😀'.repeat(100) })).name).toBe('😀'.repeat(100));
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id, key, ...made } = await make({ expiresAt });
  expect(made.expiresAt).toBe(expiresAt);
  expect(await works(key)).toBe(true);
  const [soon] = await change(id, `expires_at = now() + interval '2 s'`);
  await waitFor('the key to expire', async () => !(await works(key)));
  expect(Date.now()).toBeGreaterThanOrEqual(Number(soon?.moment));
  expect((await listed(id))?.status).toBe('expired');
  expect((await make({ expiresAt: '2099-01-01T02:00:00+02:00' })).expiresAt).toBe('2099-01-01T00:00:00.000Z');
});

describe('rotating a key', () => {
  const rotate = (id: string, body?: unknown) => person.session.post(`/v1/api-keys/${id}/rotate`, body);

  test('issues a new secret and ends the old one at once without a grace period', async () => {
    for (const body of [undefined, {}, { graceSeconds: 0 }]) {
      const first = await make();
      const second = (await rotate(first.id, body)).as(200, IssuedApiKey);
      expect({ ...second, key: '', lastUsedAt: null }).toEqual({ ...first, key: '', lastUsedAt: null });
      expect(second.key).not.toBe(first.key);
      expect([await works(first.key), await works(second.key)]).toEqual([false, true]);
    }
  });

  test('keeps both secrets valid for the grace period', async () => {
    const first = await make();
    const second = (await rotate(first.id, { graceSeconds: 3_600 })).as(200, IssuedApiKey);
    expect([await works(first.key), await works(second.key)]).toEqual([true, true]);
    await change(first.id, 'previous_expires_at = now()');
    await waitFor('the grace period to end', async () => !(await works(first.key)));
    expect(await works(second.key)).toBe(true);
  });

  test.each([-1, 86_401, 1.5, '60', null])('returns 422 for a grace period of %j', async (graceSeconds) => {
    const { id, key } = await make();
    (await rotate(id, { graceSeconds })).refusal(422, /^graceSeconds: /);
    expect(await works(key)).toBe(true);
  });

  test('accepts a grace period of up to one day', async () => {
    const { id, key } = await make();
    (await rotate(id, { graceSeconds: 86_400 })).as(200, IssuedApiKey);
    expect(await works(key)).toBe(true);
    (await rotate(id, { nope: 1 })).refusal(422, /^nope: /);
  });

  test('returns 409 for a revoked key', async () => {
    const { id } = await make();
    (await person.session.post(`/v1/api-keys/${id}/revoke`)).as(200, ApiKey);
    (await rotate(id)).refusal(409);
  });
});

test('revoking a key ends all its secrets at once, and revoking it again changes nothing', async () => {
  const first = await make();
  const second = (await person.session.post(`/v1/api-keys/${first.id}/rotate`, { graceSeconds: 600 })).as(
    200,
    IssuedApiKey,
  );
  expect(await works(first.key)).toBe(true);
  const revoked = (await person.session.post(`/v1/api-keys/${first.id}/revoke`)).as(200, ApiKey);
  expect(Object.keys(revoked).sort()).toEqual(FIELDS);
  expect(revoked.status).toBe('revoked');
  await waitFor(
    'both secrets to be rejected',
    async () => !(await works(first.key)) && !(await works(second.key)),
  );
  expect((await person.session.post(`/v1/api-keys/${first.id}/revoke`, {})).as(200, ApiKey)).toEqual(revoked);
  expect(await listed(first.id)).toEqual(revoked);
  (await person.session.post(`/v1/api-keys/${first.id}/revoke`, { nope: 1 })).refusal(422);
});
