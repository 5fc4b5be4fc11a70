/// <reference lib="dom" />

/** Runs in the page. A selector of just that frame; null for one that cannot be seen. Must not refer to anything outside itself. */
export function frameSelector(element: Element): string | null {
  const { width, height } = element.getBoundingClientRect();
  if (width < 10 || height < 10 || !element.checkVisibility({ visibilityProperty: true })) return null;
  const unique = (selector: string) => document.querySelectorAll(selector).length === 1;
  for (const attribute of ['id', 'name', 'title']) {
    const value = element.getAttribute(attribute) ?? '';
    const own = `${element.localName}[${attribute}="${CSS.escape(value)}"]`;
    if (value !== '' && unique(own)) return own;
  }
  const step = (node: Element): string => {
    const twins = [...(node.parentElement?.children ?? [])].filter(
      ({ localName }) => localName === node.localName,
    );
    const own =
      twins.length < 2 ? node.localName : `${node.localName}:nth-of-type(${twins.indexOf(node) + 1})`;
    return node.parentElement === null ? own : `${step(node.parentElement)} > ${own}`;
  };
  return unique(element.localName) ? element.localName : step(element);
}
