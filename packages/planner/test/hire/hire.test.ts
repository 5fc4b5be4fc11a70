import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { hire } from './pages.ts';
import { deskTasks, firstSentences } from './sentences.ts';

const tasks = tasksOn(() => servePortal(hire));

async function carriedOut(page: string, task: string) {
  const site = await servePortal(hire);
  const { outcome } = await tasks.run(`Open ${site.url}${page}. ${task}`, { stepTimeoutMs: 20_000 });
  await site.close();
  return { task, error: outcome.errorMessage, done: site.state, answers: Object.values(outcome.outputs) };
}

/** One sentence for each mechanism; `measure.ts` tries all. */
const GROUNDED =
  /^(?:Where do I pick|How old do I|Until when|add full cover|put a note|See the details|Drag Noise)/u;

test('takes the one value, control or field of which all words of a sentence speak, wherever it has to be opened', async () => {
  const sentences = firstSentences.filter(({ task }) => GROUNDED.test(task));
  const came: Awaited<ReturnType<typeof carriedOut>>[] = [];
  for (const { page, task } of sentences) came.push(await carriedOut(page, task));
  expect(came).toEqual(
    sentences.map(({ task, done = [], answer }, at) => ({
      task,
      error: null,
      done,
      answers: answer === undefined ? came[at]?.answers : [answer],
    })),
  );
}, 120_000);

test('presses no control of which a word of the sentence says something else', async () => {
  const { error, done } = await carriedOut('/desk', 'hand the van back early');
  expect(error).toContain('one thing that does');
  expect(done).toEqual([]);
}, 60_000);

test('refuses at the counter what the counter refuses', async () => {
  const both = deskTasks.filter(([said]) => /^(?:request a callback|extend)/u.test(said));
  for (const [task, done] of both) {
    expect(await carriedOut('/desk', task)).toMatchObject({ error: null, done });
    expect((await carriedOut('/desk-closed', task)).error).not.toBeNull();
  }
}, 120_000);
