import { SECRET_MASK } from '@errand/contracts';
import type { Target } from '@errand/contracts/primitives';
import type { ElementHandle, Page } from 'playwright-core';
import { FIELD_ROLES } from '@errand/step-engine';
import { locate } from '@errand/step-engine';
import type { NamedElement } from './snapshot.ts';

/** A longer name is prose, which changes too often to locate by. */
const MAX_NAME_LENGTH = 120;

function candidateTargets({ role, name }: NamedElement): Target[] {
  if (name === '' || name.length > MAX_NAME_LENGTH || name.includes(SECRET_MASK)) return [];
  return [
    ...(FIELD_ROLES.has(role) ? [{ label: name, exact: true }] : []),
    ...(role === 'generic' || role === 'text' ? [] : [{ role, name, exact: true }]),
    ...(FIELD_ROLES.has(role) ? [{ placeholder: name, exact: true }] : []),
    { text: name, exact: true },
  ];
}

function indexAmong(page: Page, target: Target, handle: ElementHandle): Promise<number[]> {
  return locate(page, target)
    .evaluateAll(
      (elements, wanted) => [elements.findIndex((element) => element === wanted), elements.length],
      handle,
    )
    .catch(() => []);
}

/**
 * A locator that finds the element again on a later visit: by label, role and name, placeholder or text, else by the
 * reference itself, which only this page knows. Null when the element is no longer on the page.
 */
export async function durableLocator(page: Page, named: NamedElement): Promise<Target | null> {
  const ref: Target = { ref: named.ref };
  const [handle] = await locate(page, ref)
    .elementHandles()
    .catch(() => []);
  if (handle === undefined) return null;
  try {
    let numbered: Target | null = null;
    for (const candidate of candidateTargets(named)) {
      const [at = -1, count = 0] = await indexAmong(page, candidate, handle);
      if (at < 0 || typeof candidate === 'string') continue;
      if (count === 1) return candidate;
      numbered ??= { ...candidate, nth: at };
    }
    return numbered ?? ref;
  } finally {
    await handle.dispose().catch(() => undefined);
  }
}
