import { expect, test } from '@jest/globals';
import { expectDone, tasksOnOwnSites } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { store } from './pages.ts';
import { deskTasks, firstSentences } from './sentences.ts';

const carryOut = tasksOnOwnSites(() => servePortal(store));

/** One sentence for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:Show only lighting|sort by price|Filter by|go to page 2|go through|Choose sage|take the wall|how much was|open a new ticket|Update my phone|On which|Turn on order|who handles|close ticket|open the actions|add Desk lamp)/u;

test.concurrent.each(firstSentences.filter(({ task }) => MENDED.test(task)))(
  'leaves out no part of what a sentence enumerates, and counts and sorts what stands on several pages: $task',
  async (sentence) => {
    expectDone(await carryOut(`Open SITE${sentence.page}. ${sentence.task}`), sentence);
  },
);

test('sends a field by its own button, and not by the one of the next field', async () => {
  const [task = '', done = []] = deskTasks.find(([said]) => said.startsWith('redeem')) ?? [];
  expectDone(await carryOut(`Open SITE/desk. ${task}`), { done });
  expect(await carryOut(`Open SITE/desk-closed. ${task}`, 20_000)).toMatchObject({
    errorMessage: expect.stringContaining('Already used'),
    done: [],
  });
});
