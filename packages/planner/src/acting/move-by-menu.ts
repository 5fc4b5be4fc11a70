import { locate } from '@errand/step-engine';
import { chooseItem } from '../finding/choose-item.ts';
import type { Choice } from '../finding/choice.ts';
import { menuAround } from '../finding/openers.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { Phrase } from '../grammar/clause.ts';
import { targetAt } from '../page/frames.ts';
import type { Candidate, Hidden, Item, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { isCalled } from '../words/match-name.ts';
import { onlyOne } from './form-parts.ts';

/** "Move to…", "Change status". */
const MOVES =
  /^(?:move(?: (?:it|card|item|task|to|card to|item to|to list|to column))?|change (?:column|list|status|stage))\s*(?:…|\.{3}|[▸›>])?$/iu;

/** Where it is taken hold of, a thing is dragged. */
function isHeld(driver: PageDriver, { css }: Item): Promise<boolean> {
  return driver.locateFor((page) =>
    locate(page, targetAt(css)).evaluate(
      (element) =>
        element.closest('[draggable="true"]') !== null ||
        [element, ...element.querySelectorAll('*')].some(
          (each) =>
            each.matches(
              '[draggable="true"], [aria-roledescription*="drag" i], [aria-roledescription*="sort" i]',
            ) || /^(?:grab|move)$/u.test(getComputedStyle(each).cursor),
        ),
    ),
  );
}

function menuOf(view: PageView, names: readonly Phrase[]): { item: Item; menu: Hidden } | null {
  for (const within of names) {
    const choice = chooseItem(view, within);
    const item = 'one' in choice ? view.items[choice.one] : undefined;
    const menu = item === undefined ? null : menuAround(view, { ...within, text: '', within });
    if (item !== undefined && menu !== null) return { item, menu };
  }
  return null;
}

function entries({ candidates }: PageView, isMeant: (name: string) => boolean): Choice<Candidate> {
  const inMenu = candidates.filter((one) => one.inMenu && !one.disabled);
  return onlyOne(
    inMenu.filter(({ name }) => isMeant(name)),
    inMenu,
  );
}

/**
 * Moves a thing that cannot be dragged by the menu of its own: "⋯", "Move to…", "Done".
 * @param names what the thing may be called
 * @returns false, with nothing done, where it can be dragged or its menu moves nothing
 */
export async function moveByMenu(driver: PageDriver, names: readonly Phrase[], to: Phrase): Promise<boolean> {
  const found = await driver.waitForView((view) => menuOf(view, names));
  if (found === null || (await isHeld(driver, found.item))) return false;
  await driver.open(found.menu);
  const isThere = (name: string) => isCalled(name, to.text) || isCalled(name, `Move to ${to.text}`);
  const way = await driver.waitForView((view) => {
    const there = entries(view, isThere);
    const moving = 'one' in there ? there : entries(view, (name) => MOVES.test(name.trim()));
    return 'one' in moving ? { entry: moving.one, isThere: 'one' in there } : null;
  });
  if (way === null) {
    await driver.step('browser.press', { key: 'Escape' }, 'Close the menu');
    return false;
  }
  await press(driver, ({ candidates }) => onlyOne(candidates.filter(({ css }) => css === way.entry.css)));
  if (!way.isThere) await press(driver, (view) => entries(view, isThere), to.text);
  return true;
}

async function press(
  driver: PageDriver,
  choice: (view: PageView) => Choice<Candidate>,
  said = 'entry of the menu',
): Promise<void> {
  const { candidate, target } = await driver.waitForCandidate(`"${said}"`, choice);
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}
