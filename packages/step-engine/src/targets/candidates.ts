/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { type ElementNames, elementNames } from '@errand/browser-runtime';
import { FIELD_ROLES } from './field-roles.ts';

const MAX_CONTROLS = 8;

/** Runs in the page. */
function visibleControls({ nameOf, roleOf }: ElementNames, fieldRoles: readonly string[], most: number) {
  const found = new Set<string>();
  const controls =
    'button,a[href],input:not([type=hidden]),textarea,select,summary,[role=button],[role=tab],[role=menuitem]';
  for (const element of document.querySelectorAll(controls)) {
    if (found.size >= most) break;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const role = roleOf(element);
    const name = nameOf(element, role);
    const actRole = role === 'link' ? 'link' : 'button';
    const kind = fieldRoles.includes(role) ? 'field' : actRole;
    if (name !== '') found.add(`${kind} "${name.length > 40 ? `${name.slice(0, 39)}…` : name}"`);
  }
  return [...found];
}

const SCRIPT = `(${String(visibleControls)})((${String(elementNames)})(), ${JSON.stringify([...FIELD_ROLES])}, ${MAX_CONTROLS})`;

/** A few of the controls that a person sees on the page, for messages. */
export function candidatesIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(SCRIPT);
}
