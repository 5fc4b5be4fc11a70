import { StepError } from '@errand/browser-runtime';
import type { DesktopView, ViewedElement } from '@errand/computer';
import { type Answer, answer } from '../answer.ts';
import { type Clause, type Phrase, type Sight, describePhrase } from '../clause.ts';
import { grade, GRADES } from '../match.ts';
import { windowsOf } from './applications.ts';
import {
  type Use,
  chooseElement,
  chooseEntry,
  chooseField,
  nameElement,
  nameEntry,
  requireOne,
  targetOf,
} from './choose.ts';
import type { DesktopDriver } from './desktop-driver.ts';
import { saveAs } from './save-as.ts';

/** How long a tick, a text or a window may take to show. */
const SHOW_TIMEOUT_MS = 5_000;
const DEFAULT_WAIT_MS = 15_000;

/** A phrase in the application that it names: "5 in galculator". */
async function placed(driver: DesktopDriver, phrase: Phrase): Promise<Phrase> {
  for (const reading of [phrase, ...(phrase.apart ?? [])]) {
    const named = reading.within === null ? null : await driver.named(reading.within.text);
    if (named === null) continue;
    driver.app = named;
    return { ...reading, within: null };
  }
  return phrase;
}

interface Grounded {
  view: DesktopView;
  element: ViewedElement;
}

function find(driver: DesktopDriver, phrase: Phrase, use: Use): Promise<Grounded> {
  if (phrase.within !== null)
    throw new StepError(
      'element_not_found',
      `No application "${phrase.within.text}" is open, and what is in a part of a window is not told on a desktop.`,
      { noEffect: true },
    );
  return driver.waitFor(`"${describePhrase(phrase)}"`, (view) => {
    const own = chooseElement(view, phrase, use, driver.app);
    const others = 'none' in own ? (phrase.apart ?? []) : [];
    const apart = others.filter(({ within }) => within === null);
    return (
      apart.map((other) => chooseElement(view, other, use, driver.app)).find((one) => 'one' in one) ?? own
    );
  });
}

async function clickOn(driver: DesktopDriver, { view, element }: Grounded, clickCount = 1): Promise<void> {
  const input = { target: targetOf(view, element), ...(clickCount > 1 && { clickCount }) };
  await driver.step('desktop.click', input, `Click the ${nameElement(element)}`, element.name);
}

/** Opens the menus and clicks the entry. */
async function chooseFromMenus(driver: DesktopDriver, names: readonly string[]): Promise<void> {
  const entries = await driver.menus();
  const choice = chooseEntry(entries, names, driver.app);
  const entry = await driver.look(() => requireOne(choice, `"${names.join(' > ')}"`, nameEntry));
  for (const [at, name] of entry.path.entries()) {
    const isMenu = at === 0;
    const roles = isMenu ? ['menu'] : ['menuitem', 'menu', 'menuitemcheckbox', 'menuitemradio'];
    const found = await driver.waitFor(`"${name}"`, (view) => {
      const fitting = view.elements.filter(
        (element) => element.app === entry.app && element.name === name && roles.includes(element.role),
      );
      const [one, ...others] = fitting;
      if (one === undefined) return { none: [] };
      return others.length === 0 ? { one } : { equals: fitting };
    });
    await clickOn(driver, found);
  }
}

/** What is shown, else an entry of a closed menu. */
async function press(driver: DesktopDriver, said: Phrase, clickCount = 1): Promise<void> {
  const phrase = await placed(driver, said);
  const isShown = await driver.look((view) => !('none' in chooseElement(view, phrase, 'click', driver.app)));
  if (!isShown && phrase.text !== '' && phrase.within === null) {
    const entry = chooseEntry(await driver.menus(), [phrase.text], driver.app);
    if ('one' in entry) return chooseFromMenus(driver, [phrase.text]);
  }
  await clickOn(driver, await find(driver, phrase, 'click'), clickCount);
}

const isTicked = ({ states }: ViewedElement) => states.has('checked') || states.has('pressed');

async function tick(driver: DesktopDriver, kind: 'check' | 'uncheck', said: Phrase): Promise<void> {
  const phrase = await placed(driver, said);
  const found = await find(driver, phrase, 'check');
  const wanted = kind === 'check';
  if (isTicked(found.element) === wanted) {
    driver.note(`The ${nameElement(found.element)} is ${wanted ? '' : 'not '}ticked already.`, {});
    return;
  }
  await clickOn(driver, found);
  const { app, window, role, name } = found.element;
  const isDone = await driver.until(
    ({ elements }) =>
      elements.some(
        (element) =>
          element.app === app &&
          element.window === window &&
          element.role === role &&
          element.name === name &&
          isTicked(element) === wanted,
      ),
    SHOW_TIMEOUT_MS,
  );
  if (!isDone)
    throw new StepError(
      'action_failed',
      `The ${nameElement(found.element)} is ${wanted ? 'not ' : 'still '}ticked after the click.`,
    );
}

