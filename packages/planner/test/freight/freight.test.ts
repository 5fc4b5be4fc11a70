import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { firstSentences, furtherSentences, secondSentences } from './sentences.ts';
import { serveFreight } from './site.ts';
import { traps } from './traps.ts';

const tasks = tasksOn(serveFreight);

async function carriedOut(said: string) {
  const { site } = tasks;
  site.reset();
  const { outcome } = await tasks.run(said, { stepTimeoutMs: 12_000 });
  return {
    task: said,
    status: outcome.status,
    error: outcome.errorMessage,
    done: [...site.state],
    answers: Object.values(outcome.outputs),
  };
}

/** One sentence for each rule; `measure.ts` tries all. */
const MENDED =
  /high to low|theme to dark|promo code|When was S-4002|status of shipment S-4009|cancel shipment|tracking events|duplicate|label of|search for film|last page|untick weekly|Search SITE|Download the price|message to Dispatch|Reply 'Yes|message from the customs|Book a shipment|Remove the large|delivery free|look up the dimensions|I need the phone|are in Leeds|check out with|pick Rotterdam|shipments are delayed|unread messages|fragile labels|express to zone|read me the answer|packing tape and the euro|cheapest item|Leeds depot|Hull depot|turn off e-mail|quantity of large boxes|S-4008 going|Wrapping category|Boyd & Co/u;

test('does what the customers of a freight company ask, on whichever page of a list the thing stands', async () => {
  const all = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));
  const sentences = [...all, ...furtherSentences];
  const came: Awaited<ReturnType<typeof carriedOut>>[] = [];
  for (const { task } of sentences) came.push(await carriedOut(task));
  expect(came).toEqual(
    sentences.map(({ task, done = [], answer }, at) => ({
      task,
      status: 'completed',
      error: null,
      done,
      answers: answer === undefined ? came[at]?.answers : [answer],
    })),
  );
}, 240_000);

test('completes none of the tasks that the freight company does not do', async () => {
  const came: Awaited<ReturnType<typeof carriedOut>>[] = [];
  for (const task of traps) came.push(await carriedOut(task));
  expect(came.filter(({ status, done }) => status !== 'failed' || done.length > 0)).toEqual([]);
}, 240_000);
