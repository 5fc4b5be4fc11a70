/// <reference lib="dom" />
import type { Group, Item } from '../view.ts';
import type { PageTools } from './tools.ts';

/** Runs in the page: its rows, entries and cards, and their lists. */
export function viewItems({ textOf, cssOf, nameOf, itemElements, itemsAround, inContent }: PageTools): {
  items: Item[];
  groups: Group[];
} {
  /** Lists, tables and other containers of repeated items. */
  const containers: Element[] = [];
  const groupOf = (element: Element): number => {
    const around =
      element.closest('table, [role="table"], [role="grid"], ul, ol, [role="list"]') ?? element.parentElement;
    const container = around === null || around === element ? element.parentElement : around;
    if (container === null) return -1;
    const at = containers.indexOf(container);
    return at >= 0 ? at : containers.push(container) - 1;
  };
  const cellsOf = (element: Element): string[] => {
    const cells = [
      ...element.querySelectorAll(
        ':scope > td, :scope > th, :scope > [role="cell"], :scope > [role="gridcell"]',
      ),
    ];
    const leaves =
      cells.length > 0
        ? cells
        : [...element.querySelectorAll('*')].filter((part) => part.childElementCount === 0);
    return leaves
      .slice(0, 30)
      .map((part) => textOf(part).slice(0, 120))
      .filter((text) => text !== '');
  };
  /** The name of a group: its own, its label's, or the heading before it. */
  const nameOfGroup = (container: Element): string => {
    const own = nameOf(container, container.localName);
    if (own !== '') return own;
    const labelled = container.closest(
      'section[aria-label], [role="region"][aria-label], fieldset, section[aria-labelledby]',
    );
    const headings = [
      ...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role="heading"], legend'),
    ].filter((heading) => heading.compareDocumentPosition(container) & Node.DOCUMENT_POSITION_FOLLOWING);
    const nearest = headings.at(-1);
    return nearest === undefined ? nameOf(labelled ?? container, 'region') : textOf(nearest);
  };
  const items = itemElements.map((element): Item => {
    const title =
      element.querySelector('h1, h2, h3, h4, h5, h6, [role="heading"], th[scope="row"]') ??
      element.querySelector('a[href], td, strong');
    const link =
      element.querySelector('h1 a[href], h2 a[href], h3 a[href], h4 a[href], h5 a[href]') ??
      element.querySelector('a[href]');
    return {
      title: textOf(title ?? element).slice(0, 200),
      css: cssOf(element),
      titleCss: cssOf(title ?? element),
      text: textOf(element).slice(0, 2_000),
      parents: itemsAround(element).slice(1),
      link: link === null ? '' : cssOf(link),
      inContent: inContent(element),
      cells: cellsOf(element),
      group: groupOf(element),
      isRow: element.matches('tr, [role="row"]'),
    };
  });
  const empty = [
    ...document.querySelectorAll('table, ul, ol, [role="list"], [role="table"], [role="grid"]'),
  ].filter((container) => !containers.includes(container) && inContent(container));
  const groups = [...containers, ...empty].map((container): Group => ({
    name: nameOfGroup(container).slice(0, 200),
    isTable: container.matches('table, [role="table"], [role="grid"]'),
    css: cssOf(container),
    inContent: inContent(container),
  }));
  return { items, groups };
}
