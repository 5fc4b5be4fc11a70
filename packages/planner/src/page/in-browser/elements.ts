/// <reference lib="dom" />
import type { ElementNames } from '@errand/browser-runtime';

/** Runs in the page: its elements, how to walk them, what they show and where they stand. Must not refer to anything outside itself. */
export function pageElements({ squeeze }: Pick<ElementNames, 'squeeze'>) {
  /** Nothing changes while a page is looked at, and its elements are asked the same again and again. */
  const remembered = <Asked, Answer>(answer: (asked: Asked) => Answer): ((asked: Asked) => Answer) => {
    const known = new Map<Asked, Answer>();
    return (asked) => {
      const earlier = known.get(asked);
      if (earlier !== undefined) return earlier;
      const found = answer(asked);
      known.set(asked, found);
      return found;
    };
  };
  const isVisible = remembered(
    (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      [...element.getClientRects()].some((box) => box.width > 0 && box.height > 0),
  );
  /** The elements of the page and of its open shadow roots, in the order in which they are seen. */
  const elements: Element[] = [];
  const walk = (root: ParentNode): void => {
    for (const child of root.children) {
      elements.push(child);
      if (child.shadowRoot !== null) walk(child.shadowRoot);
      walk(child);
    }
  };
  walk(document);
  const all = remembered((selector: string): readonly Element[] =>
    elements.filter((element) => element.matches(selector)),
  );
  /** The element around another, also out of a shadow root. */
  const outer = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const closest = (element: Element, selector: string): Element | null => {
    const near = element.closest(selector);
    const root = element.getRootNode();
    return near !== null || !(root instanceof ShadowRoot) ? near : closest(root.host, selector);
  };
  const byId = (element: Element, id: string): Element | null =>
    (element.getRootNode() as Document | ShadowRoot).getElementById(id);
  /** The text of custom elements is in their shadow roots, and that of slots outside of them. */
  const innerTexts = (element: Element): string => {
    if (element.shadowRoot !== null) return [...element.shadowRoot.children].map(innerTexts).join('\n');
    if (element instanceof HTMLSlotElement)
      return element
        .assignedNodes({ flatten: true })
        .map((node) => (node instanceof Element ? innerTexts(node) : (node.textContent ?? '')))
        .join(' ');
    if (!(element instanceof HTMLElement)) return element.textContent ?? '';
    if (element.matches('style, script')) return '';
    const isMixed = [...element.querySelectorAll('*')].some(
      (part) => part.shadowRoot !== null || part.localName === 'slot',
    );
    if (!isMixed) return element.innerText;
    return [...element.childNodes]
      .map((node) => (node instanceof Element ? innerTexts(node) : (node.textContent ?? '')))
      .join('\n');
  };
  const hasShadows = elements.some((element) => element.shadowRoot !== null);
  const shownText = (element: Element): string => {
    if (hasShadows) return innerTexts(element);
    return element instanceof HTMLElement ? element.innerText : element.textContent;
  };
  const textOf = remembered((element: Element): string => squeeze(shownText(element)));

  /** In a shadow root: the host's selector, ` >> `, and the selector inside. */
  const cssOf = remembered((element: Element): string => {
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? `${cssOf(root.host)} >> ${cssWithin(element)}` : cssWithin(element);
  });
  const isUniqueInPage = remembered((selector: string) => document.querySelectorAll(selector).length === 1);
  /** In the document or the shadow root that the element is part of. */
  const cssWithin = remembered((element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const unique = (selector: string) =>
      root === document ? isUniqueInPage(selector) : root.querySelectorAll(selector).length === 1;
    const testId = element.getAttribute('data-testid');
    if (testId !== null && unique(`[data-testid="${CSS.escape(testId)}"]`))
      return `[data-testid="${CSS.escape(testId)}"]`;
    if (element.id !== '' && unique(`#${CSS.escape(element.id)}`)) return `#${CSS.escape(element.id)}`;
    const tag = element.localName;
    if (root === document && unique(tag)) return tag;
    const parent = element.parentElement;
    const twins = [...(parent ?? root).children].filter((child) => child.localName === tag);
    const own = twins.length === 1 ? tag : `${tag}:nth-of-type(${twins.indexOf(element) + 1})`;
    if (parent === null) return root === document ? tag : own;
    return `${cssWithin(parent)} > ${own}`;
  });

  return {
    remembered,
    elements,
    all,
    outer,
    closest,
    byId,
    text: () => (hasShadows ? innerTexts(document.body) : document.body.innerText),
    isVisible,
    textOf,
    cssOf,
  };
}

export type PageElements = ReturnType<typeof pageElements>;
