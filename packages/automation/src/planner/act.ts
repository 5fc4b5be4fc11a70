import type { Actor } from './actor.ts';
import { describePhrase, type Instruction, type Phrase, type Question, type Sight } from './clause.ts';
import { type Choice, chooseCandidate } from './choose.ts';
import { shorten } from '../engine/shorten.ts';
import { StepError } from '../host.ts';
import { ambiguous, type Grounded, nameCandidate, notThere } from './ground.ts';
import { signIn, submitForm, useSearch } from './forms.ts';
import { bestOf, grade, GRADES, normalised } from './match.ts';
import { read } from './read.ts';
import type { Candidate, PageView } from './view.ts';

const PAGE_OF_SCROLLING = 600;
const ALL_THE_WAY = 1_000_000;

const optionOf = (candidate: Candidate, said: string): string => {
  const fitting = [...new Set(bestOf(candidate.options, (option) => grade(said, option)))];
  const [one] = fitting;
  if (one === undefined) throw notThere(`option "${said}" in ${nameCandidate(candidate)}`, candidate.options);
  if (fitting.length > 1) throw ambiguous(`option "${said}" of ${nameCandidate(candidate)}`, fitting);
  return one;
};

const select = (actor: Actor, { candidate, target }: Grounded, said: string | number) => {
  const label = typeof said === 'number' ? candidate.options[said - 1] : optionOf(candidate, said);
  if (label === undefined) throw notThere(`option ${said} in ${nameCandidate(candidate)}`, candidate.options);
  return actor.step('browser.select', { target, label }, `Select "${label}" in ${nameCandidate(candidate)}`);
};

const fill = (actor: Actor, { candidate, target }: Grounded, value: string) =>
  actor.step(
    'browser.fill',
    { target, value },
    `Fill ${nameCandidate(candidate)} with ${JSON.stringify(value)}`,
  );

const YES = /^(?:yes|on|true|checked|ticked|enabled)$/iu;
const NO = /^(?:no|off|false|unchecked|unticked|disabled)$/iu;

/** A field takes text, a list a choice, a box a tick. */
const put = async (actor: Actor, phrase: Phrase, value: string): Promise<unknown> => {
  const isBox = YES.test(value) || NO.test(value);
  const found = await actor.pick(`"${describePhrase(phrase)}"`, (view) => {
    const field = chooseCandidate(view, phrase, 'set');
    return 'none' in field && isBox ? chooseCandidate(view, phrase, 'check') : field;
  });
  if (found.candidate.options.length > 0) return select(actor, found, value);
  if (found.candidate.type !== 'checkbox') return fill(actor, found, value);
  const verb = YES.test(value) ? 'check' : 'uncheck';
  return actor.step(`browser.${verb}`, { target: found.target }, `${verb} ${nameCandidate(found.candidate)}`);
};

/** A select by its name; where a group of radio buttons plays its part, the radio button of the value. */
const chooseFrom = async (actor: Actor, phrase: Phrase, value: string | number): Promise<unknown> => {
  const option: Phrase = { text: String(value), kind: 'radio', ordinal: null, within: null };
  const found = await actor.pick(`"${describePhrase(phrase)}"`, (view) => {
    const list = chooseCandidate(view, phrase, 'select');
    if ('one' in list || 'equals' in list) return list;
    const radio = chooseCandidate(view, option, 'choose');
    return 'none' in radio ? list : radio;
  });
  if (found.candidate.options.length > 0) return select(actor, found, value);
  return actor.step('browser.check', { target: found.target }, `Choose ${nameCandidate(found.candidate)}`);
};

const isNamed = (said: string, name: string) => grade(said, name) >= GRADES.synonym;

