import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { type Choice, sameAs } from '../finding/choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { fill } from './fill-field.ts';
import type { LocatedElement } from '../locators/element-locator.ts';
import { ambiguous, nameCandidate, notFound } from '../finding/require-single.ts';
import { bestOf, grade, GRADES } from '../words/match-name.ts';
import { extremeChoice } from '../finding/extreme-choice.ts';
import { listOf, listsWith, optionWords, valueOfSetting } from '../finding/options.ts';
import { areSeveral } from '../finding/several-named.ts';
import { enumerated } from '../grammar/rules/rule.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { menuBeside } from '../finding/menu-beside.ts';
import { selectBoxOf } from '../finding/select-boxes.ts';
import { setTick } from './tick.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

function optionOf(candidate: Candidate, said: string): string {
  const fitting = [...new Set(bestOf(candidate.options, (option) => grade(said, option)))];
  const [one] = fitting;
  if (one === undefined)
    throw notFound(`option "${said}" in the ${nameCandidate(candidate)}`, candidate.options);
  if (fitting.length > 1) throw ambiguous(`option "${said}" of the ${nameCandidate(candidate)}`, fitting);
  return one;
}

/** One option, or in a list that takes several each of those that an enumeration names. */
function optionsOf(candidate: Candidate, said: string): string[] {
  const parts = enumerated(said);
  const isOne = candidate.options.some((option) => grade(said, option) > 0);
  return isOne || parts.length === 1
    ? [optionOf(candidate, said)]
    : parts.map((part) => optionOf(candidate, part));
}

/** Options of a list that takes several, with those that were chosen in it before: the browser chooses no others. */
function selectSeveral(driver: PageDriver, { candidate, target }: LocatedElement, said: string) {
  const { css } = candidate;
  const before = driver.chosen?.css === css && driver.chosen.sent === driver.sent ? driver.chosen.labels : [];
  const label = [...new Set([...before, ...optionsOf(candidate, said)])];
  driver.chosen = { css, labels: label, sent: driver.sent };
  return driver.step(
    'browser.select',
    { target, label },
    `Select ${label.map((one) => `"${one}"`).join(', ')} in the ${nameCandidate(candidate)}`,
  );
}

/** Chooses an option of a list, by its name or its place. */
export function select(driver: PageDriver, located: LocatedElement, said: string | number) {
  const { candidate, target } = located;
  driver.lastField = candidate.css;
  if (candidate.type === 'select-multiple' && typeof said === 'string')
    return selectSeveral(driver, located, said);
  const label = typeof said === 'number' ? candidate.options[said - 1] : optionOf(candidate, said);
  if (label === undefined)
    throw notFound(`option ${said} in the ${nameCandidate(candidate)}`, candidate.options);
  return driver.step(
    'browser.select',
    { target, label },
    `Select "${label}" in the ${nameCandidate(candidate)}`,
  );
}

/** What a list says under the field in which something was typed that it does not have. */
const NO_OFFER =
  /\bno (?:matching )?(?:\p{L}+ )?(?:found|match(?:es)?|options?|results?)\b|\bnothing found\b/iu;
const OFFERED = new Set(['option', 'generic', 'button', 'link', 'menuitem']);

/** Writes into a field, and chooses what it then offers under that name, or under each of the names. */
export async function fillAndChoose(
  driver: PageDriver,
  field: LocatedElement,
  value: string,
): Promise<unknown> {
  const { role, autocomplete, type } = field.candidate;
  if ((role !== 'combobox' && autocomplete !== 'off') || type === 'date') return fill(driver, field, value);
  if (await fillAndChooseOne(driver, field, value)) return null;
  const parts = role === 'combobox' ? enumerated(value) : [];
  if (parts.length > 1)
    for (const part of parts)
      if (!(await fillAndChooseOne(driver, field, part)))
        throw notFound(`option "${part}" in the ${nameCandidate(field.candidate)}`, []);
  return null;
}

