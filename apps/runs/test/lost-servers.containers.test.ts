import { setTimeout as pause } from 'node:timers/promises';
import { queueBackends } from '@errand/test-kit';
import { type BreakableServer, breakableServer } from '@errand/test-kit/break-server';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Harness, startHarness } from './harness.ts';
import { completed } from './run-reports.ts';

const TEST_MS = 180_000;
/** No answer takes longer, whichever server is unavailable; with a margin for a busy machine. */
const MAX_ANSWER_MS = 60_000;
const CLIENTS = 8;

describe('servers in containers that die or hang', () => {
  let h: Harness;
  let postgres: BreakableServer;
  let redis: BreakableServer;
  let heal: (() => Promise<void>) | undefined;

  // Each test has a service of its own: Runs that another one left waiting would come before its own.
  beforeEach(async () => {
    postgres = await breakableServer('postgres');
    redis = await breakableServer('redis');
    const onRedis = queueBackends().find(({ name }) => name === 'redis');
    if (onRedis === undefined) throw new Error('there is no Redis');
    h = await startHarness(onRedis, { ERRAND_LEASE_MS: '60000' });
  }, TEST_MS);
  afterEach(async () => {
    await heal?.();
    heal = undefined;
    await h?.[Symbol.asyncDispose]();
  }, TEST_MS);

  const ask = async (key: string): Promise<{ status: number; id: string; ms: number }> => {
    const began = performance.now();
    const { status, body } = await h.call('POST', '/v1/runs', { task: 'Work' }, { 'x-idempotency-key': key });
    return { status, id: String(body['id']), ms: performance.now() - began };
  };

  /** Asks for Runs by several clients until `stop`; gives the ids of the accepted by their keys. */
  const offerLoad = (prefix: string) => {
    const accepted = new Map<string, string>();
    const refused: number[] = [];
    let stopped = false;
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let count = 0; !stopped; count += 1) {
        const key = `${prefix}-${client}-${count}`;
        const { status, id } = await ask(key);
        if (status === 202) accepted.set(key, id);
        else refused.push(status);
        await pause(10);
      }
    });
    return {
      accepted,
      refused,
      stop: async () => {
        stopped = true;
        await Promise.all(clients);
      },
    };
  };

  const works = () => ask(crypto.randomUUID()).then(({ status }) => status === 202);

  /** Claims, reports and so ends a Run, in the place of an executor. */
  const carryOut = async (runId: string): Promise<void> => {
    expect((await h.claim(runId)).status).toBe(200);
    await h.report({
      runId,
      attempt: 1,
      executorId: 'executor-1',
      firstSeq: 1,
      events: [],
      outcome: completed,
    });
    await h.until('the Run has ended', async () => (await h.status(runId)) === 'completed');
  };

  test(
    'PostgreSQL is killed under load: every accepted Run is stored once',
    async () => {
      const load = offerLoad('killed');
      await h.until('Runs are accepted', () => load.accepted.size >= 20);
      await postgres.kill();
      heal = postgres.start;
      await h.until('Runs are refused', () => load.refused.length > 0);
      heal = undefined;
      await postgres.start();
      const before = load.accepted.size;
      await h.until('Runs are accepted again', () => load.accepted.size > before + 20);
      await load.stop();
      expect(new Set(load.refused)).toEqual(new Set([503]));
      expect(new Set(load.accepted.values()).size).toBe(load.accepted.size);
      for (const [key, id] of load.accepted) expect(await ask(key)).toMatchObject({ status: 202, id });
    },
    TEST_MS,
  );

  test(
    'PostgreSQL hangs: requests get 503 in time, and are served when it resumes',
    async () => {
      await postgres.pause();
      heal = postgres.resume;
      const { status, ms } = await ask('hanging');
      expect(status).toBe(503);
      expect(ms).toBeLessThan(MAX_ANSWER_MS);
      heal = undefined;
      await postgres.resume();
      await h.until('it works again', works);
    },
    TEST_MS,
  );

  test(
    'Redis is killed and loses its data: Runs are accepted meanwhile, and published and executed afterwards',
    async () => {
      await redis.kill();
      heal = redis.start;
      const { status, id } = await ask('without-redis');
      expect(status).toBe(202);
      heal = undefined;
      await redis.start();
      await h.until('the job was published', () => h.jobs.some(({ runId }) => runId === id));
      await carryOut(id);
    },
    TEST_MS,
  );

  test(
    'Redis hangs: Runs are accepted, and published when it resumes',
    async () => {
      await redis.pause();
      heal = redis.resume;
      const { status, id, ms } = await ask('with-a-hanging-redis');
      expect(status).toBe(202);
      expect(ms).toBeLessThan(MAX_ANSWER_MS);
      heal = undefined;
      await redis.resume();
      await h.until('the job was published', () => h.jobs.some(({ runId }) => runId === id));
      await carryOut(id);
    },
    TEST_MS,
  );
});
