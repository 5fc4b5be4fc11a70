/**
 * Runs Jest with a deadline and Node's compile cache; arguments go to Jest. `npm test -- runs` runs all tests of one folder.
 * Without a folder, only the quick ones of `jest.config.js` run; ERRAND_TEST_PARTS names others.
 *
 * It ends for certain: Jest has ERRAND_TEST_DEADLINE_MINUTES (60 unless told) for everything, and a short time to exit
 * after its summary, which a server that a test forgot would put off for ever. A test process that is stuck ends earlier
 * (jest-watchdog.ts). It exits with 1 when tests failed, and with 2 when not all of them ran.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Progress } from './jest-progress-reporter.ts';

const root = path.resolve(import.meta.dirname, '..');
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
/** Of Jest's workers and of all that tests start. */
const compiled = path.join(root, 'node_modules/.cache/compiled');
const {
  NODE_COMPILE_CACHE = compiled,
  ERRAND_TEST_DEADLINE_MINUTES = '60',
  ERRAND_TEST_PARTS = 'quick',
  CI,
} = process.env;
const args = process.argv.slice(2);
const namesFolder = args[0]?.startsWith('-') === false || args.includes('--testPathPatterns');
const parts = namesFolder ? 'quick,long,services,sites' : ERRAND_TEST_PARTS;
/** CI tries the same random cases each time; wherever else, each run looks for new ones. */
const seed = CI === 'true' ? ['--seed', '812344567'] : [];
/** Prisma, which some tests import, is WebAssembly, and Node warns of that. */
const NO_WARNING = '--disable-warning=ExperimentalWarning';
const EXIT_MS = 60_000;

const child = spawn(
  process.execPath,
  [NO_WARNING, jest, '--config', path.join(root, 'jest.config.js'), ...seed, ...args],
  {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE, ERRAND_TEST_PARTS: parts },
  },
);
// Ctrl-C reaches Jest directly; this process only waits for its tear-down.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (signal === 'SIGTERM') child.kill(signal);
  });

const running = new Set<string>();
/** The result of the tests, once known. */
let succeeded: boolean | undefined;
let killed = false;

/** Databases, services and browsers end by themselves when the Jest that started them is gone. */
function kill(reason: string) {
  const names = [...running].map((name) => `  ${path.relative(root, name)}\n`).join('');
  process.stderr.write(`\n${reason}\n${names}`);
  killed = true;
  child.kill('SIGKILL');
}

const deadline = setTimeout(
  () =>
    kill(
      `The tests were ended after ${ERRAND_TEST_DEADLINE_MINUTES} minutes (ERRAND_TEST_DEADLINE_MINUTES). Still running:`,
    ),
  Number(ERRAND_TEST_DEADLINE_MINUTES) * 60_000,
);
let exitDeadline: NodeJS.Timeout | undefined;
child.on('message', (progress: Progress) => {
  if ('running' in progress) running.add(progress.running);
  else if ('over' in progress) running.delete(progress.over);
  else {
    succeeded = progress.succeeded;
    clearTimeout(deadline);
    exitDeadline = setTimeout(
      () => kill('Jest was ended: a test left something open (--detectOpenHandles shows which).'),
      EXIT_MS,
    );
  }
});

const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
clearTimeout(deadline);
clearTimeout(exitDeadline);
// Of the tests that break their servers, none is long.
if (parts === 'quick' && process.env.ERRAND_TEST_CONTAINERS !== 'breakable')
  process.stderr.write(
    '\nNot run, because they take most of the CPU time: `*.long.test.ts`, and sentences on whole sites, restarts and\n' +
      'outages of the stack, and accessibility (SITES in jest.config.js). `npm run test:long` runs them.\n',
  );
/** Jest's own 1 means that it ran all tests, and some failed. */
const UNFINISHED = 2;
if (killed) process.exitCode = succeeded === undefined ? UNFINISHED : Number(!succeeded);
else process.exitCode = code ?? (signal === 'SIGINT' ? 130 : UNFINISHED);
