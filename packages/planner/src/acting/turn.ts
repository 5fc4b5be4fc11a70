import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { LocatedElement } from '../locators/element-locator.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** Whether what a control switches is on, as far as it shows that. */
export type ShownState = 'on' | 'off' | 'unknown';

/** The whole name of a button while it is on, apart from symbols and a count: "♥ Liked 3". */
const NAME_WHILE_ON =
  /^[^\p{L}]*(?:starred|liked|favou?rited|following|followed|pinned|bookmarked|upvoted|muted|flagged)[^\p{L}]*$/iu;

/** The state of a button such as "Star" or "Follow": by `aria-pressed`, else by a name such as "Following". */
export function toggleState({ pressed, name, text, href }: Candidate): ShownState {
  if (pressed !== null) return pressed ? 'on' : 'off';
  return href === '' && [name, text].some((each) => NAME_WHILE_ON.test(each)) ? 'on' : 'unknown';
}

/**
 * Presses a control until it shows `wanted`: not at all when it shows that already, else once.
 * @param stateOf reads its state
 * @throws {StepError} `action_failed` when it does not show what is to be turned off, or not what was wanted afterwards
 */
export async function turn(
  driver: PageDriver,
  { candidate, target }: LocatedElement,
  wanted: 'on' | 'off',
  stateOf: (candidate: Candidate) => ShownState,
): Promise<unknown> {
  const name = nameCandidate(candidate);
  const state = stateOf(candidate);
  if (state === 'unknown' && wanted === 'off')
    throw new StepError(
      'action_failed',
      `The ${name} does not show whether it is on. Nothing was done to it.`,
      { noEffect: true },
    );
  if (state === wanted) {
    driver.note(`The ${name} is ${wanted} already.`, {});
    return null;
  }
  const howManyAreOn = ({ candidates }: PageView) =>
    candidates.filter((each) => stateOf(each) === 'on').length;
  const before = await driver.look(howManyAreOn);
  await driver.step('browser.click', { target }, `Switch ${wanted} the ${name}`);
  const isSo = await driver.waitForView((view) => {
    const now = view.candidates.find(({ css }) => css === candidate.css);
    // What shows only that it is on shows nothing once it is off.
    const shown = now === undefined ? null : stateOf(now);
    if (shown === wanted || (wanted === 'off' && shown === 'unknown')) return true;
    // What is pinned moves to the top, and what is no longer starred leaves the list of stars.
    const more = howManyAreOn(view) - before;
    return wanted === 'on' ? more > 0 : more < 0;
  });
  if (isSo) return null;
  throw new StepError('action_failed', `The ${name} is not ${wanted} after it was pressed.`);
}
