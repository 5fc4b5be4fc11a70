import { AcceptedRun, ArtifactList, RunStatusResponse, RunEventPage, type RunState } from '@errand/contracts';
import { type Shop, startShop } from '@errand/demo-shop';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readEvents } from './event-stream.ts';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish, listed, start, stateOf } from './runs.ts';
import { UNKNOWN_ID, createPublished } from './samples.ts';

let client: KeyClient;
let shop: Shop;
beforeAll(async () => {
  client = await (await signUp()).key();
  shop = await startShop();
});
afterAll(() => shop?.close());

describe('a completed Run', () => {
  let runId: string;
  let done: RunState;
  beforeAll(async () => {
    const steps = [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: shop.url } },
      { id: 'shot', kind: 'primitive', primitive: 'browser.screenshot', input: {} },
      { id: 'title', kind: 'primitive', primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
    ];
    const { id } = await createPublished(client, { steps });
    runId = (await start(client, id)).as(202, AcceptedRun).id;
    done = await finish(client, runId);
  }, RUN_MS);

  test('has a result with six fields and outputs by step', async () => {
    expect(done).toMatchObject({ status: 'completed', step_count: 3, error_code: null });
    expect(Object.keys(done.result ?? {}).sort()).toEqual(
      'events final_url outputs status steps summary'.split(' '),
    );
    expect(done.result).toMatchObject({
      status: 'completed',
      steps: 3,
      final_url: expect.stringContaining(shop.url),
    });
    expect(Object.keys(done.result?.outputs ?? {})).toEqual(['open', 'shot', 'title']);
    expect(done.result?.outputs['open']).toMatchObject({
      url: expect.any(String),
      title: expect.any(String),
      status: 200,
    });
    const run = await listed(client, runId);
    expect(run.result).toEqual(done.result);
    const moments = [run.created_at, run.started_at ?? '', run.completed_at ?? ''];
    expect(moments).toEqual(moments.toSorted());
    expect(Date.parse(run.updated_at)).toBeGreaterThanOrEqual(Date.parse(run.completed_at ?? ''));
  });

  test('has events numbered without gaps, which can be read after any of them', async () => {
    const events = await eventsOf(client, runId);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run.started', 'run.completed']);
    for (const event of events)
      expect(Object.keys(event).sort()).toEqual('at data message seq step_id type'.split(' '));
    expect(done.result?.events).toEqual(events);
    const page = (await client.get(`/v1/runs/${runId}/events?after=3`)).as(200, RunEventPage);
    expect(page).toEqual({ data: events.slice(3), has_more: false });
    expect((await client.get(`/v1/runs/${runId}/events?after=0`)).json).toEqual({
      data: events,
      has_more: false,
    });
    for (const after of [100_000, 2_147_483_648, 999_999_999_999_999])
      expect((await client.get(`/v1/runs/${runId}/events?after=${after}`)).json).toEqual({
        data: [],
        has_more: false,
      });
  });

  test.each([
    'after=-1',
    'after=x',
    'after=',
    'after=1.5',
    'after=1&after=2',
    'after=1e2',
    'after=99999999999999999999',
  ])('GET events returns 422 for %s', async (query) => {
    (await client.get(`/v1/runs/${runId}/events?${query}`)).refusal(422, /after/);
    (await client.get(`/v1/runs/${runId}/events?${query}`, { accept: 'text/event-stream' })).refusal(
      422,
      /after/,
    );
  });

  test('streams its events to the end, from the requested position', async () => {
    const events = await eventsOf(client, runId);
    const whole = await readEvents(client, runId);
    expect(whole.events).toEqual(events);
    expect(whole.ids).toEqual(events.map(({ seq }) => String(seq)));
    expect(whole.end).toEqual({ status: 'completed' });
    expect((await readEvents(client, runId, { 'last-event-id': '2' })).events).toEqual(events.slice(2));
    expect((await readEvents(client, runId, {}, '?after=4')).events).toEqual(events.slice(4));
    for (const seen of [events.length, 2_147_483_648]) {
      const over = await readEvents(client, runId, { 'last-event-id': String(seen) });
      expect([over.events, over.end]).toEqual([[], { status: 'completed' }]);
    }
    (
      await client.get(`/v1/runs/${runId}/events`, { accept: 'text/event-stream', 'last-event-id': 'x' })
    ).refusal(422, /Last-Event-ID/i);
    (await client.get(`/v1/runs/${UNKNOWN_ID}/events`, { accept: 'text/event-stream' })).refusal(404);
  });

  test.each([
    ['Text/Event-Stream; charset=utf-8', 'text/event-stream'],
    ['application/json;q=0.5, text/event-stream;q=0.9', 'text/event-stream'],
    ['text/event-stream;q=0, application/json', 'application/json'],
    ['text/event-streams', 'application/json'],
  ])('answers events asked for with Accept: %s as %s', async (accept, type) => {
    const { headers } = await client.get(`/v1/runs/${runId}/events`, { accept });
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  });

  test('lists its artifacts and serves their bytes', async () => {
    const { data } = (await client.get(`/v1/runs/${runId}/artifacts`)).as(200, ArtifactList);
    expect(data.length).toBeGreaterThan(1);
    const page = (await client.get(`/v1/runs/${runId}/artifacts?limit=1&offset=1`)).as(200, ArtifactList);
    expect(page.data).toEqual(data.slice(1, 2));
    (await client.get(`/v1/runs/${runId}/artifacts?limit=101`)).refusal(422, /limit/);
    for (const artifact of data) {
      expect(Object.keys(artifact).sort()).toEqual(
        'bytes contentType created_at filename id kind step_id'.split(' '),
      );
      const response = await fetch(`${client.baseUrl}/v1/runs/${runId}/artifacts/${artifact.id}`, {
        headers: client.identity,
      });
      const bytes = await response.arrayBuffer();
      expect([response.status, bytes.byteLength]).toEqual([200, artifact.bytes]);
      expect(response.headers.get('content-type')).toBe(artifact.contentType);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const shot = done.result?.outputs['shot'] as { artifactId: string };
    expect(data.map(({ id }) => id)).toContain(shot.artifactId);
    (await client.get(`/v1/runs/${runId}/artifacts/${UNKNOWN_ID}`)).refusal(404);
    const other = await createRun(client);
    (await client.get(`/v1/runs/${other.id}/artifacts/${data[0]?.id}`)).refusal(404);
    expect((await client.get(`/v1/runs/${other.id}/artifacts`)).json).toEqual({ data: [] });
  });

  test('does not change when it is cancelled; the cancel returns its status', async () => {
    expect((await client.post(`/v1/runs/${runId}/cancel`)).as(200, RunStatusResponse)).toEqual({
      status: 'completed',
    });
    expect(await stateOf(client, runId)).toEqual(done);
  });
});