/** The words that mean an option of this list: all of them, or "Green" of "color Green" when it is the list "Color". */
const optionWords = ({ name, options }: Candidate, said: string): string | null => {
  if (options.some((option) => grade(said, option) > 0)) return said;
  const words = said.split(/\s+/u);
  const rest = words
    .map((_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const)
    .find(([field, own]) => isNamed(field, name) && options.some((option) => isNamed(own, option)));
  return rest?.[1] ?? null;
};

const listsWith = (view: PageView, said: string): Candidate[] =>
  view.candidates.filter((candidate) => optionWords(candidate, said) !== null);

const choose = async (actor: Actor, phrase: Phrase): Promise<unknown> => {
  const found = await actor.pick(`"${describePhrase(phrase)}"`, (view): Choice<Candidate> => {
    const direct = chooseCandidate(view, phrase, 'choose');
    if (!('none' in direct) || phrase.text === '') return direct;
    const lists = listsWith(view, phrase.text);
    const [list] = lists;
    if (list === undefined) return direct;
    return lists.length === 1 ? { one: list } : { equals: lists };
  });
  const { candidate, target } = found;
  if (candidate.options.length > 0)
    return select(actor, found, optionWords(candidate, phrase.text) ?? phrase.text);
  const isTick = ['radio', 'checkbox', 'switch', 'menuitemradio'].includes(candidate.role);
  return isTick
    ? actor.step('browser.check', { target }, `Choose ${nameCandidate(candidate)}`)
    : actor.step('browser.click', { target }, `Click ${nameCandidate(candidate)}`);
};

const typeWhereTheFocusIs = async (actor: Actor, value: string): Promise<unknown> => {
  const found = await actor.pick('field that has the focus', (view): Choice<Candidate> => {
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
  return fill(actor, found, value);
};

/** A key goes to the element that has the focus; naming it lets the step wait for where the key leads. */
const press = async (actor: Actor, key: string): Promise<unknown> => {
  const focused = await actor.look((view) => view.candidates.find((candidate) => candidate.focused) ?? null);
  if (focused === null) return actor.step('browser.press', { key }, `Press ${key}`);
  const { target } = await actor.pick('focus', () => ({ one: focused }));
  return actor.step('browser.press', { key, target }, `Press ${key} in ${nameCandidate(focused)}`);
};

const compare = async (actor: Actor, question: Question, expected: string): Promise<void> => {
  const { name, value } = await read(actor, question);
  const seen = typeof value === 'string' ? value : JSON.stringify(value);
  if (!normalised(seen).includes(normalised(expected)))
    throw new StepError('assertion_failed', `The ${name} is "${shorten(seen, 200)}", not "${expected}".`);
  actor.note(`The ${name} is as expected.`, { expected: seen.includes(expected) ? expected : seen });
};

const see = async (actor: Actor, kind: 'wait' | 'verify', sight: Sight): Promise<unknown> => {
  const verb = kind === 'wait' ? 'Wait for' : 'Check';
  const say = (what: string) => `${verb} ${what}`;
  if ('question' in sight) return compare(actor, sight.question, sight.text);
  if ('ms' in sight) return actor.step('browser.wait', { for: { ms: sight.ms } }, `Wait ${sight.ms} ms`);
  if ('load' in sight) return actor.step('browser.wait', { for: { css: 'body' } }, 'Wait for the page');
  if ('target' in sight) {
    const { candidate, target } = await actor.find(sight.target, 'point');
    return kind === 'wait'
      ? actor.step('browser.wait', { for: target }, say(nameCandidate(candidate)))
      : actor.step('browser.assert', { target, visible: true }, say(nameCandidate(candidate)));
  }
  if ('gone' in sight) {
    const target = { text: sight.gone };
    return kind === 'wait'
      ? actor.step('browser.wait', { for: target, state: 'hidden' }, `Wait until "${sight.gone}" is gone`)
      : actor.step('browser.assert', { target, visible: false }, `Check that "${sight.gone}" is not shown`);
  }
  const what = 'text' in sight ? `text "${sight.text}"` : `address "${sight.url}"`;
  if (kind === 'verify') return actor.step('browser.assert', sight, say(what));
  return actor.step('browser.wait', { for: sight }, say(what));
};

const scroll = async (actor: Actor, to: Extract<Instruction, { kind: 'scroll' }>['to']): Promise<unknown> => {
  if (typeof to === 'string') {
    const y = { top: -ALL_THE_WAY, bottom: ALL_THE_WAY, up: -PAGE_OF_SCROLLING, down: PAGE_OF_SCROLLING }[to];
    return actor.step('browser.scroll', { by: { x: 0, y } }, `Scroll ${to}`);
  }
  const { candidate, target } = await actor.find(to, 'point');
  return actor.step('browser.scroll', { target }, `Scroll to ${nameCandidate(candidate)}`);
};

const POINTING = {
  click: { primitive: 'browser.click', purpose: 'click', verb: 'Click', more: {} },
  doubleclick: {
    primitive: 'browser.click',
    purpose: 'click',
    verb: 'Double-click',
    more: { clickCount: 2 },
  },
  hover: { primitive: 'browser.hover', purpose: 'point', verb: 'Point at', more: {} },
  download: { primitive: 'browser.download', purpose: 'click', verb: 'Download', more: {} },
  check: { primitive: 'browser.check', purpose: 'check', verb: 'Tick', more: {} },
  uncheck: { primitive: 'browser.uncheck', purpose: 'check', verb: 'Untick', more: {} },
} as const;

/**
 * Carries out one instruction on the live page, in as many steps as it takes.
 * @throws {StepError} when its element is not there, is not the only one, or the step fails
 */
export const act = async (
  actor: Actor,
  instruction: Exclude<Instruction, { kind: 'read' }>,
): Promise<unknown> => {
  switch (instruction.kind) {
    case 'open':
      return actor.step('browser.navigate', { url: instruction.url }, `Open ${instruction.url}`);
    case 'back':
    case 'forward':
    case 'reload':
      return actor.step(
        `browser.${instruction.kind}`,
        {},
        `Go ${instruction.kind}`.replace('Go reload', 'Reload'),
      );
    case 'submit':
      return submitForm(actor);
    case 'click':
    case 'doubleclick':
    case 'hover':
    case 'check':
    case 'uncheck':
    case 'download': {
      const { primitive, purpose, verb, more } = POINTING[instruction.kind];
      const { candidate, target } = await actor.find(instruction.target, purpose);
      return actor.step(primitive, { target, ...more }, `${verb} ${nameCandidate(candidate)}`);
    }
    case 'choose':
      return choose(actor, instruction.target);
    case 'fill':
      return instruction.target === null
        ? typeWhereTheFocusIs(actor, instruction.value)
        : put(actor, instruction.target, instruction.value);
    case 'set':
      return put(actor, instruction.target, instruction.value);
    case 'select':
      return chooseFrom(actor, instruction.target, instruction.value);
    case 'press':
      return press(actor, instruction.key);
    case 'login':
      return signIn(actor, instruction.user, instruction.password);
    case 'search':
      return useSearch(actor, instruction.query);
    case 'scroll':
      return scroll(actor, instruction.to);
    case 'wait':
    case 'verify':
      return see(actor, instruction.kind, instruction.sight);
    case 'screenshot':
      return actor.step('browser.screenshot', { fullPage: instruction.fullPage }, 'Take a screenshot');
    default:
      throw new StepError('internal_error', 'The plan holds an unknown instruction.');
  }
};
