import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { firstSentences, secondSentences, traps } from './sentences.ts';
import { serveCoffee } from './site.ts';

const tasks = tasksOn(serveCoffee);

/** At a supplier of its own, so that many can be carried out at once. */
async function carriedOut(said: string) {
  const site = await serveCoffee();
  const { outcome } = await tasks.run(said.replaceAll('SITE', site.url), { stepTimeoutMs: 12_000 });
  await site.close();
  return {
    status: outcome.status,
    error: outcome.errorMessage,
    done: site.state,
    answers: Object.values(outcome.outputs),
  };
}

/** One sentence for each rule that this portal led to; `measure.ts` tries all. */
const MENDED =
  /keep me signed in|most expensive part$|hopper lid in stock|second page|category Cleaning|machines it fits|in stock on SITE\/parts and count|how much the water filter|I want three|change its quantity|take the descaler out|cheapest part of|Fill in the address|invoice of order 1007|yes I am sure|their numbers|cost the most|still processing\?|raise its priority|handling ticket|Tell them|Unsubscribe|Clear all|orders report|spending report|opening hours|the water pump is|latest message in|hopper lid is in/u;

const accepted = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));

test.concurrent.each(accepted)(
  'the customers of a supplier of parts have this done: $task',
  async ({ task, done = [], answer }) => {
    const came = await carriedOut(task);
    expect([came.error, came.done]).toEqual([null, done]);
    expect(answer === undefined ? [] : came.answers).toEqual(answer === undefined ? [] : [answer]);
  },
);

test.concurrent.each(traps)('what the supplier of parts does not do is not completed: %s', async (task) => {
  const { status, done } = await carriedOut(task);
  expect([status, done]).toEqual(['failed', []]);
});
