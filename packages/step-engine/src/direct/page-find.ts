/// <reference lib="dom" />
/* How the elements of plain targets are found. These functions run in the page; `script.ts` takes their source there. */
import type { PlainTarget } from './plain-target.ts';

/** What `NAME_FINDER` answers; the script defines it. */
declare const names: { queryAll(root: ParentNode, query: string): Element[] };

/** Selectors reach into open shadow roots, which the browser's own do not. */
export function hasShadowRoots(): boolean {
  for (const element of document.getElementsByTagName('*')) if (element.shadowRoot !== null) return true;
  return false;
}

/** All elements that a target finds within `root`, in their order. The page must have no shadow roots. */
export function findAll(target: PlainTarget, root: ParentNode = document): Element[] {
  let found: Element[];
  if ('css' in target) found = [...root.querySelectorAll(target.css)];
  else if ('named' in target) found = names.queryAll(root, target.named);
  else {
    const marked = [...root.querySelectorAll('[data-testid]')];
    found = marked.filter((element) => element.getAttribute('data-testid') === target.testId);
  }
  if (target.nth === undefined) return found;
  const one = found.at(target.nth);
  return one === undefined ? [] : [one];
}

/** The element of a target that finds exactly one; null otherwise. */
export function findOne(target: PlainTarget): Element | null {
  if (hasShadowRoots()) return null;
  const [element, ...others] = findAll(target);
  return others.length === 0 ? (element ?? null) : null;
}

/** As Playwright sees it; null where it looks at more than the element. */
export function isVisible(element: Element): boolean | null {
  const { display, visibility } = getComputedStyle(element);
  if (display === 'contents') return null;
  if (!element.checkVisibility() || visibility !== 'visible') return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
