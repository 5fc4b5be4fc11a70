/// <reference lib="dom" />
import type { ElementNames } from '@errand/browser-runtime';
import type { PageElements } from './elements.ts';

/** Runs in the page: the entries of its lists, its rows and its cards. Must not refer to anything outside itself. */
export function itemsOfPage(
  { squeeze }: Pick<ElementNames, 'squeeze'>,
  { elements, isVisible, outer }: Pick<PageElements, 'elements' | 'isVisible' | 'outer'>,
) {
  const FIELD_LIKE = /button|input|select|field|check|radio|tab|icon|menu|switch|option/u;
  const ITEM = 'li, article, tr, [role="listitem"], [role="row"], [role="article"]';
  /** What a class says of one entry of a list: a message is the same kind of thing before and after it was read. */
  const STATE =
    /^(?:is-|has-)|^(?:.*--)?(?:unread|read|new|seen|starred|pinned|flagged|featured|highlight(?:ed)?|selected|active|current|odd|even|first|last|done|completed?|overdue|urgent|sold(?:-?out)?)$/u;
  const kindOf = ({ classList }: Element): string =>
    [...classList].filter((name) => !STATE.test(name)).join(' ');
  /** Repeated sibling elements, each with its own control or heading. */
  const isCard = (element: Element): boolean => {
    const { className, parentElement, localName } = element;
    if (localName.includes('-') && parentElement !== null) {
      const parts = 'h1, h2, h3, h4, h5, h6, a[href], button';
      const twins = [...parentElement.children].filter((other) => other.localName === localName);
      return (
        twins.length > 1 &&
        twins.every(
          (twin) => (twin.shadowRoot ?? twin).querySelector(parts) !== null && !FIELD_LIKE.test(localName),
        )
      );
    }
    if (
      className === '' ||
      parentElement === null ||
      element.closest('form, table, [role="tablist"]') !== null
    )
      return false;
    const kind = kindOf(element);
    const alike = [...parentElement.children].filter((other) =>
      kind === '' ? other.className === className : kindOf(other) === kind,
    );
    const parts =
      'h1, h2, h3, h4, h5, h6, a[href], button, [onclick], [role="button"], input[type="checkbox"]';
    return (
      alike.length > 1 &&
      alike.every((other) => other.querySelector(parts) !== null && other.childElementCount > 1)
    );
  };
  /** Boxes to tick stand in tables of things, too. */
  const WRITTEN =
    'input:not([type="hidden"], [type="checkbox"], [type="radio"]), select, textarea, [role="textbox"], [role="combobox"]';
  /** The first row of an old table whose words are all bold names its columns. */
  const isBoldHead = (element: Element): boolean => {
    if (!(element instanceof HTMLTableRowElement) || element.closest('table')?.rows[0] !== element)
      return false;
    const said = [...element.cells].filter((cell) => (cell.textContent ?? '').trim() !== '');
    const isBold = (cell: Element) =>
      cell.firstElementChild?.matches('b, strong') === true &&
      squeeze(cell.firstElementChild.textContent) === squeeze(cell.textContent);
    const next = element.closest('table')?.rows[1];
    return said.length > 1 && said.every(isBold) && next !== undefined && ![...next.cells].every(isBold);
  };
  /** "Desk lamp, £24.50, [2] [Update], [✕]": what it is called, one field of it and its control. */
  const isOfThing = (row: HTMLTableRowElement): boolean => {
    const [first] = row.cells;
    return (
      row.cells.length > 2 &&
      first !== undefined &&
      /\p{L}{2}/u.test(first.textContent ?? '') &&
      !/:\s*$/u.test(first.textContent ?? '') &&
      first.querySelector(WRITTEN) === null &&
      row.querySelectorAll(WRITTEN).length === 1 &&
      row.querySelector('button, a[href], input[type="submit"]') !== null
    );
  };
  /** A row of a table that only arranges fields. */
  const isLayout = (element: Element): boolean => {
    const table = element.localName === 'tr' ? element.closest('table') : null;
    return (
      table !== null &&
      table.querySelector('th') === null &&
      table.querySelector(WRITTEN) !== null &&
      ![...table.rows].every(isOfThing) &&
      ![...table.querySelectorAll('tr:first-child')].some((row) => isBoldHead(row))
    );
  };
  const isFoot = (element: Element): boolean =>
    element.localName === 'tr' && element.closest('tfoot') !== null;
  const isHeadRow = (element: Element): boolean =>
    (element instanceof HTMLTableRowElement && element.closest('thead') !== null) ||
    element.querySelector(':scope > th + th, :scope > [role="columnheader"]') !== null ||
    isBoldHead(element);
  const itemElements = elements.filter(
    (element) =>
      (element.localName.includes('-') || element.matches(`${ITEM}, div[class], section[class]`)) &&
      isVisible(element) &&
      (element.matches(ITEM)
        ? element.querySelector('th:only-child, thead') === null &&
          !isHeadRow(element) &&
          !isFoot(element) &&
          !isLayout(element)
        : isCard(element)),
  );
  const indexOfItem = new Map(itemElements.map((element, index) => [element, index]));
  const itemsAround = (element: Element): number[] => {
    const around: number[] = [];
    for (let at: Element | null = element; at !== null; at = outer(at)) {
      const index = indexOfItem.get(at);
      if (index !== undefined) around.push(index);
    }
    return around;
  };

  return { itemElements, itemsAround, isBoldHead };
}
