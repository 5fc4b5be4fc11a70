import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from './page-driver.ts';
import { type Choice, chooseCandidate } from './choose.ts';
import { describePhrase, type Phrase } from './clause.ts';
import { ambiguous, type GroundedElement, nameCandidate, notFound } from './ground.ts';
import { bestOf, grade, GRADES } from './match.ts';
import { listsWith, optionWords, valueOfSetting } from './options.ts';
import type { Candidate, PageView } from './view.ts';

function optionOf(candidate: Candidate, said: string): string {
  const fitting = [...new Set(bestOf(candidate.options, (option) => grade(said, option)))];
  const [one] = fitting;
  if (one === undefined)
    throw notFound(`option "${said}" in the ${nameCandidate(candidate)}`, candidate.options);
  if (fitting.length > 1) throw ambiguous(`option "${said}" of the ${nameCandidate(candidate)}`, fitting);
  return one;
}

function select(driver: PageDriver, { candidate, target }: GroundedElement, said: string | number) {
  driver.lastField = candidate.css;
  const label = typeof said === 'number' ? candidate.options[said - 1] : optionOf(candidate, said);
  if (label === undefined)
    throw notFound(`option ${said} in the ${nameCandidate(candidate)}`, candidate.options);
  return driver.step(
    'browser.select',
    { target, label },
    `Select "${label}" in the ${nameCandidate(candidate)}`,
  );
}

const MAX_SLIDES = 200;

/** A slider that is only styled is moved by its keys. */
async function slide(
  driver: PageDriver,
  { candidate, target }: GroundedElement,
  value: string,
): Promise<unknown> {
  const valueOf = () =>
    driver.waitForView((view) =>
      Number(view.candidates.find(({ css }) => css === candidate.css)?.value ?? Number.NaN),
    );
  const wanted = Number(value);
  for (let moves = 0; moves < MAX_SLIDES; moves += 1) {
    const now = await valueOf();
    if (now === wanted) return null;
    if (Number.isNaN(now) || Number.isNaN(wanted)) break;
    const key = now < wanted ? 'ArrowRight' : 'ArrowLeft';
    await driver.step('browser.press', { target, key }, `Move the ${nameCandidate(candidate)} to ${value}`);
    const then = await valueOf();
    if (Math.abs(then - wanted) >= Math.abs(now - wanted)) break;
  }
  throw new StepError('action_failed', `The ${nameCandidate(candidate)} does not take the value ${value}.`);
}

async function fill(driver: PageDriver, found: GroundedElement, value: string): Promise<unknown> {
  const { candidate, target } = found;
  driver.lastField = candidate.css;
  if (candidate.role === 'slider' && candidate.type !== 'range') return slide(driver, found, value);
  await driver.step(
    'browser.fill',
    { target, value },
    `Fill the ${nameCandidate(candidate)} with ${JSON.stringify(value)}`,
  );
  if (!TYPED_CONTROLS.has(candidate.type)) return null;
  const typed = await driver.waitForView(
    (view) => view.candidates.find(({ css }) => css === candidate.css)?.value ?? '',
  );
  if (typed !== '') driver.note(`The ${nameCandidate(candidate)} holds ${JSON.stringify(typed)}.`, { typed });
  return null;
}

/** Controls that hold another text than the one that was written: "20/11/2026" is 2026-11-20. */
const TYPED_CONTROLS = new Set(['date', 'number', 'range']);

const TEXT_FIELDS = new Set(['textbox', 'searchbox', 'spinbutton']);
const TICKS = new Set(['checkbox', 'switch']);

/** Every field or box of the form in the page's content, in its order. */
async function everyOf(driver: PageDriver, phrase: Phrase): Promise<Candidate[]> {
  const roles = phrase.kind === 'checkbox' ? TICKS : TEXT_FIELDS;
  return driver.waitForView((view) => {
    const all = view.candidates.filter(
      ({ role, name, inContent, disabled, options }) =>
        roles.has(role) &&
        inContent &&
        !disabled &&
        options.length === 0 &&
        (phrase.text === '' || grade(phrase.text, name) > 0),
    );
    if (all.length === 0) throw notFound(phrase.kind ?? 'field', []);
    return all;
  });
}

