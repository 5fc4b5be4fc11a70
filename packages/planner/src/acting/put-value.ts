import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { type Choice, sameAs } from '../finding/choice.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { editCell } from './edit-cell.ts';
import { choose, chooseFrom, fillAndChoose, select } from './choose-option.ts';
import { fillDigits } from './fill-digits.ts';
import { putDate } from './put-date.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { fill } from './fill-field.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { isPageAbout } from '../finding/page-about.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { valueOfSetting } from '../finding/options.ts';
import { fieldBehind } from '../finding/openers.ts';
import { menuBeside } from '../finding/menu-beside.ts';
import { step } from './step-number.ts';
import { tickGroup } from './tick-group.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const YES = /^(?:yes|on|true|checked|ticked|enabled)$/iu;
const NO = /^(?:no|off|false|unchecked|unticked|disabled)$/iu;

/** "Clear my history" is a button where no field is called so. */
async function clearByControl(driver: PageDriver, phrase: Phrase): Promise<boolean> {
  const ways = ['Clear', 'Empty'].map((verb): Phrase => ({
    text: `${verb} ${phrase.text}`,
    kind: 'control',
    ordinal: null,
    within: null,
  }));
  const clear = await driver.waitForView((view) => {
    const isField = !('none' in chooseCandidate(view, phrase, 'set'));
    const isThere = ({ text }: Phrase) =>
      [...view.candidates, ...view.hidden].some(({ name }) => grade(text, name) >= GRADES.synonym);
    const all: Phrase = { ...phrase, text: 'Clear all', kind: 'control' };
    const own = isPageAbout(view, phrase.text) && 'one' in chooseCandidate(view, all, 'click') ? all : null;
    return isField ? null : (ways.find(isThere) ?? own);
  });
  if (clear === null) return false;
  const { candidate, target } = await driver.find(clear, 'click');
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  return true;
}

/** A button that opens a list of that name. */
function styledList(view: PageView, phrase: Phrase): Choice<Candidate> | null {
  const opener = chooseCandidate(view, { ...phrase, kind: 'menu' }, 'click');
  return 'one' in opener && opener.one.role === 'button' && opener.one.expanded !== null ? opener : null;
}

/** What plays the part of an option. */
const CHOSEN: ReadonlySet<string> = new Set(['generic', 'button', 'radio', 'option']);

const EDITS =
  /^edit(?: (?:my|your))?(?: (?:profile|account|details|info(?:rmation)?|(?:personal|contact) (?:details|data|information)))?$/iu;
const OF_SOMEBODY = /\b(?:profile|account|details)\b/iu;

/** "Phone: 020 … [Edit profile]": what the page keeps of somebody can be edited once that was pressed. */
async function beginEditing(driver: PageDriver, phrase: Phrase): Promise<void> {
  const edit = await driver.waitForView((view) => {
    const heads = view.candidates.filter(({ role, level }) => role === 'heading' && level === 1);
    const isKept =
      heads.some(({ name }) => OF_SOMEBODY.test(name)) || !('none' in chooseFact(view, phrase.text, null));
    const isElse = !('none' in chooseCandidate(view, phrase, 'check')) || view.isElsewhere === true;
    if (phrase.within !== null || !isKept || isElse || menuBeside(view, phrase, '') !== null) return null;
    const own = view.candidates.filter(
      ({ role, name, disabled, inContent, items, expanded }) =>
        role === 'button' &&
        !disabled &&
        inContent &&
        items.length === 0 &&
        expanded === null &&
        EDITS.test(name),
    );
    return own.length === 1 ? (own[0] ?? null) : null;
  });
  if (edit === null) return;
  const { target } = await driver.waitForCandidate(nameCandidate(edit), (view) => sameAs(view, edit.css));
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(edit)}`);
}

/**
 * A field takes text, a list a choice, a box a tick.
 * @param isChosen what the field then offers under that name is chosen; who only types may go on to choose it
 */
export async function put(
  driver: PageDriver,
  phrase: Phrase,
  value: string,
  isChosen = false,
): Promise<unknown> {
  const isBox = YES.test(value) || NO.test(value);
  if (value === '' && (await clearByControl(driver, phrase))) return null;
  if (await putDate(driver, phrase, value)) return null;
  if (await fillDigits(driver, phrase, value)) return null;
  const isField = await driver.waitForView((view) => !('none' in chooseCandidate(view, phrase, 'set')));
  if (!isField && (await tickGroup(driver, phrase, value))) return null;
  const behind = isField ? null : await driver.waitForView((view) => fieldBehind(view, phrase));
  if (behind !== null) {
    await driver.open(behind);
    const { role, name } = behind;
    const own = ({ candidates }: PageView) =>
      candidates.filter((one) => one.role === role && one.name === name && one.inContent);
    const located = await driver.waitForCandidate(`"${name}"`, (view): Choice<Candidate> => {
      const [one, ...others] = own(view);
      return one === undefined || others.length > 0 ? { none: [] } : { one };
    });
    driver.lastField = located.candidate.css;
    return fill(driver, located, value);
  }
  if (!isField) await beginEditing(driver, phrase);
  if (!isField && (await step(driver, phrase, value))) return null;
  const menu = isField ? null : await driver.waitForView((view) => menuBeside(view, phrase, value));
  if (!isField && menu === null && (await editCell(driver, phrase, value))) return null;
  if (menu !== null) {
    await driver.open(menu);
    return choose(driver, { text: value, kind: null, ordinal: null, within: null, quoted: true });
  }
  const found = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view) => {
      const field = chooseCandidate(view, phrase, 'set');
      if (!('none' in field)) return field;
      const list = styledList(view, phrase);
      if (isBox) return chooseCandidate(view, phrase, 'check');
      return list ?? valueOfSetting(view, { ...phrase, text: `${value} ${phrase.text}` }) ?? field;
    },
    phrase,
  );
  const { role: own, type } = found.candidate;
  // A list that is no field of HTML has no type.
  driver.lastField = found.candidate.css;
  if ((own === 'button' && found.candidate.expanded !== null) || (own === 'combobox' && type === ''))
    return chooseFrom(driver, phrase, value);
  if (CHOSEN.has(found.candidate.role))
    return driver.step(
      'browser.click',
      { target: found.target },
      `Click the ${nameCandidate(found.candidate)}`,
    );
  if (found.candidate.options.length > 0) return select(driver, found, value);
  if (own === 'combobox' && isChosen) return fillAndChoose(driver, found, value);
  if (found.candidate.type !== 'checkbox') return fill(driver, found, value);
  const verb = YES.test(value) ? 'check' : 'uncheck';
  return driver.step(
    `browser.${verb}`,
    { target: found.target },
    `${verb} the ${nameCandidate(found.candidate)}`,
  );
}
