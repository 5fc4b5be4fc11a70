/**
 * Tries every sentence of a list on the pages of its portal and counts what came of it:
 * `node packages/planner/test/measure.ts [list] [pattern]`, with a list of `LISTS`.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserPool, type Host } from '@errand/browser-runtime';
import { executeTask } from '../src/task/execute-task.ts';
import { clinicPortal } from './clinic/pages.ts';
import * as clinicReception from './clinic/reception-tasks.ts';
import * as clinic from './clinic/sentences.ts';
import * as freight from './freight/sentences.ts';
import { serveFreight } from './freight/site.ts';
import * as coffee from './coffee/sentences.ts';
import { serveCoffee } from './coffee/site.ts';
import { secondSentences as moreCollege, traps as collegeTraps } from './college/more-sentences.ts';
import * as college from './college/sentences.ts';
import { thirdSentences as laterCollege } from './college/later-sentences.ts';
import { serveCollege } from './college/site.ts';
import * as energy from './energy/sentences.ts';
import { serveEnergy } from './energy/site.ts';
import { hire } from './hire/pages.ts';
import * as driving from './hire/sentences.ts';
import { housing } from './housing/pages.ts';
import * as homes from './housing/sentences.ts';
import { laterSentences } from './housing/later-sentences.ts';
import { twins } from './housing/twins.ts';
import { nursery } from './nursery/pages.ts';
import { firstSentences, secondSentences, traps } from './nursery/sentences.ts';
import { partsPortal } from './parts/pages.ts';
import { counterTasks, everyday } from './parts/sentences.ts';
import { servePortal } from './portal-site.ts';
import { store } from './store/pages.ts';
import * as shop from './store/sentences.ts';
import { serveSupplies } from './supplies/site.ts';
import { secondSentences as moreSupplies } from './supplies/more-sentences.ts';
import { firstSentences as supplies } from './supplies/sentences.ts';
import * as counter from './supplies/traps.ts';
import { tracker } from './tracker/pages.ts';
import * as desk from './tracker/sentences.ts';
import { nothing, on, type Sentence } from './sentence.ts';

/** The tasks at a desk that accepts them, or, at one that refuses, none of which may be done. */
function at(
  page: string,
  tasks: readonly (readonly [task: string, done: readonly string[], answer?: unknown])[],
  refuses = false,
) {
  return on(
    page,
    ...tasks.map(([task, done, answer]): [string, readonly string[], unknown] => [
      task,
      refuses ? nothing : done,
      refuses ? undefined : answer,
    ]),
  );
}

const LISTS: Readonly<Record<string, readonly Sentence[]>> = {
  coffee: coffee.firstSentences,
  coffeeMore: coffee.secondSentences,
  coffeeTraps: on('/', ...coffee.traps.map((task): [string, readonly string[]] => [task, nothing])),
  college: college.firstSentences,
  collegeMore: moreCollege,
  collegeLater: laterCollege,
  collegeTraps: on('/', ...collegeTraps.map((task): [string, readonly string[]] => [task, nothing])),
  energy: energy.firstSentences,
  energyTraps: on('/', ...energy.traps.map((task): [string, readonly string[]] => [task, nothing])),
  freight: freight.firstSentences,
  freightMore: freight.secondSentences,
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
  clinicAccepted: at('/reception', clinicReception.receptionTasks),
  clinicTraps: at('/reception-closed', clinicReception.receptionTasks, true),
  clinicMoreAccepted: at('/reception', clinicReception.secondReceptionTasks),
  clinicMoreTraps: at('/reception-closed', clinicReception.secondReceptionTasks, true),
  housing: homes.firstSentences,
  housingAccepted: at('/office', homes.officeTasks),
  housingLater: laterSentences,
  housingTwinTraps: twins,
  housingMore: homes.secondSentences,
  housingMoreAccepted: at('/office', homes.secondOfficeTasks),
  housingMoreTraps: at('/office-shut', homes.secondOfficeTasks, true),
  housingTraps: at('/office-shut', homes.officeTasks, true),
  store: shop.firstSentences,
  storeAccepted: at('/desk', shop.deskTasks),
  storeTraps: at('/desk-closed', shop.deskTasks, true),
  tracker: desk.firstSentences,
  trackerAccepted: at('/desk', desk.deskTasks),
  hire: driving.firstSentences,
  hireAccepted: at('/desk', driving.deskTasks),
  hireTraps: at('/desk-closed', driving.deskTasks, true),
  supplies,
  suppliesMore: moreSupplies,
  suppliesAccepted: at('/counter', counter.counterTasks),
  suppliesTraps: [...counter.traps, ...at('/counter-shut', counter.counterTasks, true)],
  trackerTraps: at('/desk-closed', desk.deskTasks, true),
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
  if (list.startsWith('housing')) return housing;
  if (list.startsWith('store')) return store;
  if (list.startsWith('hire')) return hire;
  if (list.startsWith('tracker')) return tracker;
  return list.startsWith('clinic') ? clinicPortal : partsPortal;
}

function siteOf(list: string) {
  if (list.startsWith('coffee')) return serveCoffee();
  if (list.startsWith('college')) return serveCollege();
  if (list.startsWith('energy')) return serveEnergy();
  if (list.startsWith('freight')) return serveFreight();
  return list.startsWith('supplies') ? serveSupplies() : servePortal(portalOf(list));
}

/** What came of a sentence. `wrong`: it completed with something else, or told the site what it should not. */
async function attempt({
  page,
  task,
  done = [],
  answer,
  answers,
}: Sentence): Promise<'done' | 'refused' | 'wrong'> {
  const site = await siteOf(name);
  const asked = task.includes('SITE')
    ? task.replaceAll('SITE', site.url)
    : `Open ${site.url}${page}. ${task}`;
  const own = host();
  const limits = { stepTimeoutMs: 12_000, screenshots: false };
  const { status, outputs, errorMessage } = await pool.withContext({ host: own, scoped: false }, (surface) =>
    executeTask({ task: asked, surface, host: own, limits }),
  );
  await site.close();
  const expected = answers ?? (answer === undefined ? undefined : [answer]);
  const isAnswered =
    expected === undefined || JSON.stringify(Object.values(outputs)) === JSON.stringify(expected);
  const isSo = JSON.stringify(site.state) === JSON.stringify(done) && isAnswered;
  const isWrong =
    status === 'completed' ? isTrap || !isSo : site.state.some((told) => isTrap || !done.includes(told));
  const right = status === 'completed' ? 'done' : 'refused';
  const came = isWrong ? 'wrong' : right;
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
