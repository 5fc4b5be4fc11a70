/**
 * What telemetry costs where Runs are accepted: the same stack with it off, on as it is by default, and on with every
 * request traced; and that of another checkout beside them.
 *
 *     node bench/telemetry.ts [seconds a slice] [rounds] [folder of another checkout]
 *
 * Slices are short and take turns, and only neighbours are compared, because other work on the machine comes and goes.
 * Processor time of gateway and runs service for each accepted Run says more than throughput where the machine is busy.
 * What is not compiled yet costs several times what it costs later, so each stack is warmed up first.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningStack, startStack } from '@errand/local-stack';
import { Pool } from 'undici';
import { signUp } from '../apps/launcher/src/account.ts';

const SECONDS = Number(process.argv[2] ?? 1);
const ROUNDS = Number(process.argv[3] ?? 60);
const WARM_UP = 15;
const OTHER = process.argv[4];
const CONNECTIONS = 32;
const BODY = JSON.stringify({ task: 'Open https://example.com and report the heading' });

interface Slice {
  /** Accepted Runs a second. */
  throughput: number;
  /** Milliseconds of processor time of the gateway and the runs service for each; NaN where there is no /proc. */
  processorMs: number;
}

interface Contestant {
  name: string;
  stack: RunningStack;
  apiKey: string;
  slices: Slice[];
}

const collector = fork(path.join(import.meta.dirname, 'collector.ts'));
const [collectorPort] = (await once(collector, 'message')) as [number];
const dirs: string[] = [];

const contestant = async (
  name: string,
  start: typeof startStack,
  env: Record<string, string>,
): Promise<Contestant> => {
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-'));
  dirs.push(dir);
  const stack = await start({
    dir,
    port: 0,
    env: { ...process.env, ERRAND_LOG_LEVEL: 'warn', ERRAND_RATE_LIMIT_PER_MINUTE: '1000000', ...env },
  });
  // Nobody may carry out what is accepted here.
  await stack.kill('executor');
  const { apiKey } = await signUp(stack.baseUrl, 'bench@example.com', 'a long enough password');
  return { name, stack, apiKey, slices: [] };
};

const startOf = async (checkout: string): Promise<typeof startStack> => {
  const entry = path.resolve(checkout, 'packages/local-stack/src/index.ts');
  const loaded = (await import(entry)) as { startStack: typeof startStack };
  return loaded.startStack;
};

const TICKS_A_SECOND = 100;
const processorSeconds = async ({ processes }: RunningStack): Promise<number> => {
  let ticks = 0;
  for (const { name, pid } of processes) {
    if (name !== 'gateway' && name !== 'runs') continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') ');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_A_SECOND;
};

const slice = async ({ stack, apiKey }: Contestant): Promise<Slice> => {
  const pool = new Pool(stack.baseUrl, { connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const processorBefore = await processorSeconds(stack);
  const begun = performance.now();
  let accepted = 0;
  const client = async () => {
    while (performance.now() - begun < SECONDS * 1_000) {
      const answer = await pool.request({ method: 'POST', path: '/v1/runs', headers, body: BODY });
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode}: ${await answer.body.text()}`);
      await answer.body.dump();
      accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - begun) / 1_000;
  await pool.close();
  return {
    throughput: accepted / seconds,
    processorMs: (((await processorSeconds(stack)) - processorBefore) * 1_000) / accepted,
  };
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN;

/** The median of the ratios to the neighbouring slice of `base`, and the middle half of them. */
const compare = (one: Contestant, base: Contestant, figure: keyof Slice): string => {
  const ratios = one.slices.map((each, round) => each[figure] / (base.slices[round]?.[figure] ?? Number.NaN));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
  return `${middle} (middle half ${low} to ${high})`;
};

const off = await contestant('off', startStack, {});
const collected = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` };
const on = await contestant('on', startStack, collected);
const every = await contestant('on, every request traced', startStack, {
  ...collected,
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
});
const others = OTHER === undefined ? [] : [await contestant('the other checkout', await startOf(OTHER), {})];
const all = [off, on, every, ...others];

try {
  for (let round = 0; round < WARM_UP; round += 1) for (const one of all) await slice(one);
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = round % all.length;
    for (const one of [...all.slice(turn), ...all.slice(0, turn)]) one.slices.push(await slice(one));
  }
  for (const one of all) {
    const median = (figure: keyof Slice) =>
      quantile(
        one.slices.map((each) => each[figure]),
        0.5,
      );
    console.log(
      `${one.name}: ${Math.round(median('throughput'))} accepted/s, ${median('processorMs').toFixed(3)} ms of processor time each`,
    );
  }
  const pairs = [[on, off] as const, [every, off] as const, ...others.map((other) => [off, other] as const)];
  for (const [one, base] of pairs) {
    console.log(`${one.name} against ${base.name}: throughput × ${compare(one, base, 'throughput')}`);
    console.log(`${one.name} against ${base.name}: processor time × ${compare(one, base, 'processorMs')}`);
  }
} finally {
  collector.kill();
  for (const { stack } of all) await stack.stop();
  for (const dir of dirs) await rm(dir, { recursive: true, force: true });
}
process.exit(0);