export async function fillEvery(driver: PageDriver, phrase: Phrase, value: string): Promise<void> {
  for (const { css } of await everyOf(driver, phrase))
    await fill(driver, await driver.waitForCandidate('field', (view) => sameAs(view, css)), value);
}

export async function tickEvery(
  driver: PageDriver,
  phrase: Phrase,
  kind: 'check' | 'uncheck',
): Promise<void> {
  for (const { css } of await everyOf(driver, phrase)) {
    const { candidate, target } = await driver.waitForCandidate('checkbox', (view) => sameAs(view, css));
    await driver.step(
      `browser.${kind}`,
      { target },
      `${kind === 'check' ? 'Tick' : 'Untick'} the ${nameCandidate(candidate)}`,
    );
  }
}

function sameAs(view: PageView, css: string): Choice<Candidate> {
  const one = view.candidates.find((candidate) => candidate.css === css);
  return one === undefined ? { none: [] } : { one };
}

const YES = /^(?:yes|on|true|checked|ticked|enabled)$/iu;
const NO = /^(?:no|off|false|unchecked|unticked|disabled)$/iu;

/** "Clear my history" is a button where no field is called so. */
async function clearByControl(driver: PageDriver, phrase: Phrase): Promise<boolean> {
  const clear: Phrase = { text: `Clear ${phrase.text}`, kind: 'control', ordinal: null, within: null };
  const isControl = await driver.waitForView((view) => {
    const isField = !('none' in chooseCandidate(view, phrase, 'set'));
    const isCalled = ({ name }: { name: string }) => grade(clear.text, name) >= GRADES.synonym;
    return !isField && (view.candidates.some(isCalled) || view.hidden.some(isCalled));
  });
  if (!isControl) return false;
  const { candidate, target } = await driver.find(clear, 'click');
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  return true;
}

/** A button that opens a list of that name. */
function styledList(view: PageView, phrase: Phrase): Choice<Candidate> | null {
  const opener = chooseCandidate(view, { ...phrase, kind: 'menu' }, 'click');
  return 'one' in opener && opener.one.role === 'button' && opener.one.expanded !== null ? opener : null;
}

/** A field takes text, a list a choice, a box a tick. */
export async function put(driver: PageDriver, phrase: Phrase, value: string): Promise<unknown> {
  const isBox = YES.test(value) || NO.test(value);
  if (value === '' && (await clearByControl(driver, phrase))) return null;
  const found = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view) => {
      const field = chooseCandidate(view, phrase, 'set');
      if (!('none' in field)) return field;
      const list = styledList(view, phrase);
      return isBox ? chooseCandidate(view, phrase, 'check') : (list ?? field);
    },
    phrase,
  );
  if (found.candidate.role === 'button') return chooseFrom(driver, phrase, value);
  if (found.candidate.options.length > 0) return select(driver, found, value);
  if (found.candidate.type !== 'checkbox') return fill(driver, found, value);
  const verb = YES.test(value) ? 'check' : 'uncheck';
  return driver.step(
    `browser.${verb}`,
    { target: found.target },
    `${verb} the ${nameCandidate(found.candidate)}`,
  );
}

/** Lists that are only styled: a click opens them. */
const STYLED_LISTS = new Set(['combobox', 'listbox']);

/** A select by its name; where a group of radio buttons plays its part, the radio button of the value. */
export async function chooseFrom(
  driver: PageDriver,
  phrase: Phrase,
  value: string | number,
): Promise<unknown> {
  const option: Phrase = { text: String(value), kind: 'radio', ordinal: null, within: null };
  const found = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view) => {
      const list = chooseCandidate(view, phrase, 'select');
      if ('one' in list || 'equals' in list) return list;
      const radio = chooseCandidate(view, option, 'choose');
      if (!('none' in radio)) return radio;
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
  const isStyled = expanded !== null || (STYLED_LISTS.has(role) && type === '');
  if (isStyled && typeof value === 'string') {
    if (expanded !== true)
      await driver.step(
        'browser.click',
        { target: found.target },
        `Open the ${nameCandidate(found.candidate)}`,
      );
    return choose(driver, { text: value, kind: 'option', ordinal: null, within: null });
  }
  if (role !== 'radio' && typeof value === 'string') return fill(driver, found, value);
  return driver.step(
    'browser.check',
    { target: found.target },
    `Choose the ${nameCandidate(found.candidate)}`,
  );
}