/** Line ends and white space at the end are the application's own. */
function holdsText(value: string, text: string): boolean {
  const plain = (said: string) => said.replaceAll(/\r\n?/gu, '\n').trimEnd();
  return plain(value).includes(plain(text));
}

/** Types where the keyboard is, and looks what came of it. */
async function typeHere(driver: DesktopDriver, text: string): Promise<void> {
  const before = await driver.look((view) => ({ view, choice: chooseField(view, driver.app) }));
  const field = 'one' in before.choice ? before.choice.one : null;
  const isEditor = field !== null && field.states.has('editable');
  if (isEditor && !field.states.has('focused')) {
    if (field.value !== '')
      throw new StepError(
        'element_ambiguous',
        `The ${nameElement(field)} holds a text and does not have the keyboard: say what to do, such as "press Control+End" after a click in it, or "set … to …".`,
        { noEffect: true },
      );
    const target = targetOf(before.view, field);
    await driver.step('desktop.fill', { target, value: text }, `Fill the ${nameElement(field)}`);
    return;
  }
  await driver.step('desktop.type', { text }, `Type ${JSON.stringify(text)}`);
  // Keys of a calculator are no text that a field would hold.
  if (!isEditor && !/\p{L}/u.test(text)) return;
  const isThere = await driver.until((view) => {
    const after = chooseField(view, driver.app);
    return 'one' in after && holdsText(after.one.value ?? '', text);
  }, SHOW_TIMEOUT_MS);
  if (!isThere)
    throw new StepError('action_failed', 'What was typed is not in the field that has the keyboard.');
}

async function put(driver: DesktopDriver, said: Phrase, value: string, use: 'fill' | 'set'): Promise<void> {
  const phrase = await placed(driver, said);
  const { view, element } = await find(driver, phrase, use);
  const target = targetOf(view, element);
  const isList = ['combobox', 'listbox', 'list'].includes(element.role) && !element.states.has('editable');
  if (isList) return choose(driver, phrase, value);
  await driver.step('desktop.fill', { target, value }, `Fill the ${nameElement(element)}`);
}

/** Chooses an option of a list and reads it back; "Save As from File" is an entry of a menu. */
async function choose(driver: DesktopDriver, said: Phrase, label: string): Promise<void> {
  const phrase = await placed(driver, said);
  const isList = await driver.look((view) => !('none' in chooseElement(view, phrase, 'select', driver.app)));
  if (!isList) {
    const entry = chooseEntry(await driver.menus(), [phrase.text, label], driver.app);
    if ('one' in entry) return chooseFromMenus(driver, [phrase.text, label]);
  }
  const { view, element } = await find(driver, phrase, 'select');
  const target = targetOf(view, element);
  await driver.step('desktop.select', { target, label }, `Choose "${label}" in the ${nameElement(element)}`);
  if (element.role !== 'combobox') return;
  // Its name may be what was chosen from now on.
  const isHeld = await driver.until(
    ({ elements }) =>
      elements.some(
        ({ app, window, role, value }) =>
          app === element.app && window === element.window && role === element.role && value === label,
      ),
    SHOW_TIMEOUT_MS,
  );
  if (!isHeld) throw new StepError('action_failed', `The ${nameElement(element)} does not show "${label}".`);
}

/** The value of what is asked for: what an application displays, or one of its elements. */
async function read(driver: DesktopDriver, said: Phrase): Promise<Answer> {
  const whole = await placed(driver, said);
  const named = whole.text === '' ? null : await driver.named(whole.text);
  if (named !== null) driver.app = named;
  const isDisplay = whole.text === '' || named !== null;
  const found = isDisplay
    ? await driver.waitFor('field that shows something', (view) => chooseField(view, driver.app))
    : await find(driver, whole, 'read');
  const target = targetOf(found.view, found.element);
  const value = await driver.step('desktop.read', { target }, `Read the ${nameElement(found.element)}`);
  return answer(isDisplay ? 'text' : whole.text, value);
}

async function readTitle(driver: DesktopDriver): Promise<Answer> {
  const titles = await driver.look((view) => windowsOf(view, driver.app));
  const [title, ...others] = titles;
  if (title === undefined || others.length > 0)
    throw new StepError(
      others.length > 0 ? 'element_ambiguous' : 'element_not_found',
      `${titles.length} windows are open${titles.length > 0 ? `: ${titles.join('; ')}` : ''}.`,
      { noEffect: true },
    );
  return answer('title', title);
}

function says(element: ViewedElement, text: string): boolean {
  const said = text.toLowerCase();
  return [element.name, element.value ?? ''].some((own) => own.toLowerCase().includes(said));
}

