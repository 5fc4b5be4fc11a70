/// <reference lib="dom" />

/** Runs in the page: texts next to fields without a label. Must not refer to anything outside itself. */
export function fieldLabels({ squeeze, outer, FIELDS }: Tools) {
  const MAX_LABEL_LENGTH = 60;
  /** The head of an old table: its first two cells are bold. */
  const BOLD =
    ':has(td:first-child > :is(b, strong):only-child):has(td:nth-child(2) > :is(b, strong):only-child)';
  const asLabel = (text: string | null | undefined): string => {
    const label = squeeze(text).replace(/[\s:*]+$/u, '');
    return label.length <= MAX_LABEL_LENGTH && /\p{L}/u.test(label) ? label : '';
  };
  /** The words right before or after a node, without those of other fields. */
  const wordsBeside = (element: Element, way: 'previousSibling' | 'nextSibling'): string => {
    for (let node = element[way]; node !== null; node = node[way]) {
      // "How many? [-] [1] [+]": what counts up and down names nothing.
      if (node instanceof Element && node.matches('button, a') && /^[-+−–]$/u.test(squeeze(node.textContent)))
        continue;
      if (
        node instanceof Element &&
        (node.matches(FIELDS) || node.querySelector(FIELDS) !== null || node.matches('button, a'))
      )
        return '';
      const label = node instanceof Comment ? '' : asLabel(node.textContent);
      if (label !== '') return label;
    }
    return '';
  };
  /** "Postcode / City" beside two fields: to each its part. */
  const partOf = (label: string, field: Element, cell: Element): string => {
    const fields = [...cell.querySelectorAll(FIELDS)];
    const parts = label.split(/\s*[/,]\s*/u);
    return fields.length > 1 && parts.length === fields.length
      ? asLabel(parts[fields.indexOf(field)])
      : label;
  };
  /** The text next to a field without a label: before it, after a checkbox, in the previous cell, or above its column. */
  const labelBeside = (element: Element, role: string): string => {
    const isBox = ['checkbox', 'radio', 'switch'].includes(role);
    const isStyled = isBox && !element.matches(FIELDS);
    for (let at = element, depth = 0; depth < 3; depth += 1) {
      // With words on both sides, it is unknown which belong to a box that is only styled.
      if (isStyled && wordsBeside(at, 'nextSibling') !== '' && wordsBeside(at, 'previousSibling') !== '')
        return '';
      const label = (isBox && wordsBeside(at, 'nextSibling')) || wordsBeside(at, 'previousSibling');
      if (label !== '') return label;
      const parent = outer(at);
      if (parent === null || parent.matches('form, body, main, table, tr, fieldset, [role="row"]')) break;
      if (parent.matches('td, th')) {
        const row = parent.parentElement;
        const heads = parent
          .closest('table')
          ?.querySelector(`thead tr, tr:first-child:has(th + th), tr:first-child${BOLD}`);
        const over =
          heads == null || heads === row
            ? ''
            : asLabel([...heads.children][[...(row?.children ?? [])].indexOf(parent)]?.textContent);
        if (over !== '' || (heads != null && heads !== row)) return isBox ? '' : over;
        const before = partOf(asLabel(parent.previousElementSibling?.textContent), element, parent);
        if (before !== '' && parent.previousElementSibling?.querySelector(FIELDS) === null) return before;
        break;
      }
      if (!isBox && parent.querySelectorAll(FIELDS).length > 1) break;
      at = parent;
    }
    const [first] = element instanceof HTMLSelectElement ? element.options : [];
    return first !== undefined && (first.value === '' || /^\W|[-–….]{2,}|…$/u.test(first.label.trim()))
      ? asLabel(first.label.replaceAll(/^[-–\s]+|[-–….\s]+$/gu, ''))
      : '';
  };
  /** What several fields are called together: the legend, the name of their group, or the words before the first of them. */
  const groupOf = (element: Element): string => {
    if (!element.matches(`${FIELDS}, button, [role="button"]`)) return '';
    const own = element.closest('fieldset, [role="group"], [role="radiogroup"]');
    const legend = own?.querySelector(':scope > legend')?.textContent;
    const named = own?.getAttribute('aria-labelledby')?.split(/\s+/u).at(0) ?? '';
    const name = asLabel(
      legend ?? own?.getAttribute('aria-label') ?? own?.ownerDocument.getElementById(named)?.textContent,
    );
    if (name !== '') return name;
    let at = element;
    for (let depth = 0; depth < 3; depth += 1) {
      const parent = outer(at);
      if (parent === null || parent.matches('form, body, main, table, fieldset')) return '';
      const holders = [...parent.children].filter(
        (child) => child.matches(FIELDS) || child.querySelector(FIELDS) !== null,
      );
      const [first] = holders;
      if (first !== undefined && holders.length > 1) {
        const cell = parent.matches('td') ? parent.previousElementSibling : null;
        const isField = cell === null || cell.matches(FIELDS) || cell.querySelector(FIELDS) !== null;
        return wordsBeside(first, 'previousSibling') || (isField ? '' : asLabel(cell.textContent));
      }
      at = parent;
    }
    return '';
  };
  return { labelBeside, groupOf };
}

interface Tools {
  squeeze: (text: string | null | undefined) => string;
  outer: (element: Element) => Element | null;
  /** Selector of all fields. */
  FIELDS: string;
}

export type FieldLabels = typeof fieldLabels;
