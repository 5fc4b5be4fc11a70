import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { partsPortal } from './pages.ts';
import { counterTasks, everyday } from './sentences.ts';

const tasks = tasksOn(() => servePortal(partsPortal));

async function carryOut(page: string, task: string, stepTimeoutMs: number) {
  tasks.site.state.length = 0;
  const { outcome } = await tasks.run(`Open SITE${page}. ${task}`, { stepTimeoutMs });
  return { ...outcome, done: [...tasks.site.state], answers: Object.values(outcome.outputs) };
}

/** Of the 72 sentences those that were refused or done wrongly at first, one for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:How many points|when is the next coll|How much do I owe|how many are left|Increase the quantity|Buy 3|how thick|How much does it weigh|archive all|Archive the message|mark Summer|Write to Returns|How many unread|Add the task|Share the list|How many tasks|switch off|Turn the heat|how many vans|who checked|Pay the overdue|Order 7001|which of these|add a brake disc)/u;

test.each(everyday.filter(({ task }) => MENDED.test(task)))(
  'carries out on $page: $task',
  async ({ page, task, done, answer }) => {
    const outcome = await carryOut(page, task, 20_000);
    expect([outcome.errorMessage, outcome.done]).toEqual([null, done]);
    expect(answer === undefined ? [] : outcome.answers).toEqual(answer === undefined ? [] : [answer]);
  },
);

/** What the refusing counter was once said to have done, and what shows it in ways that no other test has. */
const REFUSED = /^(?:Pause|Write "ring|Export|Use code|Start the stock|Request a quote)/u;

test.each(counterTasks.filter(([task]) => REFUSED.test(task)))(
  'carries out "%s" where the site accepts it, and does not complete where it refuses',
  async (task, done) => {
    const accepted = await carryOut('/counter', task, 20_000);
    expect([accepted.errorMessage, accepted.done]).toEqual([null, done]);
    const refused = await carryOut('/counter-refusing', task, 3_000);
    expect([refused.status, refused.done]).toEqual(['failed', []]);
  },
);

test('does not read what is left from a list that does not say it', async () => {
  const outcome = await carryOut('/orders', 'How many are left?', 3_000);
  expect([outcome.status, outcome.answers]).toEqual(['failed', []]);
});
