import { SECRET_MASK } from '@errand/contracts';
import type { Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import { FIELD_ROLES, type TargetBy, durableLocator } from '@errand/step-engine';
import type { NamedElement } from './snapshot.ts';

/** A longer name is prose, which changes too often to locate by. */
const MAX_NAME_LENGTH = 120;

function candidateTargets({ role, name }: NamedElement): TargetBy[] {
  if (name === '' || name.length > MAX_NAME_LENGTH || name.includes(SECRET_MASK)) return [];
  return [
    ...(FIELD_ROLES.has(role) ? [{ label: name, exact: true }] : []),
    ...(role === 'generic' || role === 'text' ? [] : [{ role, name, exact: true }]),
    ...(FIELD_ROLES.has(role) ? [{ placeholder: name, exact: true }] : []),
    { text: name, exact: true },
  ];
}

/**
 * A locator that finds the element again on a later visit: by label, role and name, placeholder or text, else by the
 * reference itself, which only this page knows. Null when the element is no longer on the page.
 */
export function locateNamed(page: Page, named: NamedElement): Promise<Target | null> {
  return durableLocator(page, { ref: named.ref }, candidateTargets(named), { numbered: true });
}
