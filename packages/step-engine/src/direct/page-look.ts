/// <reference lib="dom" />
/* What is read of plain targets. These functions run in the page; `script.ts` takes their source there. */
import { type Read, type Reading, valueOf } from '../primitives/page-values.ts';
import { findAll, findOne, hasShadowRoots, isVisible } from './page-find.ts';
import type { PlainTarget } from './plain-target.ts';

/** `elements` are all that a target finds. Null when there are none or too many, or they have no such value. */
export function readOf(elements: Element[], reading: Reading): Read {
  const value = valueOf(elements, reading);
  return value === undefined ? null : { value };
}

/** Reads a target in the document. Null also when the page has shadow roots, which are not searched here. */
export function readTarget(target: PlainTarget, reading: Reading): Read {
  return hasShadowRoots() ? null : readOf(findAll(target), reading);
}

/** The fields of each item, null for one of them that is not there or there several times. Null as a whole as for `Read`. */
export function readRecords(
  items: PlainTarget,
  fields: readonly (Reading & { target: PlainTarget })[],
): Read[][] | null {
  if (hasShadowRoots()) return null;
  return findAll(items).map((item) => fields.map((field) => readOf(findAll(field.target, item), field)));
}

/** How many elements a target finds; null where Playwright has to look. */
export function countOf(target: PlainTarget): number | null {
  return hasShadowRoots() ? null : findAll(target).length;
}

/** Whether a target is in a state, null where Playwright has to look. */
export function isInState(
  target: PlainTarget,
  state: 'attached' | 'detached' | 'hidden' | 'visible',
): boolean | null {
  if (state === 'hidden' || state === 'detached') return !hasShadowRoots() && findAll(target).length === 0;
  const element = findOne(target);
  return element !== null && (state === 'attached' || isVisible(element));
}

/** How many elements that can be seen a target finds; null where Playwright has to look. */
export function countVisible(target: PlainTarget): number | null {
  if (hasShadowRoots()) return null;
  const seen = findAll(target).map(isVisible);
  return seen.includes(null) ? null : seen.filter((each) => each === true).length;
}
