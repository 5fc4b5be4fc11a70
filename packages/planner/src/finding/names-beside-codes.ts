import type { Fact, PageView } from '../page/page-view.ts';

const CODE = /^[#\p{Lu}\d./-]*\d[#\p{Lu}\d./-]*$/u;
const NAME = /^\p{L}[\p{L}\p{M}\d .,'’&()/-]*\p{L}[\p{L}\p{M}\d .,'’&()/-]*$/u;

/** What only sorts things into kinds names none of them. */
const SORTED_BY =
  /^(?:status|state|availability|stock|type|kind|priority|category|group|role|payment|delivery|currency)$/iu;

export function isCode(title: string): boolean {
  return CODE.test(title);
}

/** Of rows that all begin with a code, what they are called: the first column whose values are words, another in each row. Null where there is none. */
export function namesBesideCodes(view: PageView, rows: readonly number[]): ReadonlyMap<number, Fact> | null {
  const things = rows.map((index) => ({ index, item: view.items[index] }));
  if (things.length < 2 || !things.every(({ item }) => item?.isRow === true && isCode(item.title)))
    return null;
  const shown = (index: number) =>
    view.facts.filter(({ items, source }) => items[0] === index && source === 'shown');
  const [first = 0] = rows;
  for (const { label } of shown(first)) {
    if (SORTED_BY.test(label)) continue;
    const own = rows.map((index) => shown(index).find((fact) => fact.label === label));
    const names = own.filter((fact) => fact !== undefined && NAME.test(fact.value) && !isCode(fact.value));
    const isTelling = new Set(names.map((fact) => fact?.value)).size === rows.length;
    if (names.length === rows.length && isTelling)
      return new Map(
        own.flatMap((fact, at): [number, Fact][] => (fact === undefined ? [] : [[rows[at] ?? 0, fact]])),
      );
  }
  return null;
}
