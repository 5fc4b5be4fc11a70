/** The whole product for a benchmark: a stack on either queue, an account, and Runs of published Runbooks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AcceptedRun, PublishedRunbook, RunDetails, RunbookStep } from '@errand/contracts';
import { type RunningStack, startStack } from '@errand/local-stack';
import { startRedis } from '@errand/test-kit';
import pg from 'pg';
import { Pool } from 'undici';
import { signUp } from '../apps/launcher/src/account.ts';
import { browserCacheDirectory } from '../apps/launcher/src/home.ts';

export type Backend = 'redis' | 'postgres';

export interface Product extends AsyncDisposable {
  stack: RunningStack;
  /** Process ids of the services, the database and the queue. */
  pids: () => Record<string, number>;
  /** Publishes a Runbook; resolves to its id. */
  publish(title: string, steps: readonly RunbookStep[]): Promise<string>;
  /** Starts a Run; resolves to its id. */
  start(runbookId: string, inputs?: Record<string, unknown>): Promise<string>;
  /** Resolves once the Run has completed; throws when it ended otherwise. */
  completed(runId: string): Promise<void>;
  /** The address of the live view of a Run; null while no executor holds it. */
  liveView(runId: string): Promise<string | null>;
  /** The runs database, past the product. */
  database: pg.Client;
}

const CONNECTIONS = 64;

export async function startProduct(
  backend: Backend,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-'));
  const redis = backend === 'redis' ? await startRedis() : null;
  if (backend === 'redis' && redis === null) throw new Error('redis-server is not on the PATH');
  const stack = await startStack({
    dir,
    port: 0,
    ...(redis && { queueUrl: redis.url }),
    env: {
      ...process.env,
      ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
      ERRAND_LOG_LEVEL: 'warn',
      ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
      ...(process.env['BENCH_PROFILES'] && {
        NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${process.env['BENCH_PROFILES']}`,
      }),
      ...env,
    },
  });
  const { apiKey } = await signUp(stack.baseUrl, 'bench@example.com', 'a long enough password');
  const pool = new Pool(stack.baseUrl, { connections: CONNECTIONS });
  const database = new pg.Client({ connectionString: stack.databaseUrls.runs });
  await database.connect();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const post = async <Answer>(place: string, body: object): Promise<Answer> => {
    const answer = await pool.request({ method: 'POST', path: place, headers, body: JSON.stringify(body) });
    if (answer.statusCode >= 300)
      throw new Error(`${place} answered ${answer.statusCode}: ${await answer.body.text()}`);
    return (await answer.body.json()) as Answer;
  };
  return {
    stack,
    database,
    pids: () => ({
      ...Object.fromEntries(stack.processes.map(({ name, pid }) => [name, pid])),
      postgres: stack.postgres.pid,
      ...(redis && { redis: redis.pid }),
    }),
    publish: async (title, steps) => {
      const parameters = [{ name: 'id', type: 'string', required: false }];
      const made = { schemaVersion: 3, title, parameters, steps, status: 'published' };
      return (await post<PublishedRunbook>('/v1/runbooks', made)).id;
    },
    start: async (runbookId, inputs = {}) =>
      (await post<AcceptedRun>(`/v1/runbooks/${runbookId}/runs`, { inputs })).id,
    liveView: async (runId) => {
      const answer = await pool.request({ method: 'GET', path: `/v1/runs/${runId}/details`, headers });
      return ((await answer.body.json()) as RunDetails).live_view_url;
    },
    completed: async (runId) => {
      const stream = await pool.request({
        method: 'GET',
        path: `/v1/runs/${runId}/events`,
        headers: { ...headers, accept: 'text/event-stream' },
      });
      const text = await stream.body.text();
      if (!text.includes('run.completed')) throw new Error(`Run ${runId} did not complete: ${text}`);
    },
    [Symbol.asyncDispose]: async () => {
      await database.end();
      await pool.destroy();
      // Killed services write no profile.
      await stack.stop({ now: process.env['BENCH_PROFILES'] === undefined });
      await redis?.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
