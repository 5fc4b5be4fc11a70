import { truncate } from '@errand/browser-runtime';
import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from './page-driver.ts';
import { copy, disclose, drag, seek } from './arrange.ts';
import { describePhrase, type Instruction, type Phrase, type Question, type Sight } from './clause.ts';
import { changePassword } from './change-password.ts';
import { choose, chooseFrom } from './choosing.ts';
import { put } from './entering.ts';
import { filter, filterIfThere } from './filtering.ts';
import { fillEvery, typeWhereTheFocusIs } from './filling.ts';
import { openForm, saveField, signIn, submitForm, useSearch } from './forms.ts';
import { actOnEach } from './each-of.ts';
import { actEither } from './either.ts';
import { actFreely } from './free-acts.ts';
import { nameCandidate, notFound } from './ground.ts';
import { chooseItem } from './items.ts';
import { sizeOf } from './labels.ts';
import { grade, GRADES, normalised } from './match.ts';
import { changeTab, turnTo, turnUntil } from './paging.ts';
import { read } from './read.ts';
import { sendValue } from './send-value.ts';
import { sort } from './sorting.ts';
import { tick } from './ticking.ts';

const PAGE_OF_SCROLLING = 600;
const ALL_THE_WAY = 1_000_000;

/** A key goes to the focused element; naming the element lets the step wait for a navigation. */
async function press(driver: PageDriver, key: string): Promise<unknown> {
  const focused = await driver.waitForView(
    (view) => view.candidates.find((candidate) => candidate.focused) ?? null,
  );
  if (focused === null) return driver.step('browser.press', { key }, `Press ${key}`);
  const { target } = await driver.waitForCandidate('focus', () => ({ one: focused }));
  return driver.step('browser.press', { key, target }, `Press ${key} in the ${nameCandidate(focused)}`);
}

async function compare(driver: PageDriver, question: Question, expected: string): Promise<void> {
  const { name, value, pattern, by } = await read(driver, question);
  const seen = typeof value === 'string' ? value : JSON.stringify(value);
  const isSo =
    typeof value === 'number' ? sizeOf(expected) === value : normalised(seen).includes(normalised(expected));
  if (!isSo)
    throw new StepError('assertion_failed', `The ${name} is "${truncate(seen, 200)}", not "${expected}".`);
  driver.note(`The ${name} is as expected.`, {
    expected: typeof value === 'string' && seen.includes(expected) ? expected : seen,
    ...(by !== undefined && { output: { pattern, by } }),
  });
}

async function see(driver: PageDriver, kind: 'wait' | 'verify', sight: Sight): Promise<unknown> {
  const verb = kind === 'wait' ? 'Wait for' : 'Check';
  const say = (what: string) => `${verb} ${what}`;
  if ('question' in sight) return compare(driver, sight.question, sight.text);
  if ('ms' in sight) return driver.step('browser.wait', { for: { ms: sight.ms } }, `Wait ${sight.ms} ms`);
  if ('load' in sight) return driver.step('browser.wait', { for: { css: 'body' } }, 'Wait for the page');
  if ('target' in sight) {
    const { candidate, target } = await driver.find(sight.target, 'point');
    return kind === 'wait'
      ? driver.step('browser.wait', { for: target }, say(`the ${nameCandidate(candidate)}`))
      : driver.step('browser.assert', { target, visible: true }, say(`the ${nameCandidate(candidate)}`));
  }
  if ('gone' in sight) {
    const target = { text: sight.gone };
    return kind === 'wait'
      ? driver.step('browser.wait', { for: target, state: 'hidden' }, `Wait until "${sight.gone}" is gone`)
      : driver.step('browser.assert', { target, visible: false }, `Check that "${sight.gone}" is not shown`);
  }
  const what = 'text' in sight ? `text "${sight.text}"` : `address "${sight.url}"`;
  if (kind === 'verify') return driver.step('browser.assert', sight, say(what));
  return driver.step('browser.wait', { for: sight }, say(what));
}

const LANDMARKS: Readonly<Record<string, string>> = { footer: 'footer', header: 'header', navigation: 'nav' };

async function scroll(
  driver: PageDriver,
  to: Extract<Instruction, { kind: 'scroll' }>['to'],
): Promise<unknown> {
  if (typeof to === 'string') {
    const y = { top: -ALL_THE_WAY, bottom: ALL_THE_WAY, up: -PAGE_OF_SCROLLING, down: PAGE_OF_SCROLLING }[to];
    return driver.step('browser.scroll', { by: { x: 0, y } }, `Scroll ${to}`);
  }
  const landmark = to.quoted === true ? undefined : LANDMARKS[to.text.toLowerCase()];
  if (landmark !== undefined)
    return driver.step('browser.scroll', { target: { css: landmark } }, `Scroll to ${to.text}`);
  const { candidate, target } = await driver.find(to, 'point');
  return driver.step('browser.scroll', { target }, `Scroll to the ${nameCandidate(candidate)}`);
}

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

async function point(driver: PageDriver, kind: keyof typeof POINTING, phrase: Phrase): Promise<unknown> {
  const { primitive, purpose, verb, more } = POINTING[kind];
  const { candidate, target } = await driver.find(phrase, purpose);
  // Stars of a form are a field of it.
  if (/\bstars?$/iu.test(phrase.text) && candidate.form >= 0) driver.lastField = candidate.css;
  return driver.step(primitive, { target, ...more }, `${verb} the ${nameCandidate(candidate)}`);
}