async function fillAndChooseOne(driver: PageDriver, field: LocatedElement, value: string): Promise<boolean> {
  const before = await driver.look(({ candidates, text }) => {
    const names = new Set(candidates.map(({ name }) => name));
    return { has: (name: string) => names.has(name), text };
  });
  await fill(driver, field, value);
  const offers = (view: PageView): Choice<Candidate> => {
    const all = view.candidates.filter(({ role: own, name }) => OFFERED.has(own) && !before.has(name));
    const fitting = bestOf(all, ({ name }) => {
      const graded = grade(value, name);
      return graded >= GRADES.contains ? graded : 0;
    });
    const [one] = fitting;
    return one === undefined || fitting.length > 1 ? { none: all } : { one };
  };
  const offer = await driver
    .attempt(
      () => driver.waitForCandidate(`"${value}"`, offers),
      () => true,
    )
    .catch((error: unknown) => {
      if (error instanceof StepError) return null;
      throw error;
    });
  if (offer === null) {
    const nothing = await driver.look(({ text }) => NO_OFFER.exec(text)?.[0]);
    if (nothing !== undefined && !before.text.includes(nothing))
      throw notFound(`option "${value}" in the ${nameCandidate(field.candidate)}`, []);
    return false;
  }
  await driver.step('browser.click', { target: offer.target }, `Click the ${nameCandidate(offer.candidate)}`);
  return true;
}

/** Of equal answers, the one to the question that is meant. */
function ofQuestion(choice: Choice<Candidate>, { text }: Phrase): Choice<Candidate> {
  const own = 'equals' in choice ? bestOf(choice.equals, ({ group }) => grade(text, group)) : [];
  return own.length === 1 && own[0] !== undefined ? { one: own[0] } : choice;
}

/** Lists that are only styled: a click opens them. */
const STYLED_LISTS = new Set(['combobox', 'listbox']);

/** A select by its name; where a group of radio buttons or boxes plays its part, the one of the value. */
export async function chooseFrom(
  driver: PageDriver,
  phrase: Phrase,
  value: string | number,
): Promise<unknown> {
  const option: Phrase = { text: String(value), kind: 'radio', ordinal: null, within: null };
  const menu = await driver.waitForView((view) =>
    'none' in chooseCandidate(view, phrase, 'select') ? menuBeside(view, phrase, String(value)) : null,
  );
  if (menu !== null) {
    await driver.open(menu);
    return choose(driver, { ...option, kind: null, quoted: true });
  }
  const found = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view) => {
      const own = phrase.text === '' && phrase.within === null ? listOf(view, String(value)) : null;
      if (own !== null) return { one: own };
      const list = chooseCandidate(view, phrase, 'select');
      if ('one' in list || 'equals' in list) return list;
      const radio = ofQuestion(chooseCandidate(view, option, 'choose'), phrase);
      if (!('none' in radio)) return radio;
      const box = chooseCandidate(view, { ...option, kind: 'checkbox' }, 'check');
      if ('one' in box && grade(phrase.text, box.one.group) >= GRADES.contains) return box;
      const opener = chooseCandidate(view, { ...phrase, kind: 'menu' }, 'click');
      if ('one' in opener && (opener.one.expanded !== null || STYLED_LISTS.has(opener.one.role)))
        return opener;
      const field = chooseCandidate(view, phrase, 'set');
      return 'one' in field && typeof value === 'string' ? field : list;
    },
    phrase,
  );
  const { role, expanded, type } = found.candidate;
  if (found.candidate.options.length > 0) return select(driver, found, value);
  // What is typed into narrows its list, which a click need not open.
  const isTyped = role === 'combobox' && type !== '' && !found.candidate.readOnly;
  const isStyled = (expanded !== null && !isTyped) || (STYLED_LISTS.has(role) && type === '');
  if (isStyled && typeof value === 'string') {
    if (expanded !== true)
      await driver.step(
        'browser.click',
        { target: found.target },
        `Open the ${nameCandidate(found.candidate)}`,
      );
    return choose(driver, { text: value, kind: 'option', ordinal: null, within: null });
  }
  if (role !== 'radio' && role !== 'checkbox' && typeof value === 'string')
    return fillAndChoose(driver, found, value);
  driver.lastField = found.candidate.css;
  return driver.step(
    'browser.check',
    { target: found.target },
    `Choose the ${nameCandidate(found.candidate)}`,
  );
}

/** "Select the second invoice": the checkbox in its row. */
function boxOfNumbered(view: PageView, phrase: Phrase): Candidate | null {
  if (phrase.ordinal === null || phrase.kind !== null || phrase.text === '') return null;
  const item = chooseItem(view, phrase);
  const boxes = view.candidates.filter(
    ({ role, items }) =>
      ['checkbox', 'radio', 'switch'].includes(role) && 'one' in item && items.includes(item.one),
  );
  return boxes.length === 1 ? (boxes[0] ?? null) : null;
}

