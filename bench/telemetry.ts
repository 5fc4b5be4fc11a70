/**
 * What telemetry costs where Runs are accepted: the share of the gateway's and the runs service's working time that is
 * spent in it, as it is by default and with every request traced. Fails when the default costs more than it may.
 *
 *     node bench/telemetry.ts [seconds]
 *
 * Two stacks, one without telemetry, cannot tell: equal ones differ by a tenth from start to start. A profile compares
 * telemetry with the rest of the same process. What is not compiled yet costs several times what it costs later, so
 * each stack is warmed up for as long as it is measured.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '@errand/local-stack';
import { Pool } from 'undici';
import { signUp } from '../apps/launcher/src/account.ts';
import { report } from './report.ts';
import { readProfiles, shareOf } from './profile.ts';

const SECONDS = Number(process.argv[2] ?? 30);
const CONNECTIONS = 32;
const BODY = JSON.stringify({ task: 'Open https://example.com and report the heading' });
const MAX_SHARE = 0.05;
const TELEMETRY = /\/node_modules\/@opentelemetry\/|\/service-kit\/src\/telemetry\//;
const SERVICES = { gateway: 'apps/gateway/src/main.ts', runs: 'apps/runs/src/main.ts' };

/** Answers how many Runs were accepted a second. */
async function load(baseUrl: string, apiKey: string, seconds: number): Promise<number> {
  const pool = new Pool(baseUrl, { connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const begun = performance.now();
  let accepted = 0;
  const client = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      const answer = await pool.request({ method: 'POST', path: '/v1/runs', headers, body: BODY });
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode}: ${await answer.body.text()}`);
      await answer.body.dump();
      accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.close();
  return accepted / seconds;
}

/** Prints the share of each service, and answers that of both together. */
async function measure(name: string, env: Record<string, string>): Promise<number> {
  const dir = await mkdtemp(path.join(tmpdir(), 'errand-bench-'));
  const profiles = path.join(dir, 'profiles');
  try {
    const stack = await startStack({
      dir,
      port: 0,
      env: {
        ...process.env,
        ERRAND_LOG_LEVEL: 'warn',
        ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
        OTEL_METRIC_EXPORT_INTERVAL: '10000',
        NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${profiles}`,
        ...env,
      },
    });
    let throughput: number;
    try {
      // The accepted Runs must not be executed.
      await stack.kill('executor');
      const { apiKey } = await signUp(stack.baseUrl, 'bench@example.com', 'a long enough password');
      await load(stack.baseUrl, apiKey, SECONDS);
      throughput = await load(stack.baseUrl, apiKey, SECONDS);
    } finally {
      await stack.stop();
    }
    const found = await readProfiles(profiles, SERVICES);
    const shares = Object.entries(found).map(([service, profile]) => ({
      service,
      ...shareOf(profile, TELEMETRY, SECONDS),
    }));
    const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;
    const part = shares.reduce((sum, share) => sum + share.part, 0);
    const whole = shares.reduce((sum, share) => sum + share.whole, 0);
    const each = shares.map((share) => `${share.service} ${percent(share.part, share.whole)}`).join(', ');
    console.log(
      `${name}: ${percent(part, whole)} of the working time (${each}), ${Math.round(throughput)} accepted/s`,
    );
    report(`telemetry ${name}`, '% of the working time', [(part / whole) * 100]);
    return part / whole;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const collector = fork(path.join(import.meta.dirname, 'collector.ts'));
const [collectorPort] = (await once(collector, 'message')) as [number];
const collected = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` };
try {
  await measure('off', {});
  const share = await measure('on', collected);
  await measure('on, every request traced', { ...collected, OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
  if (share > MAX_SHARE) {
    console.error(`more than the ${MAX_SHARE * 100} % that telemetry may cost`);
    process.exitCode = 1;
  }
} finally {
  collector.kill();
}
process.exit();
