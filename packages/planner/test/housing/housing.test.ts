import { expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import type { Sentence } from '../sentence.ts';
import { housing } from './pages.ts';
import { firstSentences, officeTasks, secondOfficeTasks, secondSentences } from './sentences.ts';
import { twins } from './twins.ts';

const tasks = tasksOn(() => servePortal(housing));
const AT_ONCE = 4;
const TIMEOUT_MS = 300_000;

/** Tries sentences in one browser, several at once, each on a portal of its own; what came of each, in their order. */
async function carryOut(sentences: readonly Sentence[], stepTimeoutMs: number) {
  const all: { task: string; status: string; error: string | null; done: string[]; answers: unknown[] }[] =
    [];
  const next = [...sentences.entries()].values();
  const worker = async () => {
    for (const [at, { page, task }] of next) {
      const site = await servePortal(housing);
      const { outcome } = await tasks.run(`Open ${site.url}${page}. ${task}`, { stepTimeoutMs });
      await site.close();
      const { status, errorMessage: error, outputs } = outcome;
      all[at] = { task, status, error, done: site.state, answers: Object.values(outputs) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return all;
}

/** Of the sentences those that were refused or done wrongly at first, one for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:Sign in as|go to the tenant|where does|When is the rent|how big|Pay £93|Set up a direct|download the|tick Ten|how many pages|add a doc|Show only|sort by rent|Which flat is the ch|compare|Book a view|ask the agent|Who is the tech|withdraw the|Who posted|comment|open the menu|put up|Enter 18950|drag Quick|How much credit|type weirs|remind me|when is bulky|tell me the phone|hide the news|open the pay|get me the|star the house|only show|heart|What kind|rate the|publish a|how many likes|who took|top up|choose the dryer|change the nick|set the number|is the front)/u;

test(
  'carries out what was refused or done wrongly at first',
  async () => {
    const sentences = [...firstSentences, ...secondSentences].filter(({ task }) => MENDED.test(task));
    const came = await carryOut(sentences, 20_000);
    expect(came.map(({ task, error, done }) => ({ task, error, done }))).toEqual(
      sentences.map(({ task, done = [] }) => ({ task, error: null, done })),
    );
    const asked = sentences.flatMap(({ answer }, at) =>
      answer === undefined ? [] : [{ task: came[at]?.task, answers: [answer] }],
    );
    expect(
      came.flatMap(({ task, answers }, at) =>
        sentences[at]?.answer === undefined ? [] : [{ task, answers }],
      ),
    ).toEqual(asked);
  },
  TIMEOUT_MS,
);

/** What the shut office was once said to have done, and what the rules brought within reach since. */
const TRAPS =
  /^(?:Book the chimney|change the door|reserve the tool|Change the mail|Reserve the Mill|give notice|keep my|announce|lend me|put Ivo|I want the|get me a|Write Weiss)/u;

test(
  'carries out what the office accepts, and completes nothing that it refuses',
  async () => {
    const asked = [...officeTasks, ...secondOfficeTasks].filter(([task]) => TRAPS.test(task));
    const at = (page: string) => asked.map(([task]): Sentence => ({ page, task }));
    const accepted = await carryOut(at('/office'), 20_000);
    expect(accepted.map(({ task, error, done }) => [task, error, done])).toEqual(
      asked.map(([task, done]) => [task, null, done]),
    );
    const refused = await carryOut(at('/office-shut'), 2_000);
    expect(refused.map(({ task, status, done }) => [task, status, done])).toEqual(
      asked.map(([task]) => [task, 'failed', []]),
    );
  },
  TIMEOUT_MS,
);

test(
  'completes nothing that is not there or that the page refuses',
  async () => {
    const came = await carryOut(twins, 1_500);
    expect(came.map(({ task, status, done }) => [task, status, done])).toEqual(
      twins.map(({ task }) => [task, 'failed', []]),
    );
  },
  TIMEOUT_MS,
);

test('does not complete when what was dragged stands elsewhere then', async () => {
  const [came] = await carryOut([{ page: '/laundry', task: 'move Cotton 60 below Wool' }], 20_000);
  expect(came?.status).toBe('failed');
  expect(came?.error).toContain('"Cotton 60" does not stand after "Wool"');
});
