/**
 * Eighteen tasks on a real desktop (Xvfb, D-Bus, openbox, applications): twelve that Runbooks do, and six that must not be done.
 * Judged by files, outputs and accessibility trees, never by the Run's own report.
 *
 *     node bench/desktop.ts [part of a task's name]
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBrowserPool } from '@errand/browser-runtime';
import { missingOf, noDesktop } from '@errand/computer/testing/desktop.ts';
import { EDITED, type Judged, type Task } from './desktop-done.ts';
import { FILES } from './desktop-files.ts';
import { withMachine } from './desktop-machine.ts';
import { REFUSED } from './desktop-refused.ts';
import { note, report } from './report.ts';

const only = process.argv[2] ?? '';
const DONE = [...EDITED, ...FILES].sort((a, b) => parseInt(a.name) - parseInt(b.name));
const pool = createBrowserPool({
  cacheDir: path.join(tmpdir(), 'errand-browser'),
  environment: process.env,
});

interface Result extends Judged {
  task: Task;
  ms: number;
}

const results: Result[] = [];
const skipped: string[] = [];
for (const task of [...DONE, ...REFUSED].filter(({ name }) => name.includes(only))) {
  const missing = missingOf(task.needs);
  const why = noDesktop ?? (missing.length > 0 ? `${missing.join(', ')} not installed` : null);
  if (why !== null) {
    skipped.push(`${task.name}: ${why}`);
    continue;
  }
  const result = await withMachine(pool, { hasPerson: task.hasPerson ?? false }, async (machine) => {
    const begun = performance.now();
    const judged = await task.carryOut(machine);
    return { task, ms: performance.now() - begun, ...judged };
  });
  results.push(result);
  const steps = result.ran.host.ofType('step.completed').length;
  note(`${task.name}: ${result.wrong ?? 'right'} (${Math.round(result.ms)} ms, ${steps} steps)`);
}
await pool.close();
for (const line of skipped) note(`skipped ${line}`);

function tell(name: string, tasks: readonly Task[]): number {
  const own = results.filter(({ task }) => tasks.includes(task));
  const right = own.filter(({ wrong }) => wrong === null);
  note(`${name}: ${right.length} of ${own.length} tried are right, ${tasks.length - own.length} skipped`);
  if (own.length > 0)
    report(
      `${name}, a task`,
      's',
      own.map(({ ms }) => ms / 1_000),
    );
  return own.length - right.length;
}

const wrong = tell('Runbooks', DONE) + tell('refusals', REFUSED);
process.exit(wrong > 0 ? 1 : 0);
