import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AcceptedRun, ErrorBody, IssuedApiKey, RunState } from '@errand/contracts';
import { type RunningStack, SERVICES } from '@errand/local-stack';
import { queueBackends, startRedis } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSession } from '../src/account.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';

const START_MS = 90_000;
const TEST_MS = 120_000;
/** Nothing takes longer, whatever is away: five seconds by design, and what a busy machine adds. */
const LONGEST_MS = 15_000;
const LOADERS = 8;
/** Every so manieth Run is carried out, the others stay queued. */
const CLOUD_SHARE = 20;

interface Outcome {
  status: number;
  ms: number;
  run: AcceptedRun | null;
}

const until = async (holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> => {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`still not so after ${withinMs} ms`);
    await delay(20);
  }
};

const createKey = async ({ stack: { baseUrl }, account }: OwnStack): Promise<string> => {
  const cookie = await openSession(baseUrl, account.email, account.password);
  const made = await fetch(`${baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify({ name: 'load', scopes: ['runs:read', 'runs:write', 'runs:local'] }),
  });
  return IssuedApiKey.parse(await made.json()).key;
};

describe.each(queueBackends())('with the queue on $name', (backend) => {
  const undo = new AsyncDisposableStack();
  let redis: Awaited<ReturnType<typeof startRedis>> = null;
  let own: OwnStack;
  let stack: RunningStack;
  let headers: Record<string, string>;

  beforeAll(async () => {
    if (backend.name === 'redis') redis = await startRedis();
    undo.defer(async () => redis?.stop());
    own = await startOwnStack({ ERRAND_RATE_LIMIT_PER_MINUTE: '1000000' }, redis?.url);
    undo.defer(() => own.stop());
    ({ stack } = own);
    headers = {
      authorization: `Bearer ${await createKey(own)}`,
      'content-type': 'application/json',
    };
  }, START_MS);
  afterAll(() => undo.disposeAsync(), START_MS);

  /** One request; anything but success or a well-formed 503 throws. */
  const ask = async (method: string, path: string, body?: unknown): Promise<Outcome & { text: string }> => {
    const began = performance.now();
    const response = await fetch(stack.baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    const text = await response.text();
    const ms = performance.now() - began;
    if (response.status === 503) {
      ErrorBody.parse(JSON.parse(text));
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    } else if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    const run = response.status === 202 ? AcceptedRun.parse(JSON.parse(text)) : null;
    return { status: response.status, ms, run, text };
  };
  const stateOf = async (id: string): Promise<RunState> =>
    RunState.parse(JSON.parse((await ask('GET', `/v1/runs/${id}`)).text));

  /** Creates and reads Runs without a pause until it is told to stop. */
  const load = () => {
    const outcomes: Outcome[] = [];
    let going = true;
    let number = 0;
    const loaders = Array.from({ length: LOADERS }, async () => {
      while (going) {
        number += 1;
        const executionTarget = number % CLOUD_SHARE === 0 ? 'cloud' : 'local';
        const outcome = await ask('POST', '/v1/runs', { task: `unintelligible ${number}`, executionTarget });
        outcomes.push(outcome);
        if (outcome.run !== null) outcomes.push(await ask('GET', `/v1/runs/${outcome.run.id}`));
        else await delay(20);
      }
    });
    const failure = Promise.all(loaders);
    failure.catch(() => undefined);
    return {
      outcomes,
      /** Waits until so much was answered; throws at once when something was answered that may not be. */
      until: (holds: () => boolean) => Promise.race([until(holds), failure]),
      count: (status: number) => outcomes.filter((outcome) => outcome.status === status).length,
      stop: async () => {
        going = false;
        await failure;
      },
    };
  };

  const expectHeld = async (outcomes: readonly Outcome[]) => {
    const accepted = outcomes.flatMap(({ run }) => run ?? []);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    for (const { id, executionTarget } of accepted)
      if (executionTarget === 'local') expect((await stateOf(id)).status).toBe('queued');
      else await until(async () => (await stateOf(id)).status === 'failed');
    for (const { ms } of outcomes) expect(ms).toBeLessThan(LONGEST_MS);
  };
  const expectSameProcesses = () => {
    for (const { pid } of stack.processes) expect(() => process.kill(pid, 0)).not.toThrow();
  };

  const logOf = (name: string) =>
    readFile(stack.processes.find((one) => one.name === name)?.logFile ?? '', 'utf8');

  test(
    'services that start while their database and their queue are unavailable wait for them and say so',
    async () => {
      for (const name of SERVICES) await stack.kill(name);
      const redisPort = Number(new URL(redis?.url ?? 'redis://localhost:0').port);
      await redis?.stop();
      let started: Promise<unknown> = Promise.resolve();
      const waiting = async () => {
        // One that ends while it waits rejects here.
        started = Promise.all(SERVICES.map((name) => stack.restart(name)));
        await Promise.race([
          until(async () =>
            (await Promise.all(SERVICES.map(logOf))).every((log) => log.includes('waiting to start')),
          ),
          started,
        ]);
      };
      await stack.crashPostgres({ whileAway: waiting });
      if (redis !== null) redis = await startRedis(redisPort);
      await started;
      const run = await ask('POST', '/v1/runs', { task: 'unintelligible' });
      await until(async () => (await stateOf(run.run?.id ?? '')).status === 'failed');
      expect(await logOf('executor')).toContain('"dependency":"the queue"');
      expect(await logOf('runbooks')).toContain('"dependency":"the database"');
    },
    TEST_MS,
  );

  test(
    'PostgreSQL falls over under load and comes back',
    async () => {
      const traffic = load();
      await traffic.until(() => traffic.count(202) >= 20);
      await stack.crashPostgres({ whileAway: () => traffic.until(() => traffic.count(503) >= 50) });
      const before = traffic.count(202);
      await traffic.until(() => traffic.count(202) >= before + 20);
      await traffic.stop();
      expectSameProcesses();
      await expectHeld(traffic.outcomes);
    },
    TEST_MS,
  );

  if (backend.name !== 'redis') return;
  test(
    'Redis falls over under load, forgets everything and comes back',
    async () => {
      const traffic = load();
      await traffic.until(() => traffic.count(202) >= 20);
      await redis?.stop();
      const stopped = traffic.outcomes.length;
      await traffic.until(() => traffic.outcomes.length >= stopped + 100);
      redis = await startRedis(Number(new URL(redis?.url ?? '').port));
      const back = traffic.count(202);
      await traffic.until(() => traffic.count(202) >= back + 20);
      await traffic.stop();
      expectSameProcesses();
      await expectHeld(traffic.outcomes);
    },
    TEST_MS,
  );
});
