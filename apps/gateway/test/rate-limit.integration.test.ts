import { queueBackends, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newKey, newPrefix } from '../src/keys/format.ts';
import { type StandIn, startGateway, startStandIn } from './gateway.ts';

let services: StandIn;
beforeAll(async () => {
  services = await startStandIn();
});
afterAll(async () => services?.[Symbol.asyncDispose]());

describe('the rate limit', () => {
  test('is counted per key, reported on every authenticated response, and enforced with 429', async () => {
    await using strict = await startGateway({ services, env: { ERRAND_RATE_LIMIT_PER_MINUTE: '3' } });
    const ada = await strict.signUp();
    const first = await strict.makeKey(ada, ['runs:read']);
    const second = await strict.makeKey(ada, ['runs:read']);
    const remaining: (string | null)[] = [];
    for (const path of ['/v1/runs', '/v1/runbooks', '/v1/runs', '/v1/runs']) {
      const response = await strict.asKey(first.key, path);
      expect(response.headers.get('RateLimit-Limit')).toBe('3');
      expect(Number(response.headers.get('RateLimit-Reset'))).toBeGreaterThan(0);
      remaining.push(`${response.status} ${response.headers.get('RateLimit-Remaining')}`);
      if (response.status === 429)
        expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    }
    expect(remaining).toEqual(['200 2', '403 1', '200 0', '429 0']);
    expect((await strict.asKey(second.key, '/v1/runs')).status).toBe(200);
    const unknown = await strict.fetch('/v1/runs');
    expect(unknown.headers.has('RateLimit-Limit')).toBe(false);
  });

  const redis = queueBackends().find(({ name }) => name === 'redis');
  (redis ? test : test.skip)('is shared by gateways on one Redis', async () => {
    await using queue = await redis?.create();
    const env = { ERRAND_RATE_LIMIT_PER_MINUTE: '4', ERRAND_QUEUE_URL: queue?.url ?? '' };
    await using one = await startGateway({ services, env });
    await using two = await startGateway({ services, env, database: one.database });
    const ada = await one.signUp();
    // While Redis does not answer it, a gateway counts alone; six in one minute are then never too many.
    await waitFor('a limit that both count', async () => {
      const { key } = await one.makeKey(ada, ['runs:read']);
      const statuses: number[] = [];
      for (const each of [one, two, one, two, one, two])
        statuses.push((await each.asKey(key, '/v1/runs')).status);
      return statuses.join() === '200,200,200,200,429,429';
    });
  });

  test('rejects an address that sends too many unknown keys, but never a key that was valid there', async () => {
    await using crowded = await startGateway({ services });
    const ada = await crowded.signUp();
    const used = await crowded.makeKey(ada, ['runs:read']);
    const unused = await crowded.makeKey(ada, ['runs:read']);
    expect((await crowded.asKey(used.key, '/v1/runs')).status).toBe(200);
    const statusOf = async (key: string) => (await crowded.asKey(key, '/v1/runs')).status;
    for (let sent = 0; sent < 300; sent += 50)
      expect(await Promise.all(Array.from({ length: 50 }, () => statusOf(newKey(newPrefix()))))).toEqual(
        Array(50).fill(401),
      );
    expect(await statusOf(newKey(newPrefix()))).toBe(401);
    const refused = await crowded.asKey(unused.key, '/v1/runs');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await statusOf('erk_malformed')).toBe(401);
    expect(await statusOf(used.key)).toBe(200);
  });

  test('continues in memory while Redis is unavailable', async () => {
    await using alone = await startGateway({
      services,
      env: { ERRAND_RATE_LIMIT_PER_MINUTE: '2', ERRAND_REDIS_URL: 'redis://127.0.0.1:1' },
    });
    const made = await alone.makeKey(await alone.signUp(), ['runs:read']);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await alone.asKey(made.key, '/v1/runs')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
