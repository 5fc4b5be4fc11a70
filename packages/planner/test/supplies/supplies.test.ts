import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { secondSentences } from './more-sentences.ts';
import { firstSentences } from './sentences.ts';
import { serveSupplies } from './site.ts';
import { counterTasks, traps } from './traps.ts';

const tasks = tasksOn(serveSupplies);

async function carriedOut(said: string) {
  const { site } = tasks;
  site.reset();
  const { outcome } = await tasks.run(said, { stepTimeoutMs: 20_000 });
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
  /keep me signed in|quick-order and|customers\/new and create|select Harbour|second part|Foss & Sons|all order numbers|all jobs|delivery address and save|drag order 10441|open the menu|to Euro|Orders my start|report a problem|minimum order|who supplies|everyone in Hull|10450 to Packed|with street Pier/u;

test('leaves out no part of what a sentence says, wherever the page has it', async () => {
  const sentences = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));
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

/** Two for each way of refusing, and those that were completed once; the others take a search of the whole site. */
const REFUSED =
  /password wrong-one|order 80 of|cancel order 10441$|change the password from|^(?:Book a visit|Set the site|Change the e-mail|End the|book a call|Order the printed|Switch to paperless|Upgrade|Ask an|Request a statement|Open the counter|Rent|Lend|Apply)/u;

test('completes none of the tasks that the site does not do', async () => {
  const refused = [
    ...traps.map(({ task }) => task),
    ...counterTasks.map(([task]) => `Open SITE/counter-shut. ${task}`),
  ].filter((task) => REFUSED.test(task.replace('Open SITE/counter-shut. ', '')));
  const came: Awaited<ReturnType<typeof carriedOut>>[] = [];
  for (const task of refused) came.push(await carriedOut(task));
  expect(came.filter(({ status, done }) => status !== 'failed' || done.length > 0)).toEqual([]);
}, 240_000);

test('does at a counter that accepts it what another one refuses', async () => {
  const twins = counterTasks.filter(([task]) => REFUSED.test(task));
  for (const [task, done] of twins)
    expect(await carriedOut(`Open SITE/counter. ${task}`)).toMatchObject({ error: null, done });
}, 120_000);
