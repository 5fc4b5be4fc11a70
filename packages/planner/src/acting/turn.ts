import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { Phrase } from '../grammar/clause.ts';

/** Names that a control has only while it is on. */
const ON = /\b(?:starred|liked|favou?rited|following|followed|pinned|bookmarked|upvoted|muted|flagged)\b/iu;

/**
 * Presses a control that turns something on and off, unless it shows that state already.
 * @throws {StepError} `action_failed` when it does not show what is to be turned off, or shows the old state afterwards
 */
export async function turn(driver: PageDriver, to: 'on' | 'off', phrase: Phrase): Promise<unknown> {
  const { candidate, target } = await driver.find(phrase, 'click');
  const name = nameCandidate(candidate);
  const isOn = candidate.pressed ?? (ON.test(`${candidate.name} ${candidate.text}`) ? true : null);
  if (isOn === null && to === 'off')
    throw new StepError(
      'action_failed',
      `The ${name} does not show whether it is on. Nothing was done to it.`,
      {
        noEffect: true,
      },
    );
  if (isOn === (to === 'on')) {
    driver.note(`The ${name} is ${to} already.`, {});
    return null;
  }
  await driver.step('browser.click', { target }, `Turn ${to} the ${name}`);
  const isTurned = await driver.waitForView((view) => {
    const now = view.candidates.find(({ css }) => css === candidate.css);
    return now?.pressed !== candidate.pressed || now.pressed === null;
  });
  if (isTurned) return null;
  throw new StepError('action_failed', `The ${name} is not ${to} after it was pressed.`);
}
