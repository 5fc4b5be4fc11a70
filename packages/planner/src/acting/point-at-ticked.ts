import { chooseCandidate } from '../finding/choose-element.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { menuAround, openerFor, openerWithin } from '../finding/openers.ts';
import { selectBoxOf } from '../finding/select-boxes.ts';
import { sameAs } from '../finding/choice.ts';
import { normalised } from '../words/match-name.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { clickCandidate } from './click-candidate.ts';
import { setTick, tickEach } from './tick.ts';

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

function isThere(view: PageView, phrase: Phrase): boolean {
  return (
    !('none' in chooseCandidate(view, phrase, 'click')) ||
    openerFor(view, phrase.text, 'use', phrase.quoted) !== null ||
    openerWithin(view, phrase) !== null ||
    menuAround(view, phrase) !== null
  );
}

function tickedOf(view: PageView, phrase: Phrase): Ticked | null {
  if (isThere(view, phrase)) return null;
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

const SELECTS = /^select\b/iu;

/** The boxes of the things that are meant in a list that shows what can be done to them only once they are ticked. */
function boxesOf(view: PageView, { within }: Phrase): readonly Candidate[] {
  const things = within === null ? [] : (within.parts ?? [within]);
  const boxes = things.map((thing) => selectBoxOf(view, thing)).filter((box) => box !== null);
  const isTicked = view.candidates.some(
    ({ role, checked, items }) =>
      role === 'checkbox' && checked && items.some((at) => isOfList(view, at, boxes)),
  );
  // What can be done to a thing with a page of its own may stand there.
  const haveLinks = boxes.some((box) => view.items[box.items[0] ?? -1]?.link !== '');
  // A box may also say that a task is done.
  const areForSelecting = view.candidates.some(({ role, name }) => role === 'checkbox' && SELECTS.test(name));
  return boxes.length === things.length && !isTicked && !haveLinks && areForSelecting ? boxes : [];
}

function isOfList({ items }: PageView, at: number, boxes: readonly Candidate[]): boolean {
  return boxes.some((box) => items[box.items[0] ?? -1]?.group === items[at]?.group);
}

/** "Archive" of "Archive messages", in the bar that ticking brought. */
function broughtBy(view: PageView, text: string, before: ReadonlySet<string>): Candidate | null {
  const buttons = view.candidates.filter(
    ({ role, name, items, disabled }) =>
      role === 'button' &&
      items.length === 0 &&
      !disabled &&
      !before.has(name) &&
      [text, text.replace(/\s\p{Ll}+$/u, '')].some((verb) => saysOfTicked(name, verb)),
  );
  return buttons.length === 1 ? (buttons[0] ?? null) : null;
}

/** Ticks the things of a list, and presses what it then offers to do to them; where it offers nothing so called they are unticked. */
async function pointAtBrought(driver: PageDriver, phrase: Phrase): Promise<boolean> {
  const ways = [phrase, ...(phrase.apart ?? [])];
  const way = await driver.look((view) => {
    const parts = phrase.within?.parts ?? [];
    if ([phrase, ...parts.map((within) => ({ ...phrase, within }))].some((one) => isThere(view, one)))
      return null;
    const found = ways.map((one) => ({ text: one.text, boxes: boxesOf(view, one) }));
    return found.find(({ boxes }) => boxes.length > 0) ?? null;
  });
  if (way === null) return false;
  const usable = ({ candidates }: PageView) =>
    new Set(candidates.filter(({ disabled }) => !disabled).map(({ name }) => name));
  const before = await driver.look(usable);
  await tickEach(driver, way.boxes, 'check');
  const button = await driver.waitForView((view) =>
    ways.map(({ text }) => broughtBy(view, text, before)).find((one) => one !== null),
  );
  if (button === undefined) await tickEach(driver, way.boxes, 'uncheck');
  else await clickCandidate(driver, button);
  return button !== undefined;
}

/** "Delete the message Winter tips" of a list with boxes and one "Delete selected" above it. False where the page has no such list. */
export async function pointAtTicked(driver: PageDriver, phrase: Phrase): Promise<boolean> {
  const found = await driver.look((view) => tickedOf(view, phrase));
  if (found === null) return pointAtBrought(driver, phrase);
  await setTick(
    driver,
    await driver.waitForCandidate('box of it', (view) => sameAs(view, found.box.css)),
    'check',
  );
  await clickCandidate(driver, found.button);
  return true;
}
