import type { Target } from '@errand/contracts/primitives';
import type { Locator, Page } from 'playwright-core';
import { type TargetBy, locate } from './locator.ts';

/**
 * Whether a locator finds the element of `place`, and how many it finds. Counting, Playwright keeps to its own world of the
 * page; for a handle or an evaluation it reads its whole script into the page's world too, which is most of the cost.
 */
async function matchOf(found: Locator, place: Locator): Promise<{ isFound: boolean; count: number }> {
  const [own, count] = await Promise.all([found.and(place).count(), found.count()]);
  return { isFound: own === 1, count };
}

async function numberOf(found: Locator, place: Locator, count: number): Promise<number> {
  for (let index = 0; index < count; index += 1)
    if ((await found.nth(index).and(place).count()) === 1) return index;
  return -1;
}

/**
 * A locator that finds an element again on a later visit: the first of `candidates` that finds it and nothing else, else
 * `origin`, which names it on this page only (a reference of a snapshot or a path through the document).
 * @param options.numbered where no candidate finds the element alone, the first that finds it among others, with its number
 * @returns null when the element is no longer on the page
 */
export async function durableLocator(
  page: Page,
  origin: TargetBy,
  candidates: readonly TargetBy[],
  { numbered = false }: { numbered?: boolean } = {},
): Promise<Target | null> {
  const isThere = await locate(page, origin)
    .count()
    .catch(() => 0);
  if (isThere === 0) return null;
  // Within the frame of a candidate.
  const place = locate(page, { ...origin, frame: undefined }).first();
  let shared: Target | null = null;
  for (const candidate of candidates) {
    const found = locate(page, candidate);
    const { isFound, count } = await matchOf(found, place).catch(() => ({ isFound: false, count: 0 }));
    if (!isFound) continue;
    if (count === 1) return candidate;
    if (!numbered || shared !== null) continue;
    const nth = await numberOf(found, place, count).catch(() => -1);
    if (nth >= 0) shared = { ...candidate, nth };
  }
  return shared ?? origin;
}
