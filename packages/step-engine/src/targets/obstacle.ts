/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

/** Runs in the page. Describes what covers the middle of the element; null when nothing does. */
function coverOf(element: Element): string | null {
  const box = element.getBoundingClientRect();
  const root = element.getRootNode() as Document | ShadowRoot;
  const top = root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (top === null || element.contains(top) || top.contains(element)) return null;
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  // People see the outermost element that does not contain the covered one as the layer above it.
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

/** Describes what covers the element in its own document; null when nothing does. */
export function describeCover(element: Locator, timeoutMs: number): Promise<string | null> {
  return element.evaluate(coverOf, undefined, { timeout: timeoutMs });
}
