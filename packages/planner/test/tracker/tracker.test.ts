import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { tracker } from './pages.ts';
import { firstSentences } from './sentences.ts';

const tasks = tasksOn(() => servePortal(tracker));

/** One sentence for each mechanism; `measure.ts` tries all. */
const MENDED =
  /^(?:enter 6 for Atlas|put 8 in each|use the dark theme|follow Priya|tick all the subtasks|is TAM-407|Show only the high|list all the versions)/u;

test('fills the cells of a row, looks behind tabs, and takes each of several things', async () => {
  const sentences = firstSentences.filter(({ task }) => MENDED.test(task));
  const came: { task: string; error: string | null; done: readonly string[]; answers: unknown[] }[] = [];
  for (const { page, task } of sentences) {
    const site = await servePortal(tracker);
    const { outcome } = await tasks.run(`Open ${site.url}${page}. ${task}`, { stepTimeoutMs: 20_000 });
    await site.close();
    came.push({
      task,
      error: outcome.errorMessage,
      done: site.state,
      answers: Object.values(outcome.outputs),
    });
  }
  expect(came).toEqual(
    sentences.map(({ task, done = [], answer }, at) => ({
      task,
      error: null,
      done,
      answers: answer === undefined ? came[at]?.answers : [answer],
    })),
  );
}, 120_000);
