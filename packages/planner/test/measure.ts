/**
 * Tries every sentence of a list on the pages of its portal and counts what came of it:
 * `node packages/planner/test/measure.ts [list] [pattern]`, with a list of `LISTS`.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool, type Host } from '@errand/browser-runtime';
import { executeTask } from '../src/execute-task.ts';
import { clinicPortal } from './clinic/pages.ts';
import * as clinic from './clinic/sentences.ts';
import { nursery } from './nursery/pages.ts';
import { firstSentences, secondSentences, traps } from './nursery/sentences.ts';
import { partsPortal } from './parts/pages.ts';
import { counterTasks, everyday } from './parts/sentences.ts';
import { servePortal } from './portal-site.ts';
import { nothing, on, type Sentence } from './sentence.ts';

function atReception(page: string, tasks: typeof clinic.receptionTasks) {
  return on(
    page,
    ...tasks.map(([task, done]): [string, readonly string[]] => [
      task,
      page.endsWith('closed') ? nothing : done,
    ]),
  );
}

const LISTS: Readonly<Record<string, readonly Sentence[]>> = {
  nursery: firstSentences,
  nurseryMore: secondSentences,
  nurseryTraps: traps,
  parts: everyday,
  partsAccepted: on('/counter', ...counterTasks),
  partsTraps: on(
    '/counter-refusing',
    ...counterTasks.map(([task]) => [task, nothing] as [string, readonly string[]]),
  ),
  clinic: clinic.firstSentences,
  clinicMore: clinic.secondSentences,
  clinicAccepted: atReception('/reception', clinic.receptionTasks),
  clinicTraps: atReception('/reception-closed', clinic.receptionTasks),
  clinicMoreAccepted: atReception('/reception', clinic.secondReceptionTasks),
  clinicMoreTraps: atReception('/reception-closed', clinic.secondReceptionTasks),
};
const AT_ONCE = 3;
const [, , name = 'parts', pattern = ''] = process.argv;
const isTrap = name.endsWith('Traps');
const list = (LISTS[name] ?? []).filter(({ page, task }) => new RegExp(pattern, 'u').test(`${page} ${task}`));

const pool = createBrowserPool({
  cacheDir: join(tmpdir(), 'errand-browser'),
  environment: process.env,
});
await pool.start();

function host(): Host {
  return {
    emit: () => {},
    declareIntent: () => Promise.resolve(),
    store: ({ filename }) => filename,
    stored: () => Promise.resolve(),
    load: () => Promise.reject(new Error('nothing is stored')),
    requestDecision: () => Promise.resolve({ decision: 'approve' }),
    signal: new AbortController().signal,
  };
}

function portalOf(list: string) {
  if (list.startsWith('nursery')) return nursery;
  return list.startsWith('clinic') ? clinicPortal : partsPortal;
}

/** What came of a sentence. `wrong`: it completed with something else, or told the site what it should not. */
async function attempt({ page, task, done = [], answer }: Sentence): Promise<'done' | 'refused' | 'wrong'> {
  const site = await servePortal(portalOf(name));
  const own = host();
  const limits = { stepTimeoutMs: 12_000, screenshots: false };
  const { status, outputs, errorMessage } = await pool.withContext({ host: own, scoped: false }, (surface) =>
    executeTask({ task: `Open ${site.url}${page}. ${task}`, surface, host: own, limits }),
  );
  await site.close();
  const isAnswered =
    answer === undefined || JSON.stringify(Object.values(outputs)) === JSON.stringify([answer]);
  const isSo = JSON.stringify(site.state) === JSON.stringify(done) && isAnswered;
  const isWrong =
    status === 'completed' ? isTrap || !isSo : site.state.some((told) => isTrap || !done.includes(told));
  const came = isWrong ? 'wrong' : status === 'completed' ? 'done' : 'refused';
  const seen = JSON.stringify([site.state, outputs, errorMessage?.slice(0, 200)]);
  process.stdout.write(`${came.padEnd(8)} ${page} ${task}${came === 'done' ? '' : `\n         ${seen}`}\n`);
  return came;
}

const counts = { done: 0, refused: 0, wrong: 0 };
const left = [...list];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) counts[await attempt(next)] += 1;
  }),
);
process.stdout.write(`${name}: ${JSON.stringify({ ...counts, of: list.length })}\n`);
await pool.close();
process.exit(0);
