import { test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { firstSentences, secondSentences, traps } from './sentences.ts';
import { serveCoffee } from './site.ts';

const carryOut = tasksOnOwnSites(serveCoffee);

/** One sentence for each rule that this portal led to; `measure.ts` tries all. */
const MENDED =
  /keep me signed in|most expensive part$|hopper lid in stock|second page|category Cleaning|machines it fits|in stock on SITE\/parts and count|how much the water filter|I want three|change its quantity|take the descaler out|cheapest part of|Fill in the address|invoice of order 1007|yes I am sure|their numbers|cost the most|still processing\?|raise its priority|handling ticket|Tell them|Unsubscribe|Clear all|orders report|spending report|opening hours|the water pump is|latest message in|hopper lid is in/u;

const accepted = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));

test.concurrent.each(accepted)(
  'the customers of a supplier of parts have this done: $task',
  async (sentence) => {
    expectDone(await carryOut(sentence.task), sentence);
  },
);

test.concurrent.each(traps)('what the supplier of parts does not do is not completed: %s', async (task) => {
  expectRefused(await carryOut(task, 12_000));
});
