import { expect, test } from '@jest/globals';
import { expectDone, tasksOnOwnSites } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { hire } from './pages.ts';
import { deskTasks, firstSentences } from './sentences.ts';

const carryOut = tasksOnOwnSites(() => servePortal(hire));

/** One sentence for each mechanism; `measure.ts` tries all. */
const GROUNDED =
  /^(?:Where do I pick|How old do I|Until when|add full cover|put a note|See the details|Drag Noise)/u;

test.concurrent.each(firstSentences.filter(({ task }) => GROUNDED.test(task)))(
  'takes the one value, control or field of which all words of a sentence speak, wherever it has to be opened: $task',
  async (sentence) => {
    expectDone(await carryOut(`Open SITE${sentence.page}. ${sentence.task}`), sentence);
  },
);

test('presses no control of which a word of the sentence says something else', async () => {
  const { errorMessage, done } = await carryOut('Open SITE/desk. hand the van back early', 20_000);
  expect(errorMessage).toContain('one thing that does');
  expect(done).toEqual([]);
});

test.concurrent.each(deskTasks.filter(([said]) => /^(?:request a callback|extend)/u.test(said)))(
  'does at the counter what it accepts, and refuses what it refuses: %s',
  async (task, done) => {
    expectDone(await carryOut(`Open SITE/desk. ${task}`), { done });
    const { errorMessage } = await carryOut(`Open SITE/desk-closed. ${task}`, 20_000);
    expect(errorMessage).not.toBeNull();
  },
);