export async function choose(driver: PageDriver, phrase: Phrase): Promise<unknown> {
  const { parts } = phrase;
  if (parts !== undefined && (await areSeveral(driver, phrase, parts, 'choose'))) {
    for (const part of parts) await choose(driver, part);
    return null;
  }
  const found = await driver.waitForCandidate(
    `"${describePhrase(phrase)}"`,
    (view): Choice<Candidate> => {
      const direct = chooseCandidate(view, phrase, 'choose');
      if (!('none' in direct) || phrase.text === '') return direct;
      const box = chooseCandidate(view, phrase, 'check');
      if ('one' in box) return box;
      // "Express shipping" is the radio button Express.
      const own = phrase.text.replace(/\s\p{Ll}+$/u, '');
      const radios = view.candidates.filter(
        ({ role, name }) => role === 'radio' && grade(own, name) >= GRADES.equalWords,
      );
      if (own !== phrase.text && radios[0] !== undefined && radios.length === 1) return { one: radios[0] };
      const lists = listsWith(view, phrase.text);
      const [list] = lists;
      if (list === undefined) return valueOfSetting(view, phrase) ?? direct;
      return lists.length === 1 ? { one: list } : { equals: lists };
    },
    phrase,
  );
  const { candidate, target } = found;
  if (candidate.options.length > 0)
    return select(driver, found, optionWords(candidate, phrase.text) ?? phrase.text);
  const isTick = ['radio', 'checkbox', 'switch', 'menuitemradio'].includes(candidate.role);
  return isTick
    ? driver.step('browser.check', { target }, `Choose the ${nameCandidate(candidate)}`)
    : driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}

export async function typeWhereTheFocusIs(driver: PageDriver, value: string): Promise<unknown> {
  const found = await driver.waitForCandidate('field that has the focus', (view): Choice<Candidate> => {
    const fields = view.candidates.filter(
      ({ role, options }) =>
        ['textbox', 'searchbox', 'spinbutton', 'combobox'].includes(role) && options.length === 0,
    );
    const focused = fields.find((field) => field.focused);
    const [only] = fields;
    if (focused !== undefined) return { one: focused };
    if (only === undefined) return { none: [] };
    return fields.length === 1 ? { one: only } : { equals: fields };
  });
  return fill(driver, found, value);
}

/** What is agreed to by a box or, where there is none, by a button. */
const AGREEING = /terms|conditions|notice|policy|agreement|rules|statement|privacy|declaration/iu;

function hasHidden({ hidden }: PageView, { text }: Phrase): boolean {
  return hidden.some(({ name }) => grade(text, name) > 0);
}

/** Whether the page has each of the parts of a name and nothing of the whole name. */
function areSeveral(
  driver: PageDriver,
  phrase: Phrase,
  parts: readonly Phrase[],
  purpose: 'check' | 'choose',
): Promise<boolean> {
  return driver.waitForView((view) => {
    const whole = !('none' in chooseCandidate(view, { ...phrase, apart: [] }, purpose));
    const has = (part: Phrase) =>
      ['one', 'equals'].some((key) => key in chooseCandidate(view, part, purpose)) ||
      'one' in chooseCandidate(view, part, 'check') ||
      listsWith(view, part.text).length > 0;
    if (!whole && !parts.every(has) && listsWith(view, phrase.text).length === 0)
      throw notFound(`"${describePhrase(phrase)}"`, []);
    return !whole && listsWith(view, phrase.text).length === 0;
  });
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

/** "Apples and Pears" is one box when one is called so, else two. */
export async function tick(driver: PageDriver, kind: 'check' | 'uncheck', phrase: Phrase): Promise<unknown> {
  if (phrase.every === true) return tickEvery(driver, phrase, kind);
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
  const { candidate, target } = await driver.find(phrase, 'check');
  driver.lastField = candidate.css;
  return driver.step(
    `browser.${kind}`,
    { target },
    `${kind === 'check' ? 'Tick' : 'Untick'} the ${nameCandidate(candidate)}`,
  );
}
