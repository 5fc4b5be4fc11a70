import { textOfKind } from '../words/kind-of-value.ts';
import { measured } from '../words/measures.ts';
import { bestOf } from '../words/match-name.ts';
import { saidWithoutLabel } from './said-without-label.ts';
import type { Fact, Item, PageView } from '../page/page-view.ts';
import { gradeLabel, MIN_LABEL, sizeOf } from './grade-label.ts';

/** The days that stand on a thing without a label. */
function daysOf(item: Item | undefined): number[] {
  const days = (item?.cells ?? []).filter(
    (cell) => textOfKind('when', [cell]) !== null && /\d{4}/u.test(cell),
  );
  return days.map((day) => sizeOf(day)).filter((size) => size !== null);
}

/** "Gloss 170" is what a thing is called, and no size of it. */
function isName(item: Item | undefined, value: string): boolean {
  return value === item?.title && /^\p{L}/u.test(value) && textOfKind('when', [value]) === null;
}

/** The things that say how much of something they have, under one label, and how much. */
export function sizesOf(view: PageView, pool: readonly number[], by: string) {
  const sized = pool.flatMap((index) => {
    const graded = (fact: Fact) => {
      const value = gradeLabel(by, fact);
      return value >= MIN_LABEL && !isName(view.items[index], fact.value) ? value : 0;
    };
    const labelled = bestOf(
      view.facts.filter(({ items }) => items[0] === index || items.includes(index)),
      graded,
    );
    // "Rating 4.4" in a line of its own.
    const fitting = labelled.length > 0 ? labelled : bestOf(saidWithoutLabel(view, index), graded);
    const found = new Set(fitting.map(({ value }) => sizeOf(value)).filter((size) => size !== null));
    if (found.size === 0 && by === 'date') for (const day of daysOf(view.items[index])) found.add(day);
    const [size] = found;
    return size === undefined || found.size > 1 ? [] : [{ index, size, value: fitting[0]?.value ?? '' }];
  });
  const sizes = measured(sized.map(({ value }) => value));
  return sized.map((one, at) => ({ ...one, size: sizes?.[at] ?? one.size }));
}

/** Whether the list is in that order, so that the first page holds the extreme. */
export function isSortedSo(sizes: readonly number[], way: 'most' | 'least'): boolean {
  const sorted = sizes.toSorted((one, other) => (way === 'most' ? other - one : one - other));
  return sizes.length > 3 && sizes.every((size, at) => size === sorted[at]);
}
