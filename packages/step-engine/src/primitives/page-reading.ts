/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { defineSelectorEngine } from '@errand/browser-runtime';
import type { Locator } from 'playwright-core';
import * as values from './page-values.ts';
import { type Read, type Reading, valueOf } from './page-values.ts';

/** What an element is to a reading: one of those that a record is made of, or one that a field is read of. */
interface Part {
  /** Tells readings apart. */
  id: string;
  /** Absent: the element is an item. */
  field?: number;
  /** What is read of the fields, given with the last part only. */
  readings?: readonly Reading[];
  /** The last part: each item is a record; otherwise there is one, of all elements. */
  hasItems?: boolean;
}

/**
 * Runs in the page, in a world that the page's scripts do not reach. A selector part collects each element that it is applied to,
 * and answers one element of its own for all of them; applied to that one, the last part answers what was read, as JSON in its text.
 */
function readingEngine() {
  let current = '';
  const answer = document.createElement('output');
  const items: Element[] = [];
  const found = new Map<number, Element[]>();

  const begin = (id: string) => {
    current = id;
    items.length = 0;
    found.clear();
  };

  const perItem = (all: Element[]): Element[][] => {
    const within = new Map<Node, Element[]>(items.map((item) => [item, []]));
    for (const element of all) {
      let around: Node | null = element;
      while (around !== null) {
        around = around.parentNode ?? (around instanceof ShadowRoot ? around.host : null);
        if (around !== null) within.get(around)?.push(element);
      }
    }
    return items.map((item) => within.get(item) ?? []);
  };

  const queryAll = (node: Node, body: string): Node[] => {
    const { id, field, readings, hasItems } = JSON.parse(decodeURIComponent(body)) as Part;
    if (readings !== undefined) {
      const columns = readings.map((reading, index) => {
        const all = found.get(index) ?? [];
        return (hasItems === true ? perItem(all) : [all]).map((elements) => {
          const value = valueOf(elements, reading);
          return value === undefined ? null : { value };
        });
      });
      answer.textContent = JSON.stringify({ id, columns });
      current = '';
      return [answer];
    }
    if (current !== id) begin(id);
    if (node instanceof Element) {
      if (field === undefined) items.push(node);
      else if (found.get(field)?.push(node) === undefined) found.set(field, [node]);
    }
    return [answer];
  };
  return { queryAll, query: () => null };
}

const ENGINE = 'errand-read';

defineSelectorEngine({
  name: ENGINE,
  content: `(() => { ${Object.values(values).map(String).join('\n')}; return (${String(readingEngine)})(); })()`,
  contentScript: true,
});

function selectorOf(part: Part): string {
  return `${ENGINE}=${encodeURIComponent(JSON.stringify(part)).replaceAll("'", '%27')}`;
}

type Wait = { timeout: number; signal: AbortSignal };

async function columnsOf(answer: Locator, id: string, wait: Wait): Promise<Read[][]> {
  const text = await answer.textContent(wait);
  const said = JSON.parse(text ?? '') as { id: string; columns: Read[][] };
  if (said.id !== id) throw new Error('The page was read by something else.');
  return said.columns;
}

/** Reads what the elements show in one call, once there is one. Null where Playwright has to look, for example for several. */
export async function readElements(elements: Locator, reading: Reading, wait: Wait): Promise<Read> {
  const id = randomUUID();
  const collected = elements.locator(selectorOf({ id, field: 0 }));
  const [column] = await columnsOf(collected.locator(selectorOf({ id, readings: [reading] })), id, wait);
  return column?.[0] ?? null;
}

/** A field of a record, and how it is found within an item. */
export interface FieldReading extends Reading {
  within: (item: Locator) => Locator;
}

/**
 * Reads all fields of all items in one call, without waiting: the records in the order of their items, each with its fields in
 * their order.
 * @param hasMany false: what the items hold is one record
 */
export async function readFieldsOf(
  items: Locator,
  fields: readonly FieldReading[],
  hasMany: boolean,
  wait: Wait,
): Promise<Read[][]> {
  const id = randomUUID();
  const parts = fields.map(({ within }, field) => within(items).locator(selectorOf({ id, field })));
  if (hasMany) parts.unshift(items.locator(selectorOf({ id })));
  const readings = fields.map(({ as, attribute }) => ({ as, attribute }));
  const begun = items.page().locator(selectorOf({ id }));
  const collected = parts.reduce((all, part) => all.or(part), begun);
  const columns = await columnsOf(
    collected.locator(selectorOf({ id, readings, hasItems: hasMany })),
    id,
    wait,
  );
  return (columns[0] ?? []).map((_read, item) => columns.map((column) => column[item] ?? null));
}
