import type { Target } from '@errand/contracts/primitives';
import { StepError } from '@errand/browser-runtime';
import { locate } from '@errand/step-engine';
import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { type Choice, sameAs } from '../finding/choice.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { control } from '../grammar/rules/named-phrases.ts';
import { clickCandidate } from './click-candidate.ts';
import { select } from './choose-option.ts';
import { moveBetweenLists } from './move-between-lists.ts';
import { moveByMenu } from './move-by-menu.ts';
import { targetAt } from '../page/frames.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { isCalled, grade, GRADES, normalised } from '../words/match-name.ts';
import { notFound } from '../finding/require-single.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** A draggable element need not be a control, so it may be named by its text. */
async function placeToDrag(
  driver: PageDriver,
  phrase: Phrase,
  isPlace = false,
): Promise<{ target: Target; isColumn: boolean }> {
  const { place, text } = await driver.waitForView((view) => {
    const names = [phrase, ...withoutNoun(phrase)];
    const found = names.map((name) => findToDrag(view, name, isPlace)).find((own) => own !== null) ?? null;
    const shown = names.find((name) => normalised(view.text).includes(normalised(name.text)));
    if (found === null && shown === undefined) throw notFound(`"${describePhrase(phrase)}"`, []);
    return { place: found, text: asShown(view, (shown ?? phrase).text) };
  });
  return place === null
    ? { target: { text, exact: true }, isColumn: false }
    : { target: targetAt(place.css), isColumn: place.isColumn };
}

/** "Order 10441" for "order 10441": the words as the page writes them. */
function asShown({ text }: PageView, said: string): string {
  const words = said
    .trim()
    .split(/\s+/u)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  return new RegExp(words.join(String.raw`\s+`), 'iu').exec(text)?.[0] ?? said;
}

/** "The Read charts card" may be the card "Read charts". */
function withoutNoun(phrase: Phrase): Phrase[] {
  const [, text] =
    /^(.+)\s(?:card|task|item|tile|note|box|block|element|entry|ticket|file|image)$/iu.exec(phrase.text) ??
    [];
  return text === undefined || phrase.quoted === true ? [] : [{ ...phrase, text }];
}

/** What follows the heading of a column; an empty one is what holds the heading. */
function columnOf(heading: string): string {
  const [, parent, tag] = /^(.+) > ([a-z]\d?)$/u.exec(heading) ?? [];
  const empty =
    parent === undefined ? `:has(> :is(${heading}):last-child)` : `${parent}:not(:has(> ${tag} ~ *))`;
  return `${heading} + *, ${empty}`;
}

function hasItemCalled(view: PageView, phrase: Phrase): boolean {
  return view.items.some(({ title }) => isCalled(title, phrase.text));
}

interface Place {
  css: string;
  /** It is a column, called by its heading. */
  isColumn: boolean;
}

function findToDrag(view: PageView, phrase: Phrase, isPlace: boolean): Place | null {
  const candidate = chooseCandidate(view, phrase, 'point');
  if (isPlace && 'one' in candidate && candidate.one.role === 'heading' && !hasItemCalled(view, phrase))
    return { css: columnOf(candidate.one.css), isColumn: true };
  const css = cssToDrag(view, phrase, candidate);
  return css === null ? null : { css, isColumn: false };
}

function cssToDrag(view: PageView, phrase: Phrase, candidate: Choice<Candidate>): string | null {
  if ('one' in candidate && candidate.one.role !== 'heading') return candidate.one.css;
  const item = chooseItem(view, phrase);
  const found = 'one' in item ? view.items[item.one] : undefined;
  // What stands around a thing is not moved in its place: its own text is taken hold of.
  const isAround =
    found !== undefined &&
    !isCalled(found.title, phrase.text) &&
    found.cells.some((cell) => isCalled(cell, phrase.text));
  if (found !== undefined && !isAround) return found.css;
  if ('one' in candidate) return candidate.one.css;
  // An empty list is a place to drop on.
  const lists = view.groups.filter(({ name }) => isCalled(name, phrase.text));
  return lists.length === 1 ? (lists[0]?.css ?? null) : null;
}

