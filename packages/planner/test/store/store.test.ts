import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { store } from './pages.ts';
import { deskTasks, firstSentences } from './sentences.ts';

const tasks = tasksOn(() => servePortal(store));

async function carriedOut(page: string, task: string) {
  const site = await servePortal(store);
  const { outcome } = await tasks.run(`Open ${site.url}${page}. ${task}`, { stepTimeoutMs: 20_000 });
  await site.close();
  return { task, error: outcome.errorMessage, done: site.state, answers: Object.values(outcome.outputs) };
}

/** One sentence for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:Show only lighting|sort by price|Filter by|go to page 2|go through|Choose sage|take the wall|how much was|open a new ticket|Update my phone|On which|Turn on order|who handles|close ticket|open the actions|add Desk lamp)/u;

test('leaves out no part of what a sentence enumerates, and counts and sorts what stands on several pages', async () => {
  const sentences = firstSentences.filter(({ task }) => MENDED.test(task));
  const came: Awaited<ReturnType<typeof carriedOut>>[] = [];
  for (const { page, task } of sentences) came.push(await carriedOut(page, task));
  expect(came).toEqual(
    sentences.map(({ task, done, answer }, at) => ({
      task,
      error: null,
      done,
      answers: answer === undefined ? came[at]?.answers : [answer],
    })),
  );
}, 120_000);

test('sends a field by its own button, and not by the one of the next field', async () => {
  const [task = '', done = []] = deskTasks.find(([said]) => said.startsWith('redeem')) ?? [];
  expect(await carriedOut('/desk', task)).toMatchObject({ error: null, done });
  expect(await carriedOut('/desk-closed', task)).toMatchObject({
    error: expect.stringContaining('Already used'),
    done: [],
  });
}, 120_000);
