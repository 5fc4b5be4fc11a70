import type { Target } from '@errand/contracts/primitives';
import type { ElementHandle, Page } from 'playwright-core';
import { type TargetBy, locate } from './locator.ts';

interface Match {
  /** The element's index among the target's matches, or -1. */
  index: number;
  count: number;
}

function matchOf(page: Page, target: Target, element: ElementHandle): Promise<Match> {
  return locate(page, target)
    .evaluateAll(
      (found, wanted) => ({ index: found.findIndex((one) => one === wanted), count: found.length }),
      element,
    )
    .catch(() => ({ index: -1, count: 0 }));
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
  const [element, ...others] = await locate(page, origin)
    .elementHandles()
    .catch(() => []);
  if (element === undefined) return null;
  try {
    let shared: Target | null = null;
    for (const candidate of candidates) {
      const { index, count } = await matchOf(page, candidate, element);
      if (index < 0) continue;
      if (count === 1) return candidate;
      shared ??= { ...candidate, nth: index };
    }
    return (numbered ? shared : null) ?? origin;
  } finally {
    for (const handle of [element, ...others]) handle.dispose().catch(() => undefined);
  }
}
