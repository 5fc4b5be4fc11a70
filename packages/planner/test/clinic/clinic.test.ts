import { describe, expect, test } from '@jest/globals';
import { tasksOn } from '../browser.ts';
import { servePortal } from '../portal-site.ts';
import { clinicPortal } from './pages.ts';
import { passwordSentences } from './passwords.ts';
import { receptionTasks, secondReceptionTasks } from './reception-tasks.ts';
import { firstSentences, secondSentences } from './sentences.ts';

const tasks = tasksOn(() => servePortal(clinicPortal));

/** At a clinic of its own, so that many can be carried out at once. */
async function carryOut(page: string, task: string, stepTimeoutMs: number) {
  const site = await servePortal(clinicPortal);
  const { outcome } = await tasks.run(`Open ${site.url}${page}. ${task.replaceAll('SITE', site.url)}`, {
    stepTimeoutMs,
  });
  await site.close();
  return { ...outcome, done: site.state, answers: Object.values(outcome.outputs) };
}

/** Of the sentences those that were refused or done wrongly at first, one for each rule; `measure.ts` tries all. */
const MENDED =
  /^(?:log me in, pat|Move the check|Book an app|What time is|could u req|Change my pharm|What is my ferr|Which test was|how many repeats are left|Select the first two|open the mail|Which doctor|follow nurse|what are the open|List my all|Rate her|please make|add "Drink|Update my e-mail|open the cheapest inv|Tick INV-501 and|Switch the text|postpone|Under past|Write a message|write an urgent|Only abn)/u;
/** Left out: the reply on a page with five forms, which the measurement tries. */
const REFUSED_STILL = /^open the mail/u;

test.concurrent.each(
  [...firstSentences, ...secondSentences].filter(
    ({ task }) => MENDED.test(task) && !REFUSED_STILL.test(task),
  ),
)('carries out on $page: $task', async ({ page, task, done, answer }) => {
  const outcome = await carryOut(page, task, 20_000);
  expect([outcome.errorMessage, outcome.done]).toEqual([null, done]);
  expect(answer === undefined ? [] : outcome.answers).toEqual(answer === undefined ? [] : [answer]);
});

/** What the closed reception was once said to have done, and ways to refuse that no other test has. */
const TRAPS =
  /^(?:I'd like to borrow|print my card|Could I borrow|Type Kim|call in Ann|discharge the patient in bed|Donate|Use the referral|join the queue|enter the discount)/u;

test.concurrent.each([...receptionTasks, ...secondReceptionTasks].filter(([task]) => TRAPS.test(task)))(
  'carries out "%s" where the site accepts it, and does not complete where it refuses',
  async (task, done) => {
    const accepted = await carryOut('/reception', task, 20_000);
    expect([accepted.errorMessage, accepted.done]).toEqual([null, done]);
    const refused = await carryOut('/reception-closed', task, 3_000);
    expect([refused.status, refused.done]).toEqual(['failed', []]);
  },
);

test('does not complete while the page still asks whether it is meant', async () => {
  const outcome = await carryOut('/appointments', 'Cancel the eye test', 3_000);
  expect([outcome.status, outcome.done]).toEqual(['failed', []]);
  expect(outcome.errorMessage).toContain('Do you really want to cancel?');
});

test('prints by the control for it, where the page has one, instead of reading', async () => {
  const outcome = await carryOut('/reception', 'Print the card', 20_000);
  expect([outcome.errorMessage, outcome.done, outcome.answers]).toEqual([null, ['print card'], []]);
});

test('a number at the end of a task is not taken for the number of an instruction', async () => {
  const { outcome, effects } = await tasks.run('Open SITE/results. Press 1. 2');
  expect([outcome.errorCode, effects]).toEqual(['task_not_understood', []]);
});

describe('a password in a sentence', () => {
  test.concurrent.each(passwordSentences)('is in nothing that the Run tells: %s', async (task) => {
    const { outcome, events } = await tasks.run(`Open SITE/signin. ${task}`, { stepTimeoutMs: 5_000 });
    expect(JSON.stringify([outcome, events])).not.toContain('Walnut77');
  });
});
