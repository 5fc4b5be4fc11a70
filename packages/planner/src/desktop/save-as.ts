import path from 'node:path';
import { StepError } from '@errand/browser-runtime';
import type { DesktopView, ViewedElement } from '@errand/computer';
import { grade, GRADES } from '../words/match-name.ts';
import { windowsOf } from './applications.ts';
import { chooseEntry, nameElement, nameEntry, requireOne, spokenName, targetOf } from './choose.ts';
import type { DesktopDriver } from './desktop-driver.ts';

const SHOW_TIMEOUT_MS = 8_000;
const MENU_ROLES: ReadonlySet<string> = new Set(['menu', 'menuitem']);

/** The text of an application's alert, with its answers. */
function alertIn({ elements }: DesktopView): { says: string; buttons: readonly ViewedElement[] } | null {
  const own = elements.filter(({ isInAlert }) => isInAlert);
  if (own.length === 0) return null;
  const texts = own.filter(({ role, name }) => role === 'text' && name !== '').map(({ name }) => name);
  return { says: texts.join(' '), buttons: own.filter(({ role }) => role === 'button') };
}

function only(elements: readonly ViewedElement[]) {
  const [one, ...others] = elements;
  if (one === undefined) return { none: [] };
  return others.length === 0 ? { one } : { equals: elements };
}

/** Whether a title names the file, and no mark says that it holds unsaved changes. */
function saysSaved(title: string, file: string): boolean {
  return title.includes(path.basename(file)) && !/^\s*[*●•]|\[modified\]|\*\s*$/iu.test(title);
}

/**
 * Saves an application's document: opens its dialog, enters the name, and checks whether it was accepted.
 * @throws {StepError} `action_failed` when nothing shows that it was saved, or the file is there and was not to be replaced
 */
export async function saveAs(driver: DesktopDriver, file: string, overwrite: boolean): Promise<void> {
  const before = await driver.look(
    ({ windows }) => new Set(windows.map(({ app, title }) => `${app} ${title}`)),
  );
  const entry = await driver
    .menus()
    .then((entries) => chooseEntry(entries, ['Save As'], driver.app))
    .then((choice) => driver.look(() => requireOne(choice, 'entry "Save As" in a menu', nameEntry)));
  driver.app = entry.app;
  for (const name of entry.path) {
    const { view, element } = await driver.waitFor(`"${name}"`, ({ elements }) =>
      only(elements.filter((one) => one.app === entry.app && one.name === name && MENU_ROLES.has(one.role))),
    );
    await driver.step(
      'desktop.click',
      { target: targetOf(view, element) },
      `Click the ${nameElement(element)}`,
      element.name,
    );
  }
  const inDialog = ({ app, window }: ViewedElement) => !before.has(`${app} ${window}`);
  const field = await driver.waitFor('field for the name of the file', ({ elements }) =>
    only(
      elements.filter(
        (one) => inDialog(one) && one.value !== null && one.role === 'textbox' && /name/iu.test(one.name),
      ),
    ),
  );
  const dialog = field.element.window;
  const target = targetOf(field.view, field.element);
  await driver.step('desktop.fill', { target, value: file }, `Fill the ${nameElement(field.element)}`);
  const button = await driver.waitFor('button "Save"', ({ elements }) =>
    only(
      elements.filter(
        ({ window, role, name }) =>
          window === dialog && role === 'button' && grade('Save', spokenName(name)) >= GRADES.equal,
      ),
    ),
  );
  await driver.step('desktop.click', { target: targetOf(button.view, button.element) }, 'Click Save');
  await settle(driver, file, dialog, overwrite);
}

/** Waits until the dialog has gone and the title of a window names the file. */
async function settle(
  driver: DesktopDriver,
  file: string,
  dialog: string,
  mayReplace: boolean,
): Promise<void> {
  const isSaved = (view: DesktopView) => {
    const titles = windowsOf(view, driver.app);
    return !titles.includes(dialog) && titles.some((title) => saysSaved(title, file));
  };
  const hasAnswered = (view: DesktopView) => isSaved(view) || alertIn(view) !== null;
  await driver.until(hasAnswered, SHOW_TIMEOUT_MS);
  const { alert, view } = await driver.look((seen) => ({ alert: alertIn(seen), view: seen }));
  if (alert !== null) {
    const replace = alert.buttons.filter(({ name }) =>
      ['Replace', 'Overwrite'].some((word) => grade(word, name) >= GRADES.equal),
    );
    const [one] = replace;
    if (!mayReplace || one === undefined || replace.length > 1)
      throw new StepError(
        'action_failed',
        replace.length > 0
          ? `It was not saved as "${file}". To replace the file, say "save as … and replace it".`
          : `It was not saved as "${file}": ${alert.says}`,
      );
    await driver.step('desktop.click', { target: targetOf(view, one) }, `Click ${one.name}`);
  }
  if (await driver.until(isSaved, SHOW_TIMEOUT_MS)) return;
  const says = await driver.look((seen) => alertIn(seen)?.says ?? windowsOf(seen, driver.app).join('; '));
  throw new StepError(
    'action_failed',
    `Nothing shows that it was saved as "${file}". What is shown: ${says}.`,
  );
}
