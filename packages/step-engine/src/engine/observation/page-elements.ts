/// <reference lib="dom" />
/* How elements of a page are found, shown and named. These functions run in the page; `page-script.ts` takes their source there. */
import { elementNames } from '@errand/browser-runtime';

/** A root and the open shadow roots in it, in their order. */
export function findRoots(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const roots = [root];
  for (const element of root.querySelectorAll('*'))
    if (element.shadowRoot !== null) roots.push(...findRoots(element.shadowRoot));
  return roots;
}

/** The document and the open shadow roots in it, in their order. */
export function rootsOf(): (Document | ShadowRoot)[] {
  return (findRoots as { kept?: (Document | ShadowRoot)[] }).kept ?? findRoots(document);
}

/** Answers what `read` does. Roots are looked for once for all of it: neither it nor the page may add any meanwhile. */
export function readWithSameRoots<T>(read: () => T): T {
  const holder = findRoots as { kept?: (Document | ShadowRoot)[] | undefined };
  const outer = holder.kept;
  holder.kept ??= findRoots(document);
  try {
    return read();
  } finally {
    holder.kept = outer;
  }
}

/** The elements that a selector finds in the document and in its open shadow roots. */
export function everywhere(selector: string): Element[] {
  return rootsOf().flatMap((root) => [...root.querySelectorAll(selector)]);
}

/** `closest`, on through the hosts of shadow roots. */
export function around(element: Element, selector: string): Element | null {
  const near = element.closest(selector);
  const root = element.getRootNode();
  return near !== null || !(root instanceof ShadowRoot) ? near : around(root.host, selector);
}

/** The focused element, in any shadow root. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
  return active;
}

/** One trimmed line of at most 300 characters. Zero-width spaces and soft hyphens count as white space. */
export function tidy(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/[\s\u200b\u00ad]+/g, ' ')
    .trim()
    .slice(0, 300);
}

/** Whether the element is rendered and neither hidden nor transparent. It may be outside of the window. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** Never empty. */
export function nameOf(element: Element): string {
  const names = elementNames();
  const own = element.matches('input,select,textarea') ? '' : element.textContent;
  const given = [names.nameOf(element, names.roleOf(element)), own, element.getAttribute('name')];
  return given.map(tidy).find((text) => text !== '') ?? element.tagName.toLowerCase();
}

/** Whether nothing at all can be seen on the page, of which only a small one is asked. */
export function isBlank(): boolean {
  const { body } = document;
  if (body === null || document.getElementsByTagName('*').length > 500) return false;
  const seen = 'img,svg,canvas,video,iframe,embed,object,input,button,textarea,select';
  return tidy(body.innerText) === '' && ![...body.querySelectorAll(seen)].some(isShown);
}
