import { test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { secondSentences, traps } from './more-sentences.ts';
import { firstSentences } from './sentences.ts';
import { serveCollege } from './site.ts';

const carryOut = tasksOnOwnSites(serveCollege);

/** One sentence for each rule that this portal led to; `measure.ts` tries all. */
const MENDED =
  /dismiss the notice|cheapest course|beginner courses|waiting list|two places|four stars|places are left|born on 4 March|says? that it is|say that it is|Switch my membership|due date and tell|Show more books|When do I have to return|study room 2|still open|receipt for Bread|Edith Moss say|Flour list|text messages on|other fields|Where can I leave my bike|next class|books do I have|page 2 of|3 places|total in the basket|by grade, descending|Large hall|how high|student office|How often|first booking|Can I change my course/u;

const accepted = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));

test.concurrent.each(accepted)(
  'the students of an evening college have this done: $task',
  async (sentence) => {
    expectDone(await carryOut(sentence.task), sentence);
  },
);

test.concurrent.each(traps)('what the evening college does not do is not completed: %s', async (task) => {
  expectRefused(await carryOut(task, 12_000));
});
