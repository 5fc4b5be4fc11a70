import { setTimeout as delay } from 'node:timers/promises';
import { type EffectsSite, query, startEffectsSite, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, openApi } from '../api.ts';
import { type HeldRun, RUN_MS, useHeldRuns } from './held-runs.ts';
import type { PairsUnderTest } from './pairs.ts';

const CLIENTS = 2;
/** Without a pause the clients would starve the services that start. */
const POLL_INTERVAL_MS = 100;
/** Long, so that a restart finds Runs in the middle, of which there are then fewer. */
const STEP_MS = 1_000;

function publishRunbook(api: Api, site: EffectsSite) {
  return api.create('/v1/runbooks', {
    schemaVersion: 3,
    title: 'A page and a request',
    status: 'published',
    parameters: [],
    steps: [
      {
        id: 'open',
        kind: 'primitive',
        primitive: 'browser.navigate',
        input: { url: `${site.url}/read?ms=${STEP_MS}` },
      },
      {
        id: 'order',
        kind: 'primitive',
        primitive: 'http.request',
        input: {
          method: 'POST',
          url: `${site.url}/effects?ms=${STEP_MS}`,
          json: { token: 'order', step: 'order' },
        },
      },
    ],
  });
}

/** Clients that start Runs one after the other and read them. */
function startLoad(api: Api, runbookId: string) {
  const refused: string[] = [];
  const accepted: string[] = [];
  const send = async (method: string, place: string) => {
    try {
      const answer = await api.call(method, place);
      if (answer.status < 300) return answer.body;
      refused.push(`${method} ${place}: ${answer.status} ${answer.body.detail}`);
    } catch (error) {
      refused.push(`${method} ${place}: ${String((error as Error).cause ?? error)}`);
    }
    return null;
  };
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const run = await send('POST', `/v1/runbooks/${runbookId}/runs`);
      if (run === null) continue;
      accepted.push(run.id);
      let status: unknown;
      while (!isOver && status !== 'completed') {
        await delay(POLL_INTERVAL_MS);
        status = (await send('GET', `/v1/runs/${run.id}`))?.['status'];
      }
      await send('GET', '/v1/runbooks?limit=1');
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    refused,
    accepted,
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
}

/** Every service is restarted once, while clients start Runs and another Run is paused. */
export function testRollingRestart(underTest: () => PairsUnderTest): void {
  const held = useHeldRuns(underTest);
  let site: EffectsSite;
  let api: Api;
  let load: ReturnType<typeof startLoad>;
  let paused: HeldRun;
  const ends: unknown[] = [];
  const expectedEnds = () =>
    underTest().pairs.processes.processes.map(({ name }) => [name, 'exit code 0', 'paused']);

  beforeAll(async () => {
    const { account, pairs, start, control, rowOf, site: controlledSite } = held();
    site = await startEffectsSite();
    api = openApi(pairs.url, account.apiKey);
    paused = await start('/');
    expect(await control(paused.id, 'pause')).toBe('paused');
    controlledSite.answer(paused.next);
    load = startLoad(api, (await publishRunbook(api, site)).id);
    for (const { name } of pairs.processes.processes)
      ends.push([name, await pairs.restartGracefully(name), (await rowOf(paused.id))?.status]);
    await load.stop();
  }, 2 * RUN_MS);
  afterAll(() => site?.close());

  test(
    'a rolling restart of every service under load fails no request and loses no attempt',
    async () => {
      expect(ends).toEqual(expectedEnds());
      const { refused, accepted } = load;
      expect(refused).toEqual([]);
      const states = new Set<string>();
      for (const id of accepted) states.add((await api.finished(id)).status);
      expect([...states]).toEqual(['completed']);
      expect(site.effects.filter(({ step }) => step === 'order')).toHaveLength(accepted.length);
      const lost = await query<{ id: string }>(
        underTest().pairs.databaseUrls.runs,
        'SELECT id FROM runs WHERE lost_attempts > 0',
      );
      expect(lost.filter(({ id }) => accepted.includes(id))).toEqual([]);
    },
    RUN_MS,
  );

  test(
    'a pause holds across a restart of every service, and the Run completes after it is resumed',
    async () => {
      const { site: controlledSite, api: blueprints, control } = held();
      expect(ends).toEqual(expectedEnds());
      expect(await control(paused.id, 'resume')).toBe('running');
      await waitFor(
        'the page to be asked for again',
        () => controlledSite.asked.filter((path) => path === paused.next).length > 1,
        { timeoutMs: RUN_MS },
      );
      controlledSite.answer(paused.next);
      expect((await blueprints.finished(paused.id)).status).toBe('completed');
    },
    RUN_MS,
  );
}