async function see(driver: DesktopDriver, kind: 'wait' | 'verify', sight: Sight): Promise<void> {
  if ('ms' in sight) {
    await driver.step('desktop.wait', { ms: sight.ms }, `Wait ${sight.ms} ms`);
    return;
  }
  if ('question' in sight) {
    const { question, text } = sight;
    const found =
      question.what === 'title'
        ? await readTitle(driver)
        : await read(driver, 'of' in question && question.of !== null ? question.of : NOTHING_NAMED);
    if (holdsText(String(found.value), text)) return;
    throw new StepError('assertion_failed', `It shows "${String(found.value)}", not "${text}".`);
  }
  const timeoutMs = kind === 'wait' ? DEFAULT_WAIT_MS : SHOW_TIMEOUT_MS;
  const [said, holds] =
    'text' in sight
      ? [`"${sight.text}"`, (view: DesktopView) => view.elements.some((element) => says(element, sight.text))]
      : 'gone' in sight
        ? [
            `that "${sight.gone}" is gone`,
            (view: DesktopView) => !view.elements.some((element) => says(element, sight.gone)),
          ]
        : 'target' in sight
          ? [
              `"${describePhrase(sight.target)}"`,
              (view: DesktopView) => !('none' in chooseElement(view, sight.target, 'read', driver.app)),
            ]
          : ['', () => false];
  if (!(await driver.until(holds, timeoutMs)))
    throw new StepError('assertion_failed', `Nothing on the desktop shows ${said}.`);
}

const NOTHING_NAMED: Phrase = { text: '', kind: null, ordinal: null, within: null };

async function launch(driver: DesktopDriver, clause: Extract<Clause, { kind: 'launch' }>): Promise<void> {
  const { application, target } = clause;
  const named = await driver.named(application);
  if (named === null && target !== null && driver.app !== null) return press(driver, target);
  driver.app = named;
  await driver.step('desktop.open', { application: named ?? application }, `Open ${application}`);
}

/** Presses what an alert offers to go on or to leave. */
const ANSWERS = {
  accept: ['Yes', 'OK', 'Replace', 'Overwrite', 'Confirm', 'Continue', 'Delete', 'Accept'],
  dismiss: ['No', 'Cancel', 'Close', 'Dismiss'],
} as const;

/** Answers the question that an application asks because of an instruction; nothing when it asks none. */
export async function answerAlert(driver: DesktopDriver, way: keyof typeof ANSWERS): Promise<void> {
  const isAsked = await driver.until(({ elements }) => elements.some(({ isInAlert }) => isInAlert), 1_000);
  if (!isAsked) return;
  const found = await driver.waitFor(`answer ${ANSWERS[way].join(', ')} to the question`, (view) => {
    const buttons = view.elements.filter(
      ({ isInAlert, role, name }) =>
        isInAlert && role === 'button' && ANSWERS[way].some((word) => grade(word, name) >= GRADES.equal),
    );
    const [one, ...others] = buttons;
    if (one === undefined) return { none: [] };
    return others.length === 0 ? { one } : { equals: buttons };
  });
  await clickOn(driver, found);
}

/** Carries out one instruction on the desktop. Returns what it read. */
export async function actOnDesktop(driver: DesktopDriver, clause: Clause): Promise<Answer | null> {
  switch (clause.kind) {
    case 'launch':
      await launch(driver, clause);
      return null;
    case 'menu':
      await chooseFromMenus(driver, clause.path);
      return null;
    case 'saveas':
      await saveAs(driver, clause.file, clause.overwrite);
      return null;
    case 'click':
    case 'choose':
      await press(driver, clause.target);
      return null;
    case 'doubleclick':
      await press(driver, clause.target, 2);
      return null;
    case 'check':
    case 'uncheck':
      await tick(driver, clause.kind, clause.target);
      return null;
    case 'fill':
      await (clause.target === null
        ? typeHere(driver, clause.value)
        : put(driver, clause.target, clause.value, 'fill'));
      return null;
    case 'set':
      await put(driver, clause.target, clause.value, 'set');
      return null;
    case 'select':
      await choose(driver, clause.target, String(clause.value));
      return null;
    case 'press':
      await driver.step('desktop.press', { keys: clause.key }, `Press ${clause.key}`);
      return null;
    case 'wait':
    case 'verify':
      await see(driver, clause.kind, clause.sight);
      return null;
    case 'screenshot':
      return {
        key: 'screenshot',
        name: 'screenshot',
        value: await driver.step('desktop.screenshot', {}, 'Take a picture of the desktop'),
      };
    case 'read': {
      const { question } = clause;
      if (question.what === 'title') return readTitle(driver);
      if (question.what === 'labelled') {
        const { label, of } = question;
        return read(driver, { ...NOTHING_NAMED, text: label, within: of });
      }
      return read(driver, 'of' in question && question.of !== null ? question.of : NOTHING_NAMED);
    }
    default:
      throw new StepError('internal_error', 'The plan holds an instruction that is not for a desktop.');
  }
}
