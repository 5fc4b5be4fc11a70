/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Runs in the page. */
function visibleControls(most: number): string[] {
  const found = new Set<string>();
  const controls =
    'button,a[href],input:not([type=hidden]),textarea,select,summary,[role=button],[role=tab],[role=menuitem]';
  for (const element of document.querySelectorAll(controls)) {
    if (found.size >= most) break;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const field =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement;
    const isButton = element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type);
    const name =
      element.getAttribute('aria-label') ??
      (isButton
        ? element.value
        : field
          ? (element.labels?.[0]?.textContent ?? element.getAttribute('placeholder'))
          : element.textContent);
    const text = (name ?? '').replaceAll(/\s+/g, ' ').trim();
    const kind = isButton || !field ? (element instanceof HTMLAnchorElement ? 'link' : 'button') : 'field';
    if (text !== '') found.add(`${kind} "${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`);
  }
  return [...found];
}

/** A few of the controls that a person sees on the page, for messages. */
export function candidatesIn(page: Page): Promise<string[]> {
  return page.evaluate(visibleControls, 8);
}
