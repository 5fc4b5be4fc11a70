import { StepError } from '@errand/browser-runtime';
import type { Answer } from '../answering/answer.ts';
import type { Clause } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { DesktopDriver } from './desktop-driver.ts';
import { choose, put, typeHere } from './fill.ts';
import { chooseFromMenus, clickOn, press, tick } from './press.ts';
import { NOTHING_NAMED, read, readTitle, see } from './read.ts';
import { saveAs } from './save-as.ts';

async function launch(driver: DesktopDriver, clause: Extract<Clause, { kind: 'launch' }>): Promise<void> {
  const { application, target } = clause;
  const named = await driver.named(application);
  if (named === null && target !== null && driver.app !== null) return press(driver, target);
  driver.app = named;
  await driver.step('desktop.open', { application: named ?? application }, `Open ${application}`);
}

/** Presses an alert's button to continue or to leave. */
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

/** Carries out one instruction on the desktop. Returns the value that it read. */
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
