/// <reference lib="dom" />
/* What elements show. These functions run in the page; who uses them takes their source there. */
import type { SignatureOf } from '@errand/contracts/primitives';
import type { z } from 'zod';

export type Form = NonNullable<z.output<SignatureOf<'browser.extract'>['input']>['as']>;

/** One value to read. */
export interface Reading {
  as: Form;
  attribute?: string | undefined;
}

/** Of JSON, which does not know `undefined`; null where Playwright has to look. */
export type Read = { value: unknown } | null;

/** The texts of the items when all `elements` are lists, each with its nested lists; else of the elements. */
export function listTexts(elements: Element[]): string[] {
  const lists = 'ul,ol,menu,select,dl,[role=list],[role=listbox]';
  const all = new Set(elements);
  const isInside = (element: Element): boolean => {
    const around = element.parentElement?.closest(lists) ?? null;
    return around !== null && all.has(around);
  };
  const itemsOf = (list: Element): Element[] => [
    ...list.querySelectorAll(
      ':scope > li, :scope > option, :scope > dt, :scope > dd, [role=listitem], [role=option]',
    ),
  ];
  const found = elements.every((element) => element.matches(lists))
    ? elements.filter((list) => !isInside(list)).flatMap(itemsOf)
    : elements;
  return found.map((item) => ((item as HTMLElement).innerText ?? item.textContent).trim());
}

/** The texts of a table's cells, headings included, row by row. A table may be one by its ARIA roles. */
export function tableTexts(table: Element): string[][] {
  const rows =
    table instanceof HTMLTableElement ? [...table.rows] : [...table.querySelectorAll('tr, [role=row]')];
  return rows.map((row) => {
    const cells =
      row instanceof HTMLTableRowElement
        ? [...row.cells]
        : [...row.querySelectorAll('[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]')];
    return cells.map((cell) => ((cell as HTMLElement).innerText ?? cell.textContent).trim());
  });
}

/** The links that are among `elements` or in them. Addresses are absolute. */
export function linksIn(elements: Element[]): { text: string; href: string }[] {
  return elements
    .flatMap((root) =>
      root instanceof HTMLAnchorElement ? [root] : [...root.querySelectorAll<HTMLAnchorElement>('a[href]')],
    )
    .map((anchor) => ({ text: (anchor.innerText || anchor.textContent).trim(), href: anchor.href }));
}

/** The text or the value of an element, and the nearest `lang`, empty when there is none. */
export function textAndLanguage(node: Element): { text: string; language: string } {
  const text = node instanceof HTMLElement ? node.innerText : node.textContent;
  const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node.value : text;
  return { text: field.trim(), language: node.closest('[lang]')?.getAttribute('lang') ?? '' };
}

/** Undefined for no element or several, and for one that does not have that form. */
export function valueOf(elements: Element[], { as, attribute }: Reading): unknown {
  const [element] = elements;
  if (element === undefined) return undefined;
  if (as === 'list') return listTexts(elements);
  if (as === 'links') return linksIn(elements);
  if (elements.length > 1) return undefined;
  if (as === 'text') return element instanceof HTMLElement ? element.innerText.trim() : undefined;
  if (as === 'value')
    return element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
      ? element.value
      : undefined;
  if (as === 'attribute') return element.getAttribute(attribute ?? '');
  if (as === 'html') return element.outerHTML;
  return as === 'table' ? tableTexts(element) : textAndLanguage(element);
}
