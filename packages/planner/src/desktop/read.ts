import { StepError } from '@errand/browser-runtime';
import type { DesktopView, ViewedElement } from '@errand/computer';
import { type Answer, answer } from '../answering/answer.ts';
import type { Phrase, Sight } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { windowsOf } from './applications.ts';
import { chooseElement, chooseField, nameElement, targetOf } from './choose.ts';
import type { DesktopDriver } from './desktop-driver.ts';
import { holdsText } from './fill.ts';
import { find, placed, SHOW_TIMEOUT_MS } from './find.ts';

const DEFAULT_WAIT_MS = 15_000;

/** The requested value: an application's output, or one of its elements. */
export async function read(driver: DesktopDriver, said: Phrase): Promise<Answer> {
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

/** The title of the only open window. */
export async function readTitle(driver: DesktopDriver): Promise<Answer> {
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

/** What the desktop must show, and how a view of it is checked for that. */
function expectationOf(
  sight: Sight,
  app: DesktopDriver['app'],
): { said: string; holds: (view: DesktopView) => boolean } {
  if ('text' in sight)
    return {
      said: `"${sight.text}"`,
      holds: ({ elements }) => elements.some((element) => says(element, sight.text)),
    };
  if ('gone' in sight)
    return {
      said: `that "${sight.gone}" is gone`,
      holds: ({ elements }) => !elements.some((element) => says(element, sight.gone)),
    };
  if ('target' in sight)
    return {
      said: `"${describePhrase(sight.target)}"`,
      holds: (view) => !('none' in chooseElement(view, sight.target, 'read', app)),
    };
  return { said: '', holds: () => false };
}

/** Waits until the desktop shows something, or fails where it does not. */
export async function see(driver: DesktopDriver, kind: 'wait' | 'verify', sight: Sight): Promise<void> {
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
  const { said, holds } = expectationOf(sight, driver.app);
  if (!(await driver.until(holds, timeoutMs)))
    throw new StepError('assertion_failed', `Nothing on the desktop shows ${said}.`);
}

export const NOTHING_NAMED: Phrase = { text: '', kind: null, ordinal: null, within: null };
