import { test } from '@jest/globals';
import { expectDone, tasksOnOwnSites } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { tracker } from './pages.ts';
import { firstSentences } from './sentences.ts';

const carryOut = tasksOnOwnSites(() => servePortal(tracker));

/** One sentence for each mechanism; `measure.ts` tries all. */
const MENDED =
  /^(?:enter 6 for Atlas|put 8 in each|use the dark theme|follow Priya|tick all the subtasks|is TAM-407|Show only the high|list all the versions)/u;

test.concurrent.each(firstSentences.filter(({ task }) => MENDED.test(task)))(
  'fills the cells of a row, looks behind tabs, and takes each of several things: $task',
  async (sentence) => {
    expectDone(await carryOut(`Open SITE${sentence.page}. ${sentence.task}`), sentence);
  },
);
