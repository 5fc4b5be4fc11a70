import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AcceptedRun, ErrorBody, IssuedApiKey, RunState } from '@errand/contracts';
import { type RunningStack, SERVICES } from '@errand/local-stack';
import { queueBackends, startRedis, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSession } from '@errand/launcher/account';
import { type OwnStack, startOwnStack } from './own-stack.ts';

const START_MS = 180_000;
const TEST_MS = 180_000;
/** Upper bound of a response time during an outage: five seconds by design, and slack for a busy machine. */
const MAX_RESPONSE_MS = 60_000;
const WAIT_TIMEOUT_MS = 180_000;
const LOADERS = 8;
/** Without it the loaders would take the CPU from the services that start again. */
const PAUSE_MS = 50;
/** One in `CLOUD_SHARE` Runs is executed; the rest stay queued. */
const CLOUD_SHARE = 20;

interface Outcome {
  status: number;
  run: AcceptedRun | null;
}

function waitUntil(what: string, condition: () => boolean | Promise<boolean>) {
  return waitFor(what, condition, { timeoutMs: WAIT_TIMEOUT_MS });
}

async function createKey({ stack: { baseUrl }, account }: OwnStack): Promise<string> {
  const cookie = await openSession(baseUrl, account.email, account.password);
  const response = await fetch(`${baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify({ name: 'load', scopes: ['runs:read', 'runs:write', 'runs:local'] }),
  });
  return IssuedApiKey.parse(await response.json()).key;
}

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

  /** Sends one request; throws unless the answer is a success or a well-formed 503. */
  const send = async (method: string, path: string, body?: unknown): Promise<Outcome & { text: string }> => {
    const response = await fetch(stack.baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(MAX_RESPONSE_MS),
    });
    const text = await response.text();
    if (response.status === 503) {
      ErrorBody.parse(JSON.parse(text));
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    } else if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    const run = response.status === 202 ? AcceptedRun.parse(JSON.parse(text)) : null;
    return { status: response.status, run, text };
  };
  const stateOf = async (id: string): Promise<RunState> =>
    RunState.parse(JSON.parse((await send('GET', `/v1/runs/${id}`)).text));

  /** Creates and reads Runs continuously until `stop`. */
  const load = () => {
    const outcomes: Outcome[] = [];
    let stopped = false;
    let number = 0;
    const loaders = Array.from({ length: LOADERS }, async () => {
      while (!stopped) {
        number += 1;
        const executionTarget = number % CLOUD_SHARE === 0 ? 'cloud' : 'local';
        const outcome = await send('POST', '/v1/runs', { task: `unintelligible ${number}`, executionTarget });
        outcomes.push(outcome);
        if (outcome.run !== null) outcomes.push(await send('GET', `/v1/runs/${outcome.run.id}`));
        await delay(PAUSE_MS);
      }
    });
    const failure = Promise.all(loaders);
    failure.catch(() => undefined);
    return {
      outcomes,
      /** Waits for the condition; throws at once when a request was answered with anything else than a success or a 503. */
      waitUntil: (what: string, condition: () => boolean) =>
        Promise.race([waitUntil(what, condition), failure]),
      count: (status: number) => outcomes.filter((outcome) => outcome.status === status).length,
      stop: async () => {
        stopped = true;
        await failure;
      },
    };
  };

  const expectNothingLost = async (outcomes: readonly Outcome[]) => {
    const accepted = outcomes.flatMap(({ run }) => run ?? []);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    for (const { id, executionTarget } of accepted)
      if (executionTarget === 'local') expect((await stateOf(id)).status).toBe('queued');
      else await waitUntil(`Run ${id} to fail`, async () => (await stateOf(id)).status === 'failed');
  };
  const expectSameProcesses = () => {
    for (const { pid } of stack.processes) expect(() => process.kill(pid, 0)).not.toThrow();
  };

  const logOf = (name: string) =>
    readFile(stack.processes.find((one) => one.name === name)?.logFile ?? '', 'utf8');

  test(
    'services that start while their database and queue are unavailable wait for them and log it',
    async () => {
      for (const name of SERVICES) await stack.kill(name);
      const redisPort = Number(new URL(redis?.url ?? 'redis://localhost:0').port);
      await redis?.stop();
      let started: Promise<unknown> = Promise.resolve();
      const waiting = async () => {
        // A service that exits while it waits rejects here.
        started = Promise.all(SERVICES.map((name) => stack.restart(name)));
        await Promise.race([
          waitUntil('every service to report that it waits', async () =>
            (await Promise.all(SERVICES.map(logOf))).every((log) => log.includes('waiting to start')),
          ),
          started,
        ]);
      };
      await stack.crashPostgres({ whileAway: waiting });
      if (redis !== null) redis = await startRedis({ port: redisPort });
      await started;
      const run = await send('POST', '/v1/runs', { task: 'unintelligible' });
      await waitUntil('the Run to fail', async () => (await stateOf(run.run?.id ?? '')).status === 'failed');
      expect(await logOf('executor')).toContain('"dependency":"the queue"');
      expect(await logOf('runbooks')).toContain('"dependency":"the database"');
    },
    TEST_MS,
  );

  test(
    'every request gets a success or a 503, and no accepted Run is lost, when PostgreSQL crashes and restarts under load',
    async () => {
      const traffic = load();
      await traffic.waitUntil('20 accepted Runs', () => traffic.count(202) >= 20);
      await stack.crashPostgres({
        whileAway: () => traffic.waitUntil('50 answers of 503', () => traffic.count(503) >= 50),
      });
      const before = traffic.count(202);
      await traffic.waitUntil('20 more accepted Runs', () => traffic.count(202) >= before + 20);
      await traffic.stop();
      expectSameProcesses();
      await expectNothingLost(traffic.outcomes);
    },
    TEST_MS,
  );

  if (backend.name !== 'redis') return;
  test(
    'no accepted Run is lost when Redis stops under load and restarts empty',
    async () => {
      const traffic = load();
      await traffic.waitUntil('20 accepted Runs', () => traffic.count(202) >= 20);
      await redis?.stop();
      const stopped = traffic.outcomes.length;
      await traffic.waitUntil('100 more answers', () => traffic.outcomes.length >= stopped + 100);
      redis = await startRedis({ port: Number(new URL(redis?.url ?? '').port) });
      const before = traffic.count(202);
      await traffic.waitUntil('20 more accepted Runs', () => traffic.count(202) >= before + 20);
      await traffic.stop();
      expectSameProcesses();
      await expectNothingLost(traffic.outcomes);
    },
    TEST_MS,
  );
});
