import { expect, test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { partsPortal } from './pages.ts';
import { counterTasks, everyday } from './sentences.ts';

const carryOut = tasksOnOwnSites(() => servePortal(partsPortal));

/** Of the 72 sentences those that were refused or done wrongly at first, one for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:How many points|when is the next coll|How much do I owe|how many are left|Increase the quantity|Buy 3|how thick|How much does it weigh|archive all|Archive the message|mark Summer|Write to Returns|How many unread|Add the task|Share the list|How many tasks|switch off|Turn the heat|how many vans|who checked|Pay the overdue|Order 7001|which of these|add a brake disc)/u;

test.concurrent.each(everyday.filter(({ task }) => MENDED.test(task)))(
  'carries out on $page: $task',
  async (sentence) => {
    expectDone(await carryOut(`Open SITE${sentence.page}. ${sentence.task}`), sentence);
  },
);

/** What the refusing counter was once said to have done, and what shows it in ways that no other test has. */
const REFUSED = /^(?:Pause|Write "ring|Export|Use code|Start the stock|Request a quote)/u;

test.concurrent.each(counterTasks.filter(([task]) => REFUSED.test(task)))(
  'carries out "%s" where the site accepts it, and does not complete where it refuses',
  async (task, done) => {
    expectDone(await carryOut(`Open SITE/counter. ${task}`), { done });
    expectRefused(await carryOut(`Open SITE/counter-refusing. ${task}`, 3_000));
  },
);

test('does not read what is left from a list that does not say it', async () => {
  const outcome = await carryOut('Open SITE/orders. How many are left?', 3_000);
  expect([outcome.status, outcome.answers]).toEqual(['failed', []]);
});
