/// <reference lib="dom" />
import type { Group, Item } from '../page-view.ts';
import type { PageTools } from './tools.ts';

/** Runs in the page: its rows, entries and cards, and their lists. */
export function viewItems({
  isVisible,
  all,
  outer,
  closest,
  textOf,
  squeeze,
  cssOf,
  nameOf,
  itemElements,
  itemsAround,
  inContent,
  looksClickable,
}: PageTools): {
  items: Item[];
  groups: Group[];
} {
  /** Lists, tables and other containers of repeated items. */
  const containers: Element[] = [];
  const groupOf = (element: Element): number => {
    const parent = outer(element);
    // An entry that is all of a custom element belongs to the list of its host.
    const own = parent?.shadowRoot != null && element.parentElement === null ? outer(parent) : parent;
    const around = closest(element, 'table, [role="table"], [role="grid"], ul, ol, [role="list"]') ?? own;
    const container = around === null || around === element ? own : around;
    if (container === null) return -1;
    const at = containers.indexOf(container);
    return at >= 0 ? at : containers.push(container) - 1;
  };
  const inside = (element: Element, selector: string): Element[] => {
    const within = [
      ...element.querySelectorAll(selector),
      ...(element.shadowRoot?.querySelectorAll(selector) ?? []),
    ];
    return within.flatMap((part) => (part.shadowRoot === null ? [part] : [part, ...inside(part, selector)]));
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
        : inside(element, '*').filter(
            (part) => part.childElementCount === 0 && !part.matches('style, script'),
          );
    return leaves
      .filter((part) => isVisible(part))
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
    const headings = all('h1, h2, h3, h4, h5, h6, [role="heading"], legend').filter(
      (heading) => heading.compareDocumentPosition(container) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const nearest = headings.at(-1);
    return nearest === undefined ? nameOf(labelled ?? container, 'region') : textOf(nearest);
  };
  /** The texts of an entry apart from its controls. */
  const besideControls = (element: Element): string => {
    const controls = inside(element, '*').filter(
      (part) => part.matches('button, [role="button"], [onclick]') || looksClickable(part),
    );
    return controls
      .map((part) => textOf(part))
      .reduceRight((rest, text) => {
        // A control that comes first is what opens the entry.
        const at = text === '' || rest.startsWith(text) ? -1 : rest.lastIndexOf(text);
        return at < 0 ? rest : squeeze(rest.slice(0, at) + rest.slice(at + text.length));
      }, textOf(element));
  };
  /** What opens a row, or ticks it, is not what it is called. */
  const isCalling = (part: Element) =>
    isVisible(part) &&
    /[\p{L}\d]/u.test(textOf(part)) &&
    !(
      part.matches('td, [role="cell"]') &&
      part.childElementCount === 1 &&
      part.firstElementChild?.matches('button, [role="button"]') === true &&
      textOf(part.firstElementChild) === textOf(part)
    );
  /** States that lists often show by a class alone. */
  const MARK = /^(?:is-|has-|.*--|.*__)?(unread|starred|flagged|pinned|overdue)$/u;
  const items = itemElements.map((element): Item => {
    const title = [
      ...inside(element, 'h1, h2, h3, h4, h5, h6, [role="heading"], th[scope="row"]'),
      ...inside(element, '[class*="title" i], [class*="ttl" i], [class~="name"]'),
      ...inside(element, 'a[href], td, strong, b, [role="cell"], [role="rowheader"]'),
    ].find((part) => isCalling(part));
    const [link = null] = [
      ...inside(element, 'h1 a[href], h2 a[href], h3 a[href], h4 a[href], h5 a[href]'),
      ...inside(element, 'a[href]'),
      ...inside(element, '*').filter((part) => looksClickable(part)),
    ];
    return {
      title: (title === undefined ? besideControls(element) || textOf(element) : textOf(title)).slice(0, 200),
      css: cssOf(element),
      titleCss: cssOf(title ?? element),
      text: textOf(element).slice(0, 2_000),
      parents: itemsAround(element).slice(1),
      link: link === null ? '' : cssOf(link),
      inContent: inContent(element),
      cells: cellsOf(element),
      group: groupOf(element),
      isRow: element.matches('tr, [role="row"]'),
      marks: [...element.classList].flatMap((name) => MARK.exec(name)?.slice(1) ?? []),
    };
  });
  const empty = all('table, ul, ol, [role="list"], [role="table"], [role="grid"]').filter(
    (container) => !containers.includes(container) && inContent(container) && isVisible(container),
  );
  const groups = [...containers, ...empty].map((container): Group => ({
    name: nameOfGroup(container).slice(0, 200),
    isTable: container.matches('table, [role="table"], [role="grid"]'),
    css: cssOf(container),
    inContent: inContent(container),
  }));
  return { items, groups };
}
