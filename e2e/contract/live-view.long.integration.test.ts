import { AcceptedRun, Blueprint, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ControlledSite, startControlledSite } from './controlled-site.ts';
import { type LiveSocket, watchLive } from './live-socket.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { sharedStack } from './stack.ts';

const REVOKED = 4001;
const ENDED = 4000;

let person: Person;
let client: KeyClient;
let site: ControlledSite;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  site = await startControlledSite();
});
afterAll(() => site?.close());

let runs = 0;
/** A Run that shows `page` while its next page does not answer. */
async function shownRun(page: string, inputs: Record<string, unknown> = {}): Promise<string> {
  runs += 1;
  const next = `/held/view/${runs}`;
  const parameters = [{ name: 'code', type: 'secret' }];
  const goal = `Open ${site.at(page)}, then open ${site.at(next)}`;
  const blueprint = (await client.post('/v1/blueprints', { name: 'Show', goal, parameters })).as(
    201,
    Blueprint,
  );
  const { id } = (await client.post(`/v1/blueprints/${blueprint.id}/runs`, { inputs })).as(202, AcceptedRun);
  await waitFor('the next page to be asked for', () => site.isHeld(next), { timeoutMs: RUN_MS });
  return id;
}

async function viewOf(id: string, as = client): Promise<URL> {
  const { live_view_url: url } = (await as.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
  return new URL(url ?? 'about:null');
}

async function shown(live: LiveSocket): Promise<LiveSocket> {
  await live.until('a picture', () => live.pictures.length > 0);
  return live;
}

test(
  'shows an ad-hoc Run while it runs, and ends with it',
  async () => {
    const held = '/held/view/ad-hoc';
    const task = `Open ${site.at('/seen')}, then open ${site.at(held)}`;
    const { id } = (await client.post('/v1/runs', { task })).as(202, AcceptedRun);
    await waitFor('the page to be asked for', () => site.isHeld(held), { timeoutMs: RUN_MS });
    const url = await viewOf(id);
    expect(url.pathname).toBe(`/live/${id}`);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)| style=| on\w+=/);
    for (const [, file] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await fetch(url.origin + file)).status).toBe(200);

    const live = await shown(await watchLive(url));
    const [first] = live.pictures;
    expect(first?.jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect([first?.width, first?.height]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(live.state).toMatchObject({
      status: 'running',
      can: ['pause', 'take'],
      token: expect.any(String),
    });
    await client.post(`/v1/runs/${id}/cancel`);
    await live.until('the end', () => live.closed === ENDED);
    expect(live.state?.status).toBe('cancelled');
    expect((await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails).live_view_url).toBeNull();
  },
  RUN_MS,
);

test(
  'withholds a picture that would show a secret',
  async () => {
    const id = await shownRun('/secret', { code: 'pass-4711-word' });
    const live = await watchLive(await viewOf(id));
    await live.until('the notice', () => live.received('withheld').length > 0);
    expect(live.pictures).toEqual([]);
    live.close();
    await client.post(`/v1/blueprint-runs/${id}/cancel`);
  },
  RUN_MS,
);

describe('many watchers of one Run', () => {
  let id: string;
  let url: URL;
  beforeAll(async () => {
    id = await shownRun('/moving');
    url = await viewOf(id);
  }, RUN_MS);
  afterAll(() => client.post(`/v1/blueprint-runs/${id}/cancel`));

  test(
    'watchers of one Run share one stream of pictures',
    async () => {
      const all = await Promise.all(Array.from({ length: 50 }, () => watchLive(url)));
      for (const live of all) await shown(live);
      const takenAt = new Map<number, Set<number>>();
      for (const picture of all.flatMap(({ pictures }) => pictures))
        takenAt.set(picture.number, (takenAt.get(picture.number) ?? new Set<number>()).add(picture.takenAt));
      expect([...takenAt.values()].every(({ size }) => size === 1)).toBe(true);
      for (const live of all) live.close();
    },
    RUN_MS,
  );

  test(
    'watchers continue while one of them stalls, which then gets only the newest picture',
    async () => {
      const stalled = await watchLive(url, {}, { acknowledges: false });
      const other = await watchLive(url);
      await stalled.until('two pictures', () => stalled.pictures.length === 2);
      const from = other.pictures.length;
      await other.until('more pictures', () => other.pictures.length >= from + 20);
      expect(stalled.pictures).toHaveLength(2);
      const newest = other.pictures.at(-1)?.number ?? 0;
      stalled.send({ type: 'shown', number: stalled.pictures[1]?.number ?? 0 });
      await stalled.until('the next picture', () => stalled.pictures.length > 2);
      expect(stalled.pictures[2]?.number).toBeGreaterThanOrEqual(newest);
      stalled.close();
      other.close();
    },
    RUN_MS,
  );
});

describe('access', () => {
  test(
    'a token opens its own Run only, and none that was changed',
    async () => {
      const [first, second] = [await shownRun('/seen'), await shownRun('/seen')];
      const [{ search }, url] = [await viewOf(first), await viewOf(second)];
      for (const query of [search, '', '?token=', '?token=x.y', `${url.search}x`, url.search.slice(0, -2)]) {
        const page = `${url.origin}${url.pathname}${query}`;
        expect([query, (await fetch(page)).status]).toEqual([query, 401]);
        await expect(watchLive(page)).rejects.toThrow(query === '' ? 'refused with 403' : 'refused with 401');
      }
      expect((await fetch(`${url.origin}/live/nope${url.search}`)).status).toBe(404);
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
      for (const id of [first, second]) await client.post(`/v1/blueprint-runs/${id}/cancel`);
    },
    RUN_MS,
  );

  test(
    'a session opens the Runs of its workspace, and its socket only from the own origin',
    async () => {
      const id = await shownRun('/seen');
      const { baseUrl } = sharedStack();
      const page = `${baseUrl}/live/${id}`;
      const { cookie } = person;
      expect((await fetch(page, { headers: { cookie } })).status).toBe(200);
      const live = await shown(await watchLive(page, { cookie, origin: baseUrl }));
      expect(live.state).toMatchObject({ can: ['pause', 'take'], token: null });
      live.send({ type: 'control', action: 'take' });
      await live.until('control', () => live.state?.controller);
      expect(live.state?.controller).toEqual({ name: 'Ada', you: true });
      live.close();
      const foreign = { cookie, origin: 'https://elsewhere.example' };
      await expect(watchLive(page, foreign)).rejects.toThrow('refused with 403');
      const stranger = await signUp();
      await expect(watchLive(page, { cookie: stranger.cookie, origin: baseUrl })).rejects.toThrow('404');
      await client.post(`/v1/blueprint-runs/${id}/cancel`);
    },
    RUN_MS,
  );

  test(
    'a revoked key ends its views and opens no page',
    async () => {
      const watcher = await person.key(['runs:read']);
      const id = await shownRun('/seen');
      const url = await viewOf(id, watcher);
      const live = await shown(await watchLive(url));
      await person.session.post(`/v1/api-keys/${watcher.issued.id}/revoke`);
      await live.until('the end', () => live.closed === REVOKED);
      expect((await fetch(url)).status).toBe(401);
      await client.post(`/v1/blueprint-runs/${id}/cancel`);
    },
    RUN_MS,
  );
});