/** A list in the card that moves it, by the option that is called like the column. */
function movedBy(view: PageView, from: Phrase, to: Phrase): { css: string; option: string } | null {
  const names = [from, ...withoutNoun(from)];
  const items = new Set(
    names.flatMap((name) => {
      const item = chooseItem(view, name);
      return 'one' in item ? [item.one] : [];
    }),
  );
  const lists = view.candidates.flatMap((list) => {
    const option = list.options.find((text) => isCalled(text, to.text));
    return option === undefined || list.disabled ? [] : [{ css: list.css, option, list }];
  });
  const named = lists.filter(({ list }) =>
    names.some(({ text }) => [list.name, list.before].some((said) => grade(text, said) >= GRADES.contains)),
  );
  const own =
    named.length > 0 ? named : lists.filter(({ list }) => list.items.some((item) => items.has(item)));
  const [one] = own;
  return one !== undefined && own.length === 1 ? one : null;
}

/** "Move to wish list": the control of the thing that moves it there. */
function moverOf(view: PageView, within: Phrase, to: Phrase): Candidate | null {
  const names = [`Move to ${to.text}`, `Move to the ${to.text}`];
  const found = names
    .map((text) => chooseCandidate(view, { ...control(text, within), exact: true }, 'click'))
    .find((choice) => 'one' in choice);
  return found !== undefined && 'one' in found ? found.one : null;
}

/** Drags one thing to another, or moves it by a control, list or menu of its own that offers the places. */
export async function drag(
  driver: PageDriver,
  { from, destination: to, side }: Extract<Instruction, { kind: 'drag' }>,
): Promise<unknown> {
  if (side === undefined && (await moveBetweenLists(driver, from.parts ?? [from], to))) return null;
  const mover = side === undefined ? await driver.waitForView((view) => moverOf(view, from, to)) : null;
  if (mover !== null) return clickCandidate(driver, mover);
  const list = side === undefined ? await driver.waitForView((view) => movedBy(view, from, to)) : null;
  if (list !== null)
    return select(
      driver,
      await driver.waitForCandidate('list', (view) => sameAs(view, list.css)),
      list.option,
    );
  if (side === undefined && (await moveByMenu(driver, [from, ...withoutNoun(from)], to))) return null;
  const { target: source } = await placeToDrag(driver, from);
  const { target: destination, isColumn } = await placeToDrag(driver, to, side === undefined);
  const moved = await driver.step(
    'browser.drag',
    { source, destination },
    `Drag "${from.text}" to "${to.text}"`,
  );
  if (side === undefined) {
    if (isColumn) await requireIn(driver, from, to, destination);
    return moved;
  }
  const isSo = await driver.waitForView((view) => {
    const text = normalised(view.text);
    const [one, other] = [text.lastIndexOf(normalised(from.text)), text.lastIndexOf(normalised(to.text))];
    return one >= 0 && other >= 0 && one < other === (side === 'before');
  });
  if (isSo) return moved;
  throw new StepError(
    'action_failed',
    `"${from.text}" does not stand ${side} "${to.text}" after it was dragged there.`,
  );
}

/** An item dropped in a column must be there afterwards: in what follows its heading, or in the part that is headed so. */
async function requireIn(driver: PageDriver, from: Phrase, to: Phrase, place: Target): Promise<void> {
  const text = await driver.locateFor(async (page) => {
    const column = locate(page, place);
    const around = column.locator('xpath=..');
    const headings = await around.locator('h1,h2,h3,h4,h5,h6').count();
    const whole = headings === 1 ? around : column;
    return whole.innerText().catch(() => '');
  });
  const names = [from, ...withoutNoun(from)].map((name) => normalised(name.text));
  if (names.some((name) => normalised(text).includes(name))) return;
  throw new StepError(
    'action_failed',
    `"${from.text}" does not stand in "${to.text}" after it was dragged there.`,
  );
}
