import { chooseCandidate } from '../finding/choose-element.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { menuAround, openerFor, openerWithin } from '../finding/openers.ts';
import { sameAs } from '../finding/choice.ts';
import { normalised } from '../words/match-name.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { clickCandidate } from './click-candidate.ts';
import { setTick } from './tick.ts';

/** A button for the ticked things of a list, and the box of the thing that is meant. */
interface Ticked {
  readonly box: Candidate;
  readonly button: Candidate;
}

function saysOfTicked(name: string, verb: string): boolean {
  const [said, own] = [normalised(verb), normalised(name)];
  return (
    said !== '' &&
    (own === said ||
      (/^(?:the )?(?:selected|ticked|checked|marked|chosen)\b/u.test(own.slice(said.length + 1)) &&
        own.startsWith(`${said} `)))
  );
}

function tickedOf(view: PageView, phrase: Phrase): Ticked | null {
  const isThere =
    !('none' in chooseCandidate(view, phrase, 'click')) ||
    openerFor(view, phrase.text, 'use', phrase.quoted) !== null ||
    openerWithin(view, phrase) !== null ||
    menuAround(view, phrase) !== null;
  if (isThere) return null;
  for (const { text, within } of [phrase, ...(phrase.apart ?? [])]) {
    const item = within === null || within.parts !== undefined ? null : chooseItem(view, within);
    if (item === null || !('one' in item)) continue;
    const group = view.items[item.one]?.group;
    const boxes = view.candidates.filter(
      ({ role, items, disabled }) =>
        role === 'checkbox' && !disabled && items.some((at) => view.items[at]?.group === group),
    );
    const [box, other] = boxes.filter(({ items }) => items.includes(item.one));
    // What else is ticked would be meant too.
    if (box === undefined || other !== undefined || boxes.some(({ checked }) => checked)) continue;
    const buttons = view.candidates.filter(
      ({ role, name, items, inContent }) =>
        role === 'button' && inContent && items.length === 0 && saysOfTicked(name, text),
    );
    const [button] = buttons;
    if (button !== undefined && buttons.length === 1) return { box, button };
  }
  return null;
}

/** "Delete the message Winter tips" of a list with boxes and one "Delete selected" above it. False where the page has no such list. */
export async function pointAtTicked(driver: PageDriver, phrase: Phrase): Promise<boolean> {
  const found = await driver.look((view) => tickedOf(view, phrase));
  if (found === null) return false;
  await setTick(
    driver,
    await driver.waitForCandidate('box of it', (view) => sameAs(view, found.box.css)),
    'check',
  );
  await clickCandidate(driver, found.button);
  return true;
}
