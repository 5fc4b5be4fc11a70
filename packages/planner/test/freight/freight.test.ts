import { test } from '@jest/globals';
import { expectDone, expectRefused, tasksOnOwnSites } from '../browser.ts';
import { firstSentences, furtherSentences, secondSentences } from './sentences.ts';
import { serveFreight } from './site.ts';
import { traps } from './traps.ts';

const carryOut = tasksOnOwnSites(serveFreight);

/** One sentence for each rule; `measure.ts` tries all. */
const MENDED =
  /high to low|theme to dark|promo code|When was S-4002|status of shipment S-4009|cancel shipment|tracking events|duplicate|label of|search for film|last page|untick weekly|Search SITE|Download the price|message to Dispatch|Reply 'Yes|message from the customs|Book a shipment|Remove the large|delivery free|look up the dimensions|I need the phone|are in Leeds|check out with|pick Rotterdam|shipments are delayed|unread messages|fragile labels|express to zone|read me the answer|packing tape and the euro|cheapest item|Leeds depot|Hull depot|turn off e-mail|quantity of large boxes|S-4008 going|Wrapping category|priority of T-311|Boyd & Co/u;

const accepted = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));

test.concurrent.each([...accepted, ...furtherSentences])(
  'the customers of a freight company have this done: $task',
  async (sentence) => {
    expectDone(await carryOut(sentence.task), sentence);
  },
);

test.concurrent.each(traps)('what the freight company does not do is not completed: %s', async (task) => {
  expectRefused(await carryOut(task, 12_000));
});
