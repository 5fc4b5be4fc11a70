/**
 * Runs the benchmarks one after the other, prints their results and stores them as JSON.
 *
 *     npm run bench -- [--only <name>[,<name>]] [--backend redis|postgres] [--json <file>]
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Measurement } from './report.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    backend: { type: 'string', default: 'redis' },
    json: { type: 'string', default: 'bench-results.json' },
  },
});
if (flags.backend !== 'redis' && flags.backend !== 'postgres')
  throw new Error('--backend is redis or postgres');

/** Each a program of this folder, with its arguments. */
const BENCHMARKS: Readonly<Record<string, readonly string[]>> = {
  runbook: ['10', flags.backend],
  'no-browser': ['500', flags.backend],
  accept: [],
  'list-runs': [],
  memory: ['5000', flags.backend],
  steps: [],
  look: [],
  loops: [],
  rounds: ['7', flags.backend],
  admission: [],
  cancel: [],
  live: [flags.backend],
  'run-page': [],
  'scroll-runs': [],
  telemetry: [],
  desktop: [],
};
const names = flags.only?.split(',') ?? Object.keys(BENCHMARKS);
for (const name of names)
  if (BENCHMARKS[name] === undefined)
    throw new Error(`there is no benchmark "${name}"; there are ${Object.keys(BENCHMARKS).join(', ')}`);

interface Result {
  benchmark: string;
  seconds: number;
  failed: boolean;
  measurements: Measurement[];
  notes: string[];
}

async function run(name: string): Promise<Result> {
  console.log(`\n${name}`);
  const begun = performance.now();
  const result: Result = { benchmark: name, seconds: 0, failed: false, measurements: [], notes: [] };
  const program: ChildProcess = fork(path.join(import.meta.dirname, `${name}.ts`), BENCHMARKS[name] ?? []);
  program.on('message', (message: Measurement | { note: string }) => {
    if ('note' in message) result.notes.push(message.note);
    else result.measurements.push(message);
  });
  const [code] = (await once(program, 'exit')) as [number | null];
  return { ...result, failed: code !== 0, seconds: (performance.now() - begun) / 1_000 };
}

const results: Result[] = [];
for (const name of names) results.push(await run(name));
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const at = new Date().toISOString();
await writeFile(
  flags.json,
  `${JSON.stringify({ at, machine, commit, backend: flags.backend, results }, null, 2)}\n`,
);
console.log(`\n${machine}; commit ${commit}; ${flags.json}`);
const failed = results.filter((result) => result.failed).map(({ benchmark }) => benchmark);
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
