import { StepError } from '@errand/browser-runtime';
import type { Phrase } from '../grammar/clause.ts';
import { chooseElement, chooseEntry, chooseField, nameElement, targetOf } from './choose.ts';
import type { DesktopDriver } from './desktop-driver.ts';
import { find, placed, SHOW_TIMEOUT_MS } from './find.ts';
import { chooseFromMenus } from './press.ts';

/** Line ends and white space at the end are the application's own. */
export function holdsText(value: string, text: string): boolean {
  const plain = (said: string) => said.replaceAll(/\r\n?/gu, '\n').trimEnd();
  return plain(value).includes(plain(text));
}

/** Types into the focused element, and checks the result. */
export async function typeHere(driver: DesktopDriver, text: string): Promise<void> {
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

export async function put(
  driver: DesktopDriver,
  said: Phrase,
  value: string,
  use: 'fill' | 'set',
): Promise<void> {
  const phrase = await placed(driver, said);
  const { view, element } = await find(driver, phrase, use);
  const target = targetOf(view, element);
  const isList = ['combobox', 'listbox', 'list'].includes(element.role) && !element.states.has('editable');
  if (isList) return choose(driver, phrase, value);
  await driver.step('desktop.fill', { target, value }, `Fill the ${nameElement(element)}`);
}

/** Chooses an option of a list and reads it back; "Save As from File" is an entry of a menu. */
export async function choose(driver: DesktopDriver, said: Phrase, label: string): Promise<void> {
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
  // Its name may be the chosen value from now on.
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
