import { sameAs } from '../finding/choice.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { everyOf } from './fill-field.ts';
import type { LocatedElement } from '../locators/element-locator.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { areSeveral } from '../finding/several-named.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { valueOfSetting } from '../finding/options.ts';
import { turn } from './turn.ts';

/** What is ticked instead of pressed. */
export const TICKED: ReadonlySet<string> = new Set(['checkbox', 'switch', 'radio', 'menuitemradio']);

/** Ticks or unticks a box; a switch that is only styled is pressed, and must show it. */
export async function setTick(
  driver: PageDriver,
  located: LocatedElement,
  kind: 'check' | 'uncheck',
): Promise<unknown> {
  const { candidate, target } = located;
  if (candidate.styled !== null)
    return turn(driver, located, kind === 'check' ? 'on' : 'off', ({ styled }) => styled ?? 'unknown');
  const name = nameCandidate(candidate);
  return driver.step(`browser.${kind}`, { target }, `${kind === 'check' ? 'Tick' : 'Untick'} the ${name}`);
}

/** Ticks or unticks each of several boxes, one after the other. */
export async function tickEach(
  driver: PageDriver,
  boxes: readonly Candidate[],
  kind: 'check' | 'uncheck',
): Promise<void> {
  for (const { css } of boxes)
    await setTick(driver, await driver.waitForCandidate('checkbox', (view) => sameAs(view, css)), kind);
}

/** What is agreed to by a box or, where there is none, by a button. */
const AGREEING = /terms|conditions|notice|policy|agreement|rules|statement|privacy|declaration/iu;

const DENIES = /^(?:do not|don['’]?t|no|never|stop|without)\b/iu;

function hasHidden({ hidden }: PageView, { text }: Phrase): boolean {
  return hidden.some(({ name }) => grade(text, name) > 0);
}

/** "Switch off the lights" is a control of that name where no box is called so. */
function switchedBy(view: PageView, kind: 'check' | 'uncheck', phrase: Phrase): Phrase | null {
  if (phrase.within !== null || phrase.text === '' || !('none' in chooseCandidate(view, phrase, 'check')))
    return null;
  const verbs =
    kind === 'check'
      ? ['Switch on', 'Turn on', 'Enable', 'Activate']
      : ['Switch off', 'Turn off', 'Disable', 'Deactivate'];
  const called = verbs
    .map((verb): Phrase => ({ text: `${verb} ${phrase.text}`, kind: 'control', ordinal: null, within: null }))
    .filter((control) => {
      const choice = chooseCandidate(view, control, 'click');
      return 'one' in choice && grade(control.text, choice.one.name) >= GRADES.equalWords;
    });
  return called.length === 1 ? (called[0] ?? null) : null;
}

/** "High floor" is the choice "High" under "Floor". */
function radioOf(view: PageView, phrase: Phrase): Candidate | null {
  if (
    phrase.within !== null ||
    !('none' in chooseCandidate(view, phrase, 'check')) ||
    hasHidden(view, phrase)
  )
    return null;
  const found = valueOfSetting(view, phrase);
  return found !== null && 'one' in found && found.one.role === 'radio' ? found.one : null;
}

/** "Apples and Pears" is one box when one is called so, else two. */
export async function tick(driver: PageDriver, kind: 'check' | 'uncheck', phrase: Phrase): Promise<unknown> {
  if (phrase.every === true) return tickEach(driver, await everyOf(driver, phrase), kind);
  const { parts } = phrase;
  if (parts !== undefined) {
    if (await areSeveral(driver, phrase, parts, 'check')) {
      for (const part of parts) await tick(driver, kind, part);
      return null;
    }
  }
  const hasBox = await driver.waitForView(
    (view) =>
      AGREEING.test(phrase.text) &&
      'none' in chooseCandidate(view, phrase, 'check') &&
      !hasHidden(view, phrase),
  );
  if (kind === 'check' && hasBox) {
    const agree: Phrase = { text: `Accept ${phrase.text}`, kind: 'control', ordinal: null, within: null };
    const { candidate, target } = await driver.find(agree, 'click');
    return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  }
  const control = await driver.waitForView((view) => switchedBy(view, kind, phrase));
  if (control !== null) {
    const { candidate, target } = await driver.find(control, 'click');
    return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  }
  const choice = await driver.waitForView((view) => (kind === 'check' ? radioOf(view, phrase) : null));
  const found =
    choice === null
      ? await driver.find(phrase, 'check')
      : await driver.waitForCandidate(`"${phrase.text}"`, (view) => sameAs(view, choice.css));
  const { name, css } = found.candidate;
  // A box "Do not send me offers" that is unticked would bring them.
  if (kind === 'uncheck' && DENIES.test(name) && !DENIES.test(phrase.text))
    throw notFound(`box that "${phrase.text}" is switched off with`, [nameCandidate(found.candidate)]);
  driver.lastField = css;
  return setTick(driver, found, kind);
}
