import { expect, test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import type { Sentence } from '../sentence.ts';
import { nursery } from './pages.ts';
import { firstSentences, secondSentences, traps } from './sentences.ts';

const carryOut = tasksOnOwnSites(() => servePortal(nursery));

/** The sentences that were refused or done wrongly at first, and understood since; `measure.ts` tries all of them. */
const MENDED =
  /^(?:Please log me in|Since when|put a Blue|List the names|Only show|Change the quantity|Open order FN-301|Open the menu of|Return order|Subscribe me|Create a new bed|copy the membership|Drag Sow|Expand|put both|rate this|Close my account|switch frost|go to the next page of the journal the frost)/u;
/** Kinds of refusals that no other test of the planner has. */
const REFUSED =
  /^(?:Cancel the subscription|Reset the garden|Click Follow|Turn on text alerts|Open the vault|Choose Big|Enter hello|Show statement|How many trees|Add the fifth|What is the height|Return order)/u;

function those(list: readonly Sentence[], pattern: RegExp) {
  return list.filter(({ task }) => pattern.test(task));
}

test.concurrent.each(those([...firstSentences, ...secondSentences], MENDED))(
  'carries out on $page: $task',
  async (sentence) => {
    expectDone(await carryOut(`Open SITE${sentence.page}. ${sentence.task}`), sentence);
  },
);

test.concurrent.each(those(traps, REFUSED))('does not complete on $page: $task', async ({ page, task }) => {
  expectRefused(await carryOut(`Open SITE${page}. ${task}`, 3_000));
});

test('does not give the entries of several lists as one', async () => {
  const outcome = await carryOut(
    'Open SITE/garden. Go to the last page of the journal and list the entries',
    3_000,
  );
  expect([outcome.status, outcome.answers]).toEqual(['failed', []]);
});
