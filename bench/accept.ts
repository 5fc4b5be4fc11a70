/**
 * The cost of accepting and reading a Run, through the gateway and at the runs service itself, against node:http with one
 * `pg` statement a request on the same database.
 *
 *     node bench/accept.ts [seconds a round] [rounds]
 *
 * The contestants take turns, so that a busy machine slows all of them, after as many requests each as V8 needs to have compiled
 * what they run. Figures are ratios of throughput to the floor's, and the CPU time that a request takes of each process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PRINCIPAL_HEADER } from '@errand/contracts/internal';
import { startStack } from '@errand/local-stack';
import { Pool } from 'undici';
import { signUp } from '../apps/launcher/src/account.ts';
import { cpuSeconds } from '../scripts/cpu-times.ts';
import { median } from './median.ts';
import { note, report } from './report.ts';

const SECONDS = Number(process.argv[2] ?? 2);
const ROUNDS = Number(process.argv[3] ?? 3);
const CONNECTIONS = [1, 32];
/** Until then, a request takes two to three times its time: more code takes longer to be compiled, so the floor is soon done. */
const WARM_UP_REQUESTS = 6_000;
const MIN_SHOWN_MICROS = 5;

interface Contestant {
  name: string;
  baseUrl: string;
  headers: Record<string, string>;
  readPath: string;
}

const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-'));
await using stack = await startStack({
  dir,
  port: 0,
  env: {
    ...process.env,
    ERRAND_LOG_LEVEL: 'warn',
    ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
    ...(process.env['BENCH_PROFILES'] && {
      NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${process.env['BENCH_PROFILES']}`,
    }),
  },
});
// The accepted Runs must not be executed.

await stack.kill('executor');
const floor = fork(path.join(import.meta.dirname, 'floor-server.ts'), [stack.postgres.adminUrl]);
const [floorPort] = (await once(floor, 'message')) as [number];

const { apiKey } = await signUp(stack.baseUrl, 'bench@example.com', 'a long enough password');
const workspaceId = '01900000-0000-7000-8000-000000000001';
const internal = {
  authorization: `Bearer ${stack.environments.runs['ERRAND_INTERNAL_TOKEN'] ?? ''}`,
  [PRINCIPAL_HEADER]: JSON.stringify({
    workspaceId,
    userId: 'bench',
    keyId: null,
    scopes: ['runs:read', 'runs:write'],
  }),
};
const body = JSON.stringify({
  task: 'Open https://example.com and report the heading',
  metadata: { ticket: 'A-17' },
});

async function post(pool: Pool, headers: Record<string, string>, place: string) {
  const answer = await pool.request({
    method: 'POST',
    path: place,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode}: ${await answer.body.text()}`);
  return (await answer.body.json()) as { id: string };
}
async function contestant(
  name: string,
  baseUrl: string,
  headers: Record<string, string>,
): Promise<Contestant> {
  const pool = new Pool(baseUrl);
  const { id } = await post(pool, headers, '/v1/runs');
  await pool.close();
  return { name, baseUrl, headers, readPath: `/v1/runs/${id}` };
}
const contestants = [
  await contestant('floor', `http://127.0.0.1:${floorPort}`, {}),
  await contestant(
    'runs service',
    `http://127.0.0.1:${stack.environments.runs['ERRAND_PORT'] ?? ''}`,
    internal,
  ),
  await contestant('through the gateway', stack.baseUrl, { authorization: `Bearer ${apiKey}` }),
];

const pids = {
  ...Object.fromEntries(stack.processes.map(({ name, pid }) => [name, pid])),
  postgres: stack.postgres.pid,
  floor: floor.pid ?? 0,
};
interface Round {
  perSecond: number;
  /** CPU time for a request in microseconds, by process. */
  cpu: Map<string, number>;
}

/** Returns how many requests were made one after the other on each connection while `goesOn`. */
async function exchange(
  one: Contestant,
  write: boolean,
  connections: number,
  goesOn: (done: number) => boolean,
): Promise<number> {
  const pool = new Pool(one.baseUrl, { connections });
  let done = 0;
  const client = async () => {
    while (goesOn(done)) {
      if (write) await post(pool, one.headers, '/v1/runs');
      else
        await (await pool.request({ method: 'GET', path: one.readPath, headers: one.headers })).body.dump();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  await pool.close();
  return done;
}

async function measure(one: Contestant, write: boolean, connections: number): Promise<Round> {
  const before: Record<string, number> = cpuSeconds(pids);
  const until = performance.now() + SECONDS * 1_000;
  const done = await exchange(one, write, connections, () => performance.now() < until);
  const spent = Object.entries<number>(cpuSeconds(pids)).map(
    ([name, seconds]) => [name, ((seconds - (before[name] ?? 0)) / done) * 1e6] as const,
  );
  return { perSecond: done / SECONDS, cpu: new Map(spent) };
}

function cpuOf(rounds: readonly Round[]): string {
  const names = [...(rounds[0]?.cpu.keys() ?? [])];
  const figures = names.map((name) => [name, median(rounds.map(({ cpu }) => cpu.get(name) ?? 0))] as const);
  return figures
    .filter(([, micros]) => micros >= MIN_SHOWN_MICROS)
    .map(([name, micros]) => `${name} ${micros.toFixed(0)} µs`)
    .join(', ');
}

for (const write of [true, false]) {
  for (const one of contestants) await exchange(one, write, 32, (done) => done < WARM_UP_REQUESTS);
  for (const connections of CONNECTIONS) {
    const figures = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const one of contestants) figures.get(one.name)?.push(await measure(one, write, connections));
    const floorValues = figures.get('floor')?.map(({ perSecond }) => perSecond) ?? [];
    for (const [name, rounds] of figures) {
      report(
        `${write ? 'accept' : 'read'}, ${connections} connections, ${name}`,
        '/s',
        rounds.map(({ perSecond }) => perSecond),
        name === 'floor' ? undefined : { name: 'the floor', values: floorValues },
      );
      note(`CPU a request: ${cpuOf(rounds)}`);
    }
  }
}

floor.kill();
await stack.stop();
await rm(dir, { recursive: true, force: true });
process.exit(0);
