import { test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { secondSentences } from './more-sentences.ts';
import { firstSentences } from './sentences.ts';
import { serveSupplies } from './site.ts';
import { counterTasks, traps } from './traps.ts';

const carryOut = tasksOnOwnSites(serveSupplies);

/** One sentence for each rule; `measure.ts` tries all. */
const MENDED =
  /keep me signed in|quick-order and|customers\/new and create|select Harbour|second part|Foss & Sons|all order numbers|all jobs|delivery address and save|drag order 10441|open the menu|to Euro|Orders my start|report a problem|minimum order|who supplies|everyone in Hull|10450 to Packed|with street Pier/u;

test.concurrent.each([...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task)))(
  'leaves out no part of what a sentence says, wherever the page has it: $task',
  async (sentence) => {
    expectDone(await carryOut(sentence.task), sentence);
  },
);

/** Two for each way of refusing, and those that were completed once; the others take a search of the whole site. */
const REFUSED =
  /password wrong-one|order 80 of|cancel order 10441$|change the password from|^(?:Book a visit|Set the site|Change the e-mail|End the|book a call|Order the printed|Switch to paperless|Upgrade|Ask an|Request a statement|Open the counter|Rent|Lend|Apply)/u;

const refused = traps.filter(({ task }) => REFUSED.test(task));
test.concurrent.each(refused)('does not complete what the site does not do: $task', async ({ task }) => {
  expectRefused(await carryOut(task, 20_000));
});

test.concurrent.each(counterTasks.filter(([task]) => REFUSED.test(task)))(
  'carries out "%s" at a counter that accepts it, and does not complete at one that refuses',
  async (task, done) => {
    expectDone(await carryOut(`Open SITE/counter. ${task}`), { done });
    expectRefused(await carryOut(`Open SITE/counter-shut. ${task}`, 20_000));
  },
);
