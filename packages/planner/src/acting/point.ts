import { chooseCandidate } from '../finding/choose-element.ts';
import { sameAs } from '../finding/choice.ts';
import { StepError } from '@errand/browser-runtime';
import { clickCandidate } from './click-candidate.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { setTick } from './tick.ts';
import { toggleState, turn } from './turn.ts';

const POINTING = {
  click: { primitive: 'browser.click', purpose: 'click', verb: 'Click', more: {} },
  doubleclick: {
    primitive: 'browser.click',
    purpose: 'click',
    verb: 'Double-click',
    more: { clickCount: 2 },
  },
  hover: { primitive: 'browser.hover', purpose: 'point', verb: 'Point at', more: {} },
  download: { primitive: 'browser.download', purpose: 'download', verb: 'Download', more: {} },
} as const;

/**
 * Clicks, double-clicks, points at or downloads one thing.
 * @param turns of a click that is to switch something: it is left out where that is so already, and must show afterwards
 */
export async function point(
  driver: PageDriver,
  kind: keyof typeof POINTING,
  phrase: Phrase,
  turns?: 'on' | 'off',
): Promise<unknown> {
  const { primitive, purpose, verb, more } = POINTING[kind];
  const located = await driver.find(phrase, purpose);
  const { candidate, target } = located;
  // Stars of a form are a field of it.
  if (/\bstars?$/iu.test(phrase.text) && candidate.form >= 0) driver.lastField = candidate.css;
  if (turns === 'off' || (turns === 'on' && toggleState(candidate) !== 'unknown'))
    return turn(driver, located, turns, toggleState);
  // People press the label that hides a radio button.
  if (kind === 'click' && candidate.type === 'radio') return setTick(driver, located, 'check');
  const known = await knownWhere(driver, kind, phrase, candidate);
  const done = await driver.step(primitive, { target, ...more }, `${verb} the ${nameCandidate(candidate)}`);
  const inside = known === null ? null : await driver.look((view) => cameUp(view, phrase, known));
  return inside === null ? done : clickCandidate(driver, inside);
}

/** What is on the page before a section is opened that is called like something to be done; null for everything else. */
async function knownWhere(
  driver: PageDriver,
  kind: keyof typeof POINTING,
  phrase: Phrase,
  { expanded, opensMenu }: Candidate,
): Promise<ReadonlySet<string> | null> {
  if (kind !== 'click' || phrase.kind !== 'control' || expanded !== false || opensMenu) return null;
  return driver.look(({ candidates }) => new Set(candidates.map(({ css }) => css)));
}

const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox']);

/** "Close account" may open a section in which a button of that name does it; a form is filled in first. */
function cameUp(view: PageView, { text }: Phrase, known: ReadonlySet<string>): Candidate | null {
  const shown = view.candidates.filter(({ css }) => !known.has(css));
  if (shown.some(({ role }) => FIELDS.has(role))) return null;
  const buttons = shown.filter(
    ({ role, name, disabled, expanded }) =>
      role === 'button' && !disabled && expanded === null && grade(text, name) >= GRADES.equalWords,
  );
  return buttons.length === 1 ? (buttons[0] ?? null) : null;
}

/** "Add to bag" of "A and B": of each, when the page has exactly one of each and nothing of the whole name; else null. */
export async function ofSeveral(driver: PageDriver, phrase: Phrase): Promise<readonly Phrase[] | null> {
  const placed = [phrase, ...(phrase.apart ?? [])].find(({ within }) => within?.parts !== undefined);
  const { within = null } = placed ?? {};
  const parts = within?.parts;
  if (placed === undefined || within === null || parts === undefined || within.superlative !== undefined)
    return null;
  return driver.waitForView((view) => {
    if (placed !== phrase && view.candidates.some(({ name }) => grade(phrase.text, name) >= GRADES.contains))
      return null;
    const whole = chooseItem(view, within);
    const items = parts.flatMap((part) => {
      const item = chooseItem(view, part);
      return 'one' in item ? [item.one] : [];
    });
    const isWhole = !('none' in whole) || new Set(items).size !== parts.length;
    const short = (phrase.apart ?? []).filter(
      (way) => way !== placed && way.quoted === true && way.within?.parts !== undefined,
    );
    return isWhole
      ? null
      : parts.map((part) => ({
          ...placed,
          apart: short.map((way) => ({ ...way, within: part })),
          within: part,
        }));
  });
}

/** A thing that was put into the cart may have led there, away from the next one. */
async function goBackTo(driver: PageDriver, start: string, next: Phrase): Promise<void> {
  if (driver.page.url() === start) return;
  if (await driver.look((view) => 'one' in chooseCandidate(view, next, 'click'))) return;
  await driver.step('browser.navigate', { url: start }, 'Go back to where the next one is');
}

/** Clicks one thing after the other; an error names those that were clicked before it. */
export async function pointAtEach(
  driver: PageDriver,
  phrases: readonly Phrase[],
  turns?: 'on' | 'off',
): Promise<null> {
  const done: string[] = [];
  const start = driver.page.url();
  for (const phrase of phrases) {
    try {
      await goBackTo(driver, start, phrase);
      await point(driver, 'click', phrase, turns);
    } catch (error) {
      if (!(error instanceof StepError) || done.length === 0) throw error;
      const message = `Done before it failed: ${done.join(', ')}. Then ${describePhrase(phrase)} failed: ${error.message}`;
      throw new StepError(error.code, message, { cause: error });
    }
    done.push(describePhrase(phrase));
  }
  return null;
}

const MAX_POINTED_AT = 50;

/** The control of that name of each thing in the content. */
export async function pointAtAll(driver: PageDriver, phrase: Phrase): Promise<null> {
  const all = await driver.waitForView((view) => {
    const fitting = view.candidates.filter(
      ({ role, name, items, inContent }) =>
        ['button', 'link', 'generic'].includes(role) &&
        inContent &&
        items.length > 0 &&
        grade(phrase.text, name) >= GRADES.contains,
    );
    if (fitting.length === 0 || fitting.length > MAX_POINTED_AT || fitting.some(({ disabled }) => disabled))
      throw notFound(`"${phrase.text}" that can be clicked for each of up to ${MAX_POINTED_AT} things`, []);
    return fitting;
  });
  const start = driver.page.url();
  for (const [at, { css }] of all.entries()) {
    if (at > 0 && driver.page.url() !== start && !(await driver.look((view) => hasAt(view, css, phrase))))
      await driver.step('browser.navigate', { url: start }, 'Go back to where the next one is');
    const { candidate, target } = await driver.waitForCandidate(`"${phrase.text}"`, (view) =>
      sameAs(view, css),
    );
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  }
  return null;
}

function hasAt(view: PageView, css: string, phrase: Phrase): boolean {
  return view.candidates.some((one) => one.css === css && grade(phrase.text, one.name) >= GRADES.contains);
}
