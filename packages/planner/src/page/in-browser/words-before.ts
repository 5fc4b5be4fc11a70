/// <reference lib="dom" />
import type { ElementNames } from '@errand/browser-runtime';

interface Tools {
  squeeze: ElementNames['squeeze'];
  isVisible: (element: Element) => boolean;
  looksClickable: (element: Element) => boolean;
}

/** Runs in the page: what stands before a control in its line. Must not refer to anything outside itself. */
export function wordsBeforeControls({ squeeze, isVisible, looksClickable }: Tools) {
  const MAX_LINE = 160;
  /** The words of a node without the choices of its lists, which are not said of anything yet. */
  const wordsOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    if (!isVisible(node) || node.matches('select, datalist, textarea, script, style')) return '';
    return [...node.childNodes].map((child) => wordsOf(child)).join(' ');
  };
  const beforeOf = (element: Element): string => {
    const line = element.parentElement;
    if (line === null || line.childElementCount > 6 || (line.textContent ?? '').length > MAX_LINE) {
      let near = element.previousSibling;
      while (near !== null && squeeze(near.textContent) === '') near = near.previousSibling;
      const isLabel = near instanceof Text || (near instanceof Element && near.childElementCount === 0);
      const isControl =
        near instanceof Element && (near.matches('button, a, input, select') || looksClickable(near));
      const said = near === null || !isLabel || isControl ? '' : squeeze(wordsOf(near));
      return said.length <= 60 ? said : '';
    }
    const nodes = [...line.childNodes];
    const before = nodes.slice(0, nodes.indexOf(element));
    // What stands before a heading is of another section.
    const heading = before.findLastIndex(
      (node) => node instanceof Element && node.matches('h1,h2,h3,h4,h5,h6'),
    );
    const said = squeeze(before.slice(Math.max(0, heading)).map(wordsOf).join(' '));
    const isFirst = line.firstElementChild === element && line.childElementCount > 1;
    return said === '' && isFirst && line.matches('div, span, p, li') ? labelOver(line) : said;
  };
  /** What stands right before a box names the first control in it. */
  const labelOver = (box: Element): string => {
    let near = box.previousSibling;
    while (near !== null && squeeze(near.textContent) === '') near = near.previousSibling;
    const isOther =
      near instanceof Element &&
      (near.childElementCount > 0 ||
        near.matches('h1, h2, h3, h4, h5, h6, a, button') ||
        looksClickable(near));
    const label = isOther ? '' : squeeze(near?.textContent).replace(/[\s:*]+$/u, '');
    return label.length <= 40 ? label : '';
  };
  return beforeOf;
}