/** "Add to bag" of "A and B": of each, when the page has exactly one of each and nothing of the whole name; else null. */
async function ofSeveral(driver: PageDriver, phrase: Phrase): Promise<readonly Phrase[] | null> {
  const placed = [phrase, ...(phrase.apart ?? [])].find(({ within }) => within?.parts !== undefined);
  const { within = null } = placed ?? {};
  const parts = within?.parts;
  if (placed === undefined || within === null || parts === undefined) return null;
  return driver.waitForView((view) => {
    if (placed !== phrase && view.candidates.some(({ name }) => grade(phrase.text, name) >= GRADES.contains))
      return null;
    const whole = chooseItem(view, within);
    const items = parts.flatMap((part) => {
      const item = chooseItem(view, part);
      return 'one' in item ? [item.one] : [];
    });
    const isWhole = !('none' in whole) || new Set(items).size !== parts.length;
    return isWhole ? null : parts.map((part) => ({ ...placed, apart: [], within: part }));
  });
}

async function pointAtEach(driver: PageDriver, phrases: readonly Phrase[]): Promise<null> {
  const done: string[] = [];
  for (const phrase of phrases) {
    try {
      await point(driver, 'click', phrase);
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
async function pointAtAll(driver: PageDriver, phrase: Phrase): Promise<null> {
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
  for (const { css } of all) {
    const { candidate, target } = await driver.waitForCandidate(`"${phrase.text}"`, (view) => {
      const one = view.candidates.find((other) => other.css === css);
      return one === undefined ? { none: [] } : { one };
    });
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  }
  return null;
}

/**
 * Carries out one instruction on the live page, in as many steps as it takes.
 * @throws {StepError} when its element is missing or ambiguous, or the step fails
 */
export async function act(
  driver: PageDriver,
  instruction: Exclude<Instruction, { kind: 'read' }>,
): Promise<unknown> {
  switch (instruction.kind) {
    case 'open':
      return driver.step('browser.navigate', { url: instruction.url }, `Open ${instruction.url}`);
    case 'back':
    case 'forward':
    case 'reload':
      return driver.step(
        `browser.${instruction.kind}`,
        {},
        `Go ${instruction.kind}`.replace('Go reload', 'Reload'),
      );
    case 'submit':
      return submitForm(driver);
    case 'click':
    case 'doubleclick':
    case 'hover':
    case 'download': {
      if (instruction.kind === 'click') {
        if (instruction.target.every === true) return pointAtAll(driver, instruction.target);
        const several = await ofSeveral(driver, instruction.target);
        if (several !== null) return pointAtEach(driver, several);
      }
      return point(driver, instruction.kind, instruction.target);
    }
    case 'check':
    case 'uncheck':
      return tick(driver, instruction.kind, instruction.target);
    case 'each':
      return actOnEach(driver, instruction);
    case 'choose':
      return choose(driver, instruction.target);
    case 'find':
      return seek(driver, instruction.target);
    case 'paging':
      return instruction.until === undefined
        ? turnTo(driver, instruction.to)
        : turnUntil(driver, instruction.until);
    case 'tab':
      return changeTab(driver, instruction.to);
    case 'expand':
    case 'collapse':
      return disclose(driver, instruction.kind, instruction.target);
    case 'drag':
      return drag(driver, instruction);
    case 'copy':
      return copy(driver, instruction.from, instruction.target);
    case 'paste':
      if (driver.copied === null)
        throw new StepError('action_failed', 'Nothing was copied that could be pasted.');
      return put(driver, instruction.target, driver.copied);
    case 'free':
      return actFreely(driver, instruction.acts);
    case 'either':
      return actEither(driver, instruction.ways, (each) => act(driver, each));
    case 'save':
      return saveField(driver, instruction);
    case 'send':
      return sendValue(driver, instruction);
    case 'form':
      return openForm(driver, instruction.field, instruction.opener);
    case 'sort':
      return sort(driver, instruction.by, instruction.order);
    case 'filter':
      return instruction.ifThere === true
        ? filterIfThere(driver, instruction.by, instruction.value)
        : filter(driver, instruction.by, instruction.value);
    case 'answer':
      throw new StepError('internal_error', 'An answer without its question was planned.');
    case 'fill':
      if (instruction.target?.every === true) return fillEvery(driver, instruction.target, instruction.value);
      return instruction.target === null
        ? typeWhereTheFocusIs(driver, instruction.value)
        : put(driver, instruction.target, instruction.value);
    case 'set':
      return put(driver, instruction.target, instruction.value);
    case 'select':
      return chooseFrom(driver, instruction.target, instruction.value);
    case 'press':
      return press(driver, instruction.key);
    case 'login':
      return signIn(driver, instruction);
    case 'password':
      return changePassword(driver, instruction);
    case 'search':
      return useSearch(driver, instruction.query);
    case 'scroll':
      return scroll(driver, instruction.to);
    case 'wait':
    case 'verify':
      return see(driver, instruction.kind, instruction.sight);
    case 'screenshot':
      return driver.step('browser.screenshot', { fullPage: instruction.fullPage }, 'Take a screenshot');
    default:
      throw new StepError('internal_error', 'The plan holds an unknown instruction.');
  }
}
