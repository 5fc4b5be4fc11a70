/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

/** Runs in the page. What lies over the middle of the element, in words; null when nothing does. */
function coverOf(element: Element): string | null {
  const box = element.getBoundingClientRect();
  const root = element.getRootNode() as Document | ShadowRoot;
  const top = root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (top === null || element.contains(top) || top.contains(element)) return null;
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  // The outermost element that does not hold the covered one is what a person sees as the layer above it.
  let cover = top;
  while (cover.parentElement !== null && !cover.parentElement.contains(element)) cover = cover.parentElement;
  const hint = cover.id || tidy(cover.getAttribute('class'));
  const kind = cover.getAttribute('role') ?? cover.tagName.toLowerCase();
  const says =
    tidy(cover.getAttribute('aria-label')) ||
    tidy((cover as HTMLElement).innerText) ||
    tidy(cover.getAttribute('title'));
  const short = says.length > 80 ? `${says.slice(0, 79)}…` : says;
  return `${kind}${hint === '' ? '' : ` (${hint.slice(0, 40)})`}${short === '' ? '' : ` "${short}"`}`;
}

/** What covers the element in its own document, in words; null when nothing does. */
export function describeCover(element: Locator, timeoutMs: number): Promise<string | null> {
  return element.evaluate(coverOf, undefined, { timeout: timeoutMs });
}
