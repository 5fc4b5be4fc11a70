import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { chooseItem } from './choose-item.ts';

/** A box with another name does something of its own: "Compare". */
const SELECTS = /^(?:(?:select|choose|mark|tick|check)\b.*)?$/iu;

/** The boxes that select the entries of one list, one for each. */
function boxesOf(view: PageView, group: number): Candidate[] {
  const boxes = view.candidates.filter(
    ({ role, name, disabled, items: [index = -1] }) =>
      role === 'checkbox' &&
      !disabled &&
      view.items[index]?.group === group &&
      (SELECTS.test(name) || grade(name, view.items[index]?.title ?? '') >= GRADES.equalWords),
  );
  const entries = new Set(boxes.map(({ items }) => items[0]));
  return entries.size === boxes.length && boxes.length > 1 ? boxes : [];
}

/** The box that selects an entry of a list, where each entry has one. */
export function selectBoxOf(view: PageView, thing: Phrase): Candidate | null {
  const item = chooseItem(view, thing);
  if (!('one' in item)) return null;
  const group = view.items[item.one]?.group ?? -1;
  return boxesOf(view, group).find(({ items }) => items[0] === item.one) ?? null;
}
