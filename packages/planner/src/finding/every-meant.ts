import type { Phrase } from '../grammar/clause.ts';
import { ENTRIES } from '../grammar/nouns.ts';
import { grade, GRADES, isCalled } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { chooseItem } from './choose-item.ts';
import { inSection } from './choose-in-section.ts';
import { isPageAbout } from './page-about.ts';
import { goesOn } from './pager-controls.ts';

export const TEXT_FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton']);
const TICKS = new Set(['checkbox', 'switch']);

/** The boxes of all rows of which a cell says that; none may be on a further page. */
function boxesOfRows(view: PageView, said: string): Candidate[] {
  const boxes = view.candidates.filter(({ role, items, disabled }) => {
    const row = view.items[items[0] ?? -1];
    return (
      TICKS.has(role) && !disabled && row?.isRow === true && row.cells.some((cell) => isCalled(cell, said))
    );
  });
  return goesOn(view) ? [] : boxes;
}

/** The fields of that name in the rows of the only list that has them; none may be on a further page. */
function fieldsOfRows(view: PageView, name: string): Candidate[] {
  const fields = view.candidates.filter(
    ({ role, items, inContent, disabled, options, ...field }) =>
      TEXT_FIELDS.has(role) &&
      inContent &&
      !disabled &&
      options.length === 0 &&
      items.length > 0 &&
      [field.name, ...field.cell].some((said) => grade(name, said) >= GRADES.equalWords),
  );
  const lists = new Set(fields.map(({ items }) => view.items[items[0] ?? -1]?.group));
  return lists.size === 1 && !goesOn(view) ? fields : [];
}

/** "All tasks": the boxes of the only list that has any, which the words or the page's heading must name; else none. */
function boxesOfEntries(view: PageView, said: string, boxes: readonly Candidate[]): readonly Candidate[] {
  const lists = new Set(boxes.map(({ items }) => view.items[items[0] ?? -1]?.group));
  const isNamed = ENTRIES.test(said) || isPageAbout(view, said);
  return isNamed && lists.size === 1 && !lists.has(undefined) && !goesOn(view) ? boxes : [];
}

/** Every field or box that a phrase such as "both fields" or "all tasks" means, in their order; none when that is not clear. */
export function everyMeant(view: PageView, phrase: Phrase): readonly Candidate[] {
  const found = allMeant(view, phrase);
  const isSo =
    phrase.where?.conditions.every((one) => !('count' in one) || one.count === found.length) ?? true;
  return isSo ? found : [];
}

function allMeant(view: PageView, phrase: Phrase): readonly Candidate[] {
  const { text, within } = phrase;
  if (within?.every === true && phrase.kind === 'field') return fieldsOfRows(view, text);
  if (within?.every === true) return boxesOfRows(view, within.text);
  const item = within === null ? null : chooseItem(view, within);
  if (item !== null && !('one' in item)) return [];
  const roles = phrase.kind === 'checkbox' ? TICKS : TEXT_FIELDS;
  const all = view.candidates.filter(
    ({ role, inContent, disabled, options }) =>
      roles.has(role) && inContent && !disabled && options.length === 0,
  );
  const named = all.filter(
    ({ name, items, group }) =>
      (item === null || items.includes(item.one)) &&
      (text === '' || grade(text, name) > 0 || grade(text, group) >= GRADES.equalWords),
  );
  if (named.length > 0) return named;
  const own = inSection(view, text, all);
  return own.length > 0 || roles !== TICKS || item !== null ? own : boxesOfEntries(view, text, all);
}
