import { StepError } from '@errand/browser-runtime';
import type { ViewedElement } from '@errand/computer';
import type { Phrase } from '../grammar/clause.ts';
import { chooseElement, chooseEntry, nameElement, nameEntry, requireOne, targetOf } from './choose.ts';
import type { DesktopDriver } from './desktop-driver.ts';
import { find, type Grounded, placed, SHOW_TIMEOUT_MS } from './find.ts';

export async function clickOn(
  driver: DesktopDriver,
  { view, element }: Grounded,
  clickCount = 1,
): Promise<void> {
  const input = { target: targetOf(view, element), ...(clickCount > 1 && { clickCount }) };
  await driver.step('desktop.click', input, `Click the ${nameElement(element)}`, element.name);
}

/** Opens the menus and clicks the entry. */
export async function chooseFromMenus(driver: DesktopDriver, names: readonly string[]): Promise<void> {
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

/** A visible element, else an entry of a closed menu. */
export async function press(driver: DesktopDriver, said: Phrase, clickCount = 1): Promise<void> {
  const phrase = await placed(driver, said);
  const isShown = await driver.look((view) => !('none' in chooseElement(view, phrase, 'click', driver.app)));
  if (!isShown && phrase.text !== '' && phrase.within === null) {
    const entry = chooseEntry(await driver.menus(), [phrase.text], driver.app);
    if ('one' in entry) return chooseFromMenus(driver, [phrase.text]);
  }
  await clickOn(driver, await find(driver, phrase, 'click'), clickCount);
}

const isTicked = ({ states }: ViewedElement) => states.has('checked') || states.has('pressed');

export async function tick(driver: DesktopDriver, kind: 'check' | 'uncheck', said: Phrase): Promise<void> {
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
