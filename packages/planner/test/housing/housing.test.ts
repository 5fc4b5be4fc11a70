import { expect, test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { housing } from './pages.ts';
import { firstSentences, officeTasks, secondOfficeTasks, secondSentences } from './sentences.ts';
import { twins } from './twins.ts';

const carryOut = tasksOnOwnSites(() => servePortal(housing));

/** Of the sentences those that were refused or done wrongly at first, one for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:Sign in as|go to the tenant|where does|When is the rent|how big|Pay £93|Set up a direct|download the|tick Ten|how many pages|add a doc|Show only|sort by rent|Which flat is the ch|compare|Book a view|ask the agent|Who is the tech|withdraw the|Who posted|comment|open the menu|put up|Enter 18950|drag Quick|How much credit|type weirs|remind me|when is bulky|tell me the phone|hide the news|open the pay|get me the|star the house|only show|heart|What kind|rate the|publish a|how many likes|who took|top up|choose the dryer|change the nick|set the number|is the front)/u;

test.concurrent.each([...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task)))(
  'carries out on $page: $task',
  async (sentence) => {
    expectDone(await carryOut(`Open SITE${sentence.page}. ${sentence.task}`), sentence);
  },
);

/** What the shut office was once said to have done, and what the rules brought within reach since. */
const TRAPS =
  /^(?:Book the chimney|change the door|reserve the tool|Change the mail|Reserve the Mill|give notice|keep my|announce|lend me|put Ivo|I want the|get me a|Write Weiss)/u;

test.concurrent.each([...officeTasks, ...secondOfficeTasks].filter(([task]) => TRAPS.test(task)))(
  'carries out "%s" where the office accepts it, and does not complete where it is refused',
  async (task, done) => {
    expectDone(await carryOut(`Open SITE/office. ${task}`), { done });
    expectRefused(await carryOut(`Open SITE/office-shut. ${task}`, 6_000));
  },
);

test.concurrent.each(twins)(
  'does not complete what is not there or what the page refuses on $page: $task',
  async ({ page, task }) => {
    expectRefused(await carryOut(`Open SITE${page}. ${task}`, 1_500));
  },
);

test('does not complete when what was dragged stands elsewhere then', async () => {
  const came = await carryOut('Open SITE/laundry. move Cotton 60 below Wool');
  expect(came.status).toBe('failed');
  expect(came.errorMessage).toContain('"Cotton 60" does not stand after "Wool"');
});
