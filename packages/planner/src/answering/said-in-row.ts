import { goesOn } from '../finding/pager-controls.ts';
import type { PageView } from '../page/page-view.ts';
import { saysItself, tellingWords } from '../words/senses.ts';

/** "A yoga class on Wednesday": whether one row says all of it, where the rows of that table say each word. */
export function saidInOneRow(
  view: PageView,
  text: string,
): { items: readonly number[]; words: readonly string[] } | null {
  const rows = view.items.filter(({ isRow, inContent, cells }) => isRow && inContent && cells.length > 1);
  const heads = (group: number) =>
    `${view.title} ${view.groups[group]?.name ?? ''} ${view.facts
      .filter(({ items }) => items.some((at) => view.items[at]?.group === group))
      .map(({ label }) => label)
      .join(' ')}`;
  const words = tellingWords(text);
  const [group, ...others] = [...new Set(rows.map((row) => row.group))].filter((at) => {
    const own = rows.filter((row) => row.group === at);
    return words.every(
      (word) => own.some((row) => saysItself(row.text, word)) || saysItself(heads(at), word),
    );
  });
  if (group === undefined || others.length > 0 || words.length < 2) return null;
  const telling = words.filter((word) =>
    rows.some((row) => row.group === group && saysItself(row.text, word)),
  );
  if (telling.length < 2) return null;
  const fitting = [...view.items.entries()].filter(
    ([, row]) => row.isRow && row.group === group && telling.every((word) => saysItself(row.text, word)),
  );
  if (fitting.length === 0 && goesOn(view)) return null;
  return { items: fitting.map(([at]) => at), words: telling };
}
