import { test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { firstSentences, traps } from './sentences.ts';
import { serveEnergy } from './site.ts';

const carryOut = tasksOnOwnSites(serveEnergy);

/** One sentence for each rule that this portal led to; `measure.ts` tries all. */
const MENDED =
  /then sign out|count the rows|yearly use to 20000|prices of all products|language to Deutsch|paper bills|opens a new tab|until bill B-2603|listed there|first bill due|PDF of the September|standing charge|product names|heart of the LED|quantity to 3|long is the warranty|promo code|remove the smart plug|quantity to 2|No power in the hall|give me the answer|Thursday is fine|what it says|Invite lea|Omar Diaz an admin|Harbour View|budget alert/u;

const accepted = firstSentences.filter(({ task }) => MENDED.test(task));

test.concurrent.each(accepted)(
  'the customers of an energy supplier have this done: $task',
  async (sentence) => {
    expectDone(await carryOut(sentence.task), sentence);
  },
);

test.concurrent.each(traps)('what the energy supplier does not do is not completed: %s', async (task) => {
  expectRefused(await carryOut(task, 12_000));
});
