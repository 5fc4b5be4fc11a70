import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AcceptedRun, Blueprint, BlueprintRun, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';

let person: Person;
let client: KeyClient;
let site: Server;
let held: Map<string, ServerResponse>;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  held = new Map();
  site = createServer((request, response) => {
    const path = request.url ?? '';
    response.setHeader('content-type', 'text/html');
    if (path.startsWith('/held')) held.set(path, response);
    else if (path === '/secret') response.end('<h1>The code is pass-4711-word</h1>');
    else response.end('<h1>Seen</h1>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site?.close());
afterAll(() => site?.closeAllConnections());

function at(path: string): string {
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
}

let runs = 0;
/** A Run that shows `page` while its next page does not answer. */
async function shownRun(page: string, inputs: Record<string, unknown> = {}, as = client): Promise<string> {
  runs += 1;
  const next = `/held/${runs}`;
  const parameters = [{ name: 'code', type: 'secret' }];
  const json = { name: 'Show', goal: `Open ${at(page)}, then open ${at(next)}`, parameters };
  const blueprint = (await as.post('/v1/blueprints', json)).as(201, Blueprint);
  const { id } = (await as.post(`/v1/blueprints/${blueprint.id}/runs`, { inputs })).as(202, AcceptedRun);
  await waitFor('the next page to be asked for', () => held.has(next), { timeoutMs: RUN_MS });
  return id;
}

async function viewOf(id: string, as = client): Promise<URL> {
  const { live_view_url: url } = (await as.get(`/v1/blueprint-runs/${id}`)).as(200, BlueprintRun);
  return new URL(url ?? 'about:null');
}

function picturesOf(url: URL): string {
  return `${url.origin}${url.pathname}/pictures${url.search}`;
}

interface Message {
  status?: string;
  ended?: boolean;
  token?: string;
  picture?: string;
  jpeg: Buffer;
}

/** Each message is its length in four bytes, JSON, and as many bytes of a picture as the JSON says. */
async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let buffer = Buffer.alloc(0);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    buffer = Buffer.concat([buffer, chunk]);
    while (buffer.length >= 4) {
      const start = 4 + buffer.readUInt32BE(0);
      if (buffer.length < start) break;
      const message = JSON.parse(buffer.toString('utf8', 4, start)) as Message & { bytes: number };
      if (buffer.length < start + message.bytes) break;
      yield { ...message, jpeg: buffer.subarray(start, start + message.bytes) };
      buffer = buffer.subarray(start + message.bytes);
    }
  }
}

async function messageWhere(
  messages: AsyncGenerator<Message>,
  fits: (message: Message) => boolean,
): Promise<Message> {
  for (;;) {
    const { done, value } = await messages.next();
    if (done) throw new Error('the stream has ended');
    if (fits(value)) return value;
  }
}

test(
  'shows pictures of the live browser to several watchers, and ends with the Run',
  async () => {
    const id = await shownRun('/seen');
    const url = await viewOf(id);
    expect(url.pathname).toBe(`/live/${id}`);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('/live/script.js');
    for (const file of ['/live/script.js', '/live/style.css'])
      expect((await fetch(url.origin + file)).status).toBe(200);
    const details = (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
    expect(details.live_view_url).toContain(`/live/${id}?token=`);

    const [one, other] = [await fetch(picturesOf(url)), await fetch(picturesOf(url))].map(messagesOf);
    if (one === undefined || other === undefined) throw new Error('no stream');
    for (const messages of [one, other]) {
      const { jpeg } = await messageWhere(messages, ({ picture }) => picture === 'jpeg');
      expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    }
    await client.post(`/v1/blueprint-runs/${id}/pause`);
    const paused = await messageWhere(one, ({ status }) => status === 'paused');
    expect(paused.token).toEqual(expect.any(String));
    await client.post(`/v1/blueprint-runs/${id}/cancel`);
    for (const messages of [one, other])
      expect(await messageWhere(messages, ({ ended }) => ended === true)).toMatchObject({
        status: 'cancelled',
      });
    expect((await client.get(`/v1/blueprint-runs/${id}`)).as(200, BlueprintRun).live_view_url).toBeNull();
  },
  RUN_MS,
);

test(
  'withholds a picture that would show a secret',
  async () => {
    const id = await shownRun('/secret', { code: 'pass-4711-word' });
    const messages = messagesOf(await fetch(picturesOf(await viewOf(id))));
    const { picture, jpeg } = await messageWhere(messages, (message) => message.picture !== undefined);
    expect([picture, jpeg.length]).toEqual(['withheld', 0]);
    await messages.return(undefined);
    await client.post(`/v1/blueprint-runs/${id}/cancel`);
  },
  RUN_MS,
);

describe('access', () => {
  test(
    'a token opens its own Run only, and none that was changed',
    async () => {
      const [first, second] = [await shownRun('/seen'), await shownRun('/seen')];
      const [{ search }, url] = [await viewOf(first), await viewOf(second)];
      const statuses = async (query: string) => [
        (await fetch(`${url.origin}${url.pathname}${query}`)).status,
        (await fetch(`${url.origin}${url.pathname}/pictures${query}`)).status,
      ];
      for (const query of [search, '', '?token=', '?token=x.y', `${url.search}x`, url.search.slice(0, -2)])
        expect([query, ...(await statuses(query))]).toEqual([query, 401, 401]);
      expect((await fetch(`${url.origin}/live/nope${url.search}`)).status).toBe(404);
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
      for (const id of [first, second]) await client.post(`/v1/blueprint-runs/${id}/cancel`);
    },
    RUN_MS,
  );

  test(
    'a revoked key ends its streams and opens no page',
    async () => {
      const watcher = await person.key();
      const id = await shownRun('/seen');
      const url = await viewOf(id, watcher);
      const response = await fetch(picturesOf(url));
      const messages = messagesOf(response);
      await messageWhere(messages, ({ picture }) => picture === 'jpeg');
      await person.session.post(`/v1/api-keys/${watcher.issued.id}/revoke`);
      await expect(messageWhere(messages, () => false)).rejects.toThrow(/ended|terminated|aborted/);
      expect((await fetch(url)).status).toBe(401);
      await client.post(`/v1/blueprint-runs/${id}/cancel`);
    },
    RUN_MS,
  );
});