function boxOfRow(view: PageView, phrase: Phrase): Candidate | null {
  const item = phrase.kind === null ? chooseItem(view, phrase) : null;
  const row = item !== null && 'one' in item ? view.items[item.one] : undefined;
  if (row?.isRow !== true) return null;
  const boxes = view.candidates.filter(({ role, items }) => role === 'checkbox' && items.length > 0);
  const own = boxes.filter(({ items }) => item !== null && 'one' in item && items.includes(item.one));
  const rows = new Set(
    boxes.flatMap(({ items }) => items).filter((at) => view.items[at]?.group === row.group),
  );
  return own.length === 1 && rows.size > 1 ? (own[0] ?? null) : null;
}

/** "Express shipping" is the radio button "Express – €9.00, 2 days". */
export function radioBeforeNoun(view: PageView, { text }: Phrase): Candidate | null {
  const own = text.replace(/\s\p{Ll}+$/u, '');
  const calls = (name: string) => name.replaceAll(/\s*\([^)]*\)|\s*(?:\s[–—-]|[,:])\s.*$/gu, '');
  const radios = view.candidates.filter(
    ({ role, name }) => role === 'radio' && grade(own, calls(name)) >= GRADES.equalWords,
  );
  return own !== text && radios.length === 1 ? (radios[0] ?? null) : null;
}

/** Chooses what has that name, whatever it is: a radio button, an option, a box, a link or a button. */
export async function choose(driver: PageDriver, phrase: Phrase): Promise<unknown> {
  const { parts } = phrase;
  if (parts !== undefined && (await areSeveral(driver, phrase, parts, 'choose'))) {
    for (const part of parts) await choose(driver, part);
    return null;
  }
  const found = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view): Choice<Candidate> => {
      const numbered = boxOfNumbered(view, phrase);
      if (numbered !== null) return { one: numbered };
      const extreme = extremeChoice(view, phrase);
      if (extreme !== null) return extreme;
      const direct = chooseCandidate(view, phrase, 'choose');
      // Of rows with boxes, one is chosen by its box and not by the link of its name.
      const ticked =
        'one' in direct && direct.one.role === 'link'
          ? (boxOfRow(view, phrase) ?? selectBoxOf(view, phrase))
          : null;
      if (ticked !== null) return { one: ticked };
      // What is drawn over a list holds the words of all its options.
      const isLoose =
        'one' in direct &&
        direct.one.role === 'generic' &&
        grade(phrase.text, direct.one.name) < GRADES.equalWords;
      const covered = isLoose ? listOf(view, phrase.text) : null;
      if (covered !== null) return { one: covered };
      if (!('none' in direct) || phrase.text === '') return direct;
      const radio = radioBeforeNoun(view, phrase);
      if (radio !== null) return { one: radio };
      const box = chooseCandidate(view, phrase, 'check');
      if ('one' in box) return box;
      const lists = listsWith(view, phrase.text);
      const [list] = lists;
      if (list === undefined) return valueOfSetting(view, phrase) ?? direct;
      return lists.length === 1 ? { one: list } : { equals: lists };
    },
    phrase,
  );
  const { candidate } = found;
  return candidate.options.length > 0
    ? select(driver, found, optionWords(candidate, phrase.text) ?? phrase.text)
    : chooseFound(driver, found);
}

/** Ticks a radio button or box; anything else that can be chosen is clicked. */
function chooseFound(driver: PageDriver, found: LocatedElement): Promise<unknown> {
  const { candidate, target } = found;
  const isTick = ['radio', 'checkbox', 'switch', 'menuitemradio'].includes(candidate.role);
  if (candidate.styled !== null) return setTick(driver, found, 'check');
  return isTick
    ? driver.step('browser.check', { target }, `Choose the ${nameCandidate(candidate)}`)
    : driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}

/** Chooses each of those that are not chosen already. */
export async function chooseEach(driver: PageDriver, choices: readonly Candidate[]): Promise<void> {
  for (const choice of choices) {
    if (choice.checked || choice.pressed === true || choice.styled === 'on') continue;
    const found = await driver.waitForCandidate(nameCandidate(choice), (view) => sameAs(view, choice.css));
    await chooseFound(driver, found);
  }
}
