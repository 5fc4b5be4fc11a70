import {
  AccountErrorBody,
  AccountSession,
  DeviceGrant,
  FullWorkspace,
  Invitation,
  RequestedDeviceCode,
  Workspace,
  signInRoutes,
} from '@errand/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type Answer, Client } from './client.ts';
import { type Person, signUp } from './people.ts';
import { sharedStack } from './stack.ts';

/** Every answer is checked against the OpenAPI document by the client. */
const AUTH = '/api/auth';
const password = 'correct horse battery';
const anonymous = new Client();
const answered = new Set<string>();

let owner: Person;
let guest: Person;
beforeAll(async () => {
  [owner, guest] = [await signUp(), await signUp()];
});

function noted(method: string, path: string, answer: Answer): Answer {
  if (answer.status === 200) answered.add(`${method} ${AUTH}${path.split('?', 1)[0]}`);
  return answer;
}
async function get(client: Client, path: string): Promise<Answer> {
  return noted('GET', path, await client.get(AUTH + path));
}
async function post(client: Client, path: string, body: unknown = {}): Promise<Answer> {
  return noted('POST', path, await client.post(AUTH + path, body));
}
function refused(answer: Answer, status: number): string {
  return answer.as(status, AccountErrorBody).detail;
}

/** A client with the session that an answer opened. */
function sessionOf(answer: Answer): Client {
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  return new Client({ cookie, origin: sharedStack().baseUrl });
}

async function emailOf({ session }: Person): Promise<string> {
  return ((await session.get('/v1/me')).json as { member: { email: string } }).member.email;
}

test('a person signs up, changes name and password, ends sessions and signs out as the document says', async () => {
  const account = { name: 'Grace', email: `grace.${process.pid}.${Date.now()}@example.com`, password };
  const first = sessionOf(await post(anonymous, '/sign-up/email', account));
  refused(await post(anonymous, '/sign-up/email', account), 422);
  refused(await post(anonymous, '/sign-up/email', {}), 400);
  refused(await post(anonymous, '/sign-in/email', { email: account.email, password: 'wrong' }), 401);
  const second = sessionOf(await post(anonymous, '/sign-in/email', { email: account.email, password }));
  const sessions = (await get(first, '/list-sessions')).as(200, z.array(AccountSession));
  expect(sessions).toHaveLength(2);
  refused(await get(anonymous, '/list-sessions'), 401);
  const current = (await get(second, '/get-session')).json as { session: { token: string } };
  await post(first, '/revoke-session', { token: current.session.token });
  expect((await get(second, '/get-session')).json).toBeNull();
  (await post(first, '/update-user', { name: 'Grace Hopper' })).as(
    200,
    z.object({ status: z.literal(true) }),
  );
  const changed = { currentPassword: password, newPassword: 'staple of another horse' };
  refused(await post(first, '/change-password', { ...changed, currentPassword: 'wrong' }), 400);
  const last = sessionOf(await post(first, '/change-password', { ...changed, revokeOtherSessions: true }));
  await post(last, '/sign-out');
  refused(await get(last, '/list-sessions'), 401);
});

test('a workspace is made, named and shared as the document says', async () => {
  const me = owner.session;
  const [home] = (await get(me, '/organization/list')).as(200, z.array(Workspace));
  const slug = `engines-${process.pid}-${Date.now()}`;
  const made = (await post(me, '/organization/create', { name: 'Engines', slug })).json as { id: string };
  await post(me, '/organization/update', { organizationId: made.id, data: { name: 'Difference Engines' } });
  await post(me, '/organization/set-active', { organizationId: home?.id });
  await post(me, '/organization/set-active', { organizationId: home?.id });
  await post(me, '/organization/has-permission', { permissions: { invitation: ['create'] } });
  const body = { email: await emailOf(guest), role: 'member' };
  const other = await post(me, '/organization/invite-member', { ...body, email: 'other@example.com' });
  await post(me, '/organization/cancel-invitation', { invitationId: other.as(200, Invitation).id });
  const { id } = (await post(me, '/organization/invite-member', body)).as(200, Invitation);
  refused(await post(me, '/organization/invite-member', body), 400);
  refused(await get(me, `/organization/get-invitation?id=${id}`), 403);
  await get(guest.session, `/organization/get-invitation?id=${id}`);
  await post(guest.session, '/organization/accept-invitation', { invitationId: id });
  const { members } = (await get(me, '/organization/get-full-organization')).as(200, FullWorkspace);
  const memberId = members.find(({ user }) => user.email === body.email)?.id;
  const change = { memberId, role: 'admin' };
  refused(await post(guest.session, '/organization/update-member-role', { ...change, role: 'owner' }), 403);
  await post(me, '/organization/update-member-role', change);
  await post(me, '/organization/remove-member', { memberIdOrEmail: memberId });
  refused(await post(me, '/organization/remove-member', { memberIdOrEmail: memberId }), 400);
  refused(await post(guest.session, '/organization/set-active', { organizationId: made.id }), 403);
});

test('a device code is asked for, looked at, confirmed or denied as the document says', async () => {
  const me = owner.session;
  refused(await post(anonymous, '/device/code', { client_id: 'unknown' }), 400);
  const ask = async () =>
    (await post(anonymous, '/device/code', { client_id: 'errand-cli', scope: 'name=laptop' })).as(
      200,
      RequestedDeviceCode,
    );
  const exchange = (code: string) =>
    post(anonymous, '/device/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
      client_id: 'errand-cli',
    });
  const [confirmed, denied, waiting] = [await ask(), await ask(), await ask()];
  expect((await exchange(waiting.device_code)).as(400, AccountErrorBody).error).toBe('authorization_pending');
  refused(await post(me, '/device/approve', { userCode: confirmed.user_code }), 400);
  for (const { user_code: code } of [confirmed, denied]) await get(me, `/device?user_code=${code}`);
  await post(me, '/device/approve', { userCode: confirmed.user_code });
  await post(me, '/device/deny', { userCode: denied.user_code });
  (await exchange(confirmed.device_code)).as(200, DeviceGrant);
  expect((await exchange(denied.device_code)).as(400, AccountErrorBody).error).toBe('access_denied');
});

test('every route of the accounts in the document was answered above', () => {
  const documented = signInRoutes.map(({ method, path }) => `${method} ${path}`);
  expect([...answered].sort()).toEqual(documented.sort());
});
