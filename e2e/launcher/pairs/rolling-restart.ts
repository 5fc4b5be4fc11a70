import { setTimeout as delay } from 'node:timers/promises';
import { type EffectsSite, query, startEffectsSite } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, openApi } from '../api.ts';
import type { PairsUnderTest } from './pairs.ts';

const CLIENTS = 2;
/** Without a pause the clients would starve the services that start. */
const POLL_INTERVAL_MS = 100;

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
        input: { url: `${site.url}/read?ms=200` },
      },
      {
        id: 'order',
        kind: 'primitive',
        primitive: 'http.request',
        input: { method: 'POST', url: `${site.url}/effects?ms=200`, json: { token: 'order', step: 'order' } },
      },
    ],
  });
}

export function testRollingRestart(underTest: () => PairsUnderTest): void {
  let site: EffectsSite;
  beforeAll(async () => {
    site = await startEffectsSite();
  });
  afterAll(() => site?.close());

  test('a rolling restart of every service under load fails no request and loses no attempt', async () => {
    const { own, pairs } = underTest();
    const api = openApi(pairs.url, own.account.apiKey);
    const { id: runbookId } = await publishRunbook(api, site);
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
    let restarting = true;
    const client = async () => {
      while (restarting) {
        const run = await send('POST', `/v1/runbooks/${runbookId}/runs`);
        if (run === null) continue;
        accepted.push(run.id);
        let status: unknown;
        while (restarting && status !== 'completed') {
          await delay(POLL_INTERVAL_MS);
          status = (await send('GET', `/v1/runs/${run.id}`))?.['status'];
        }
        await send('GET', '/v1/runbooks?limit=1');
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    const ends: string[] = [];
    for (const { name } of pairs.processes.processes)
      ends.push(`${name} ${await pairs.restartGracefully(name)}`);
    restarting = false;
    await clients;

    expect(ends).toEqual(pairs.processes.processes.map(({ name }) => `${name} exit code 0`));
    expect(refused).toEqual([]);
    const states = new Set<string>();
    for (const id of accepted) states.add((await api.finished(id)).status);
    expect([...states]).toEqual(['completed']);
    expect(site.effects.filter(({ step }) => step === 'order')).toHaveLength(accepted.length);
    const url = Object.assign(new URL(own.stack.postgres.adminUrl), { pathname: '/errand_runs' }).href;
    const lost = await query<{ id: string }>(url, 'SELECT id FROM runs WHERE lost_attempts > 0');
    expect(lost.filter(({ id }) => accepted.includes(id))).toEqual([]);
  }, 600_000);
}
