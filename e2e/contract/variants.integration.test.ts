import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunList } from '@errand/contracts';
import { freePort, startProcesses } from '@errand/local-stack';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from './client.ts';
import { type Person, signUp } from './people.ts';
import { UNKNOWN_ID, runbook } from './samples.ts';
import { sharedStack } from './stack.ts';

const GATEWAY = path.resolve(import.meta.dirname, '../../apps/gateway/src/main.ts');
const START_MS = 180_000;

let person: Person;
const undo = new AsyncDisposableStack();
beforeAll(async () => {
  person = await signUp();
});
afterAll(() => undo.disposeAsync());

/** Starts another gateway in front of the same services, with other settings. */
async function startGateway(settings: Record<string, string | undefined>): Promise<string> {
  const logDir = await mkdtemp(path.join(tmpdir(), 'errand-gateway-'));
  const port = await freePort();
  const env = { ...sharedStack().environments.gateway, ERRAND_PORT: String(port), ...settings };
  const baseUrl = `http://127.0.0.1:${port}`;
  const { stop } = await startProcesses(
    [{ name: 'gateway', script: GATEWAY, env, readyUrl: `${baseUrl}/readyz` }],
    { logDir },
  );
  undo.defer(async () => {
    await stop();
    await rm(logDir, { recursive: true, force: true });
  });
  return baseUrl;
}

describe('with the Runbooks preview off', () => {
  let baseUrl: string;
  beforeAll(async () => {
    baseUrl = await startGateway({ ERRAND_PREVIEW_RUNBOOKS: 'off', ERRAND_RATE_LIMIT_PER_MINUTE: undefined });
  }, START_MS);

  test('Runbook routes return 404 and are absent from the OpenAPI document', async () => {
    const client = new Client((await person.key()).identity, baseUrl);
    for (const each of [client, new Client({}, baseUrl)]) {
      (await each.get('/v1/runbooks')).refusal(404);
      (await each.post('/v1/runbooks', runbook())).refusal(404);
      (await each.post('/v1/runbooks/validate', runbook())).refusal(404);
      (await each.send('DELETE', '/v1/runbooks')).refusal(404);
      for (const rest of ['', '/runs', '/publish', '/revisions', `/revisions/${UNKNOWN_ID}`])
        for (const method of ['GET', 'POST', 'PUT'])
          (await each.send(method, `/v1/runbooks/${UNKNOWN_ID}${rest}`)).refusal(404);
    }
    (await client.get('/v1/runs')).as(200, RunList);
    const { paths } = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths).filter((each) => each.includes('runbook'))).toEqual([]);
    expect(Object.keys(paths)).toContain('/v1/runs');
  });

  test('the rate limit is 1,200 requests a minute by default', async () => {
    const client = new Client((await person.key()).identity, baseUrl);
    const { headers } = await client.get('/v1/runs');
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['1200', '1199']);
    expect(headers.get('ratelimit-reset')).toBe('60');
  });
});

test(
  'a key over its rate limit gets 429 with Retry-After, other keys are not affected',
  async () => {
    const baseUrl = await startGateway({ ERRAND_RATE_LIMIT_PER_MINUTE: '5' });
    const client = new Client((await person.key()).identity, baseUrl);
    const left: (string | null)[] = [];
    for (let time = 0; time < 5; time += 1) {
      const answer = await client.get('/v1/runs');
      answer.as(200, RunList);
      left.push(answer.headers.get('ratelimit-remaining'));
    }
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    const before = (await person.session.get('/v1/runs?limit=1')).text;
    for (let time = 0; time < 3; time += 1) {
      const answer = await client.post('/v1/runs', { task: 'x', executionTarget: 'local' });
      answer.refusal(429);
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      expect(answer.headers.get('ratelimit-limit')).toBe('5');
      expect(answer.headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(answer.headers.get('ratelimit-reset'))).toBe(wait);
    }
    expect((await person.session.get('/v1/runs?limit=1')).text).toBe(before);
    (await client.get('/v1/nope')).refusal(404);
    (await new Client({}, baseUrl).get('/v1/runs')).refusal(401);
    (await new Client((await person.key()).identity, baseUrl).get('/v1/runs')).as(200, RunList);
  },
  START_MS,
);
