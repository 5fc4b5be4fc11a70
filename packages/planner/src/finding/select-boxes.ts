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

/**
 * "Delete the message from Bob", where no entry has a control of its own: its box, and the control over the list that acts on
 * what is selected. Null where another entry is selected already, or the list has no such control.
 */
export function throughSelection(
  view: PageView,
  { apart = [] }: Phrase,
): { box: Candidate; act: Candidate } | null {
  for (const { text, within } of apart) {
    const box = within === null || within === undefined ? null : selectBoxOf(view, within);
    if (box === null) continue;
    const group = view.items[box.items[0] ?? -1]?.group ?? -1;
    const acts = view.candidates.filter(
      ({ role, name, items, inContent }) =>
        role === 'button' &&
        inContent &&
        items.length === 0 &&
        [text, `${text} selected`].some((said) => grade(said, name) >= GRADES.equal),
    );
    const [act] = acts;
    const isOther = boxesOf(view, group).some((other) => other.checked && other !== box);
    if (act !== undefined && acts.length === 1 && !isOther) return { box, act };
  }
  return null;
}
