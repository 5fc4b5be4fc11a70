import { AcceptedRun, RunChange } from '@errand/contracts';
import Errand, { AuthenticationError, type RunChange as Change } from '@errand/sdk';
import { messagesOf } from '@errand/test-kit';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { startMisbehavingProxy } from './misbehaving-proxy.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { sharedStack } from './stack.ts';

const PATH = '/v1/runs/changes';
const RESET = { type: 'reset' };

let person: Person;
let key: KeyClient;
beforeAll(async () => {
  person = await signUp();
  key = await person.key();
});
let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

/** The changes that one connection brings, with these headers. */
async function* connection(headers: Readonly<Record<string, string>>): AsyncGenerator<RunChange> {
  const response = await fetch(sharedStack().baseUrl + PATH, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  for await (const message of messagesOf(response)) yield RunChange.parse(message);
}

/** Reads until the Run has this status; returns the ids of all Runs on the way. */
async function idsUntil(changes: AsyncIterator<Change>, id: string, status: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { value } = (await changes.next()) as { value: Change };
    if (value.type !== 'changed') continue;
    ids.push(value.run.id);
    if (value.run.id === id && value.run.status === status) return ids;
  }
}

/** A Run that stays queued, because its owner has no machine. */
async function queuedRun(as: KeyClient): Promise<string> {
  return (await as.post('/v1/runs', { task: 'x', executionTarget: 'local' })).as(202, AcceptedRun).id;
}

test('a Run is told of from its acceptance to its end, in its own workspace only', async () => {
  const theirs = await (await signUp()).key();
  const [mine, foreign] = [connection(key.identity), connection(theirs.identity)];
  for (const each of [mine, foreign]) expect((await each.next()).value).toEqual(RESET);
  const id = await queuedRun(key);
  await idsUntil(mine, id, 'queued');
  await key.post(`/v1/runs/${id}/cancel`);
  await idsUntil(mine, id, 'cancelled');
  const their = await queuedRun(theirs);
  expect(new Set(await idsUntil(foreign, their, 'queued'))).toEqual(new Set([their]));
});

test('the stream is for those who may read Runs, and refused with 406 to a client that asks for JSON', async () => {
  const writer = await person.key(['runs:write']);
  (await writer.get(PATH, { accept: 'text/event-stream' })).refusal(403, 'runs:read');
  (await key.get(PATH)).refusal(406, 'Accept: text/event-stream');
  const bySession = connection({ cookie: person.cookie });
  expect((await bySession.next()).value).toEqual(RESET);
});

test('revoking the key ends the stream, and the client learns why', async () => {
  const revoked = await person.key(['runs:read']);
  const { runs } = new Errand({ apiKey: revoked.issued.key, baseURL: sharedStack().baseUrl });
  const changes = runs.changes({ signal: stop.signal })[Symbol.asyncIterator]();
  expect((await changes.next()).value).toEqual(RESET);
  await person.session.post(`/v1/api-keys/${revoked.issued.id}/revoke`);
  await expect(changes.next()).rejects.toBeInstanceOf(AuthenticationError);
});

test('a member who enters another workspace is no longer told of the first one', async () => {
  const member = await signUp();
  const changes = connection({ cookie: member.cookie });
  expect((await changes.next()).value).toEqual(RESET);
  await member.session.post('/api/auth/organization/create', {
    name: 'Second',
    slug: `second-${Date.now()}`,
  });
  await expect(changes.next()).rejects.toThrow('terminated');
});

test('a client goes on after broken connections, each time with a reset', async () => {
  await using proxy = await startMisbehavingProxy(sharedStack().baseUrl);
  proxy.plan('drop-request', 'unavailable');
  const { runs } = new Errand({ apiKey: key.issued.key, baseURL: proxy.baseUrl });
  const changes = runs.changes({ signal: stop.signal })[Symbol.asyncIterator]();
  expect((await changes.next()).value).toEqual(RESET);
  const id = await queuedRun(key);
  await idsUntil(changes, id, 'queued');
  proxy.plan('drop-request', 'rate-limited');
  proxy.cut();
  expect((await changes.next()).value).toEqual(RESET);
  await key.post(`/v1/runs/${id}/cancel`);
  await idsUntil(changes, id, 'cancelled');
  expect(proxy.count).toBe(6);
});
