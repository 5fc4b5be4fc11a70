/// <reference lib="dom" />
import type { SignatureOf, Target } from '@errand/contracts/primitives';
import { readShownNumber } from '@errand/runbook-language';
import type { Locator } from 'playwright-core';
import type { z } from 'zod';
import { StepError, truncate } from '@errand/browser-runtime';
import { onTarget, whileWaiting } from '../targets/act.ts';
import { locate } from '../targets/locator.ts';
import type { Call } from './call.ts';
import type { Handler } from './primitive.ts';

type Extraction = z.output<SignatureOf<'browser.extract'>['input']>;
type Form = NonNullable<Extraction['as']>;
type Field = NonNullable<Extraction['fields']>[string];

/** One value to read. */
interface Reading {
  as: Form;
  attribute?: string | undefined;
}

/** Runs in the page: the items of the elements if these are lists, else the elements themselves. */
function listTexts(elements: Element[]): string[] {
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
  const items = elements.every((element) => element.matches(lists))
    ? elements.filter((list) => !isInside(list)).flatMap(itemsOf)
    : elements;
  return items.map((item) => ((item as HTMLElement).innerText ?? item.textContent).trim());
}

/** Runs in the page. */
function tableTexts(table: Element): string[][] {
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

/** Runs in the page. */
function linksIn(roots: Element[]): { text: string; href: string }[] {
  const anchors = roots.flatMap((root) =>
    root instanceof HTMLAnchorElement ? [root] : [...root.querySelectorAll<HTMLAnchorElement>('a[href]')],
  );
  return anchors.map((anchor) => ({
    text: (anchor.innerText || anchor.textContent).trim(),
    href: anchor.href,
  }));
}

/** Where to read when no target is given. */
const WHOLE: Partial<Record<Form, string>> = {
  text: 'body',
  html: 'html',
  list: 'ul, ol, [role=list]',
  table: 'table, [role=table], [role=grid]',
  links: 'html',
};

/** Runs in the page: the text of an element, and its language. */
function textAndLanguage(node: Element): { text: string; language: string } {
  const text = node instanceof HTMLElement ? node.innerText : node.textContent;
  const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node.value : text;
  return { text: field.trim(), language: node.closest('[lang]')?.getAttribute('lang') ?? '' };
}

/** @throws {StepError} `output_invalid` when the element shows no number, several, or one with two readings */
async function readNumber(call: Call, element: Locator): Promise<number> {
  const { text, language } = await element.evaluate(textAndLanguage, undefined, call.wait);
  const number = readShownNumber(text, language);
  if (number === null)
    throw new StepError('output_invalid', `"${truncate(text, 100)}" is not one number with one reading.`, {
      noEffect: true,
    });
  return number;
}

function readOne(call: Call, input: Reading, element: Locator): Promise<unknown> {
  switch (input.as) {
    case 'number':
      return readNumber(call, element);
    case 'text':
      return element.innerText(call.wait).then((text) => text.trim());
    case 'value':
      return element.inputValue(call.wait);
    case 'attribute':
      return element.getAttribute(input.attribute ?? '', call.wait);
    case 'html':
      return element.evaluate((node) => node.outerHTML, undefined, call.wait);
    case 'table':
      return element.evaluate(tableTexts, undefined, call.wait);
    default:
      return readAll(call, input, element);
  }
}

/** Lists and links may come from several elements, so here more than one is no mistake. */
async function readAll(call: Call, input: Reading, elements: Locator): Promise<unknown> {
  await elements.first().waitFor({ state: 'attached', ...call.wait });
  return input.as === 'list' ? elements.evaluateAll(listTexts) : elements.evaluateAll(linksIn);
}

/** How a field is read where it does not say so itself. */
function readingOf(field: Field, { as = 'text', attribute }: Extraction): Reading & { target: Target } {
  const whole = { as: as === 'list' ? ('text' as const) : as, attribute };
  if (typeof field === 'string' || !('target' in field)) return { target: field, ...whole };
  if (field.as !== undefined) return { ...field, as: field.as };
  return field.attribute === undefined
    ? { ...whole, target: field.target }
    : { target: field.target, as: 'attribute', attribute: field.attribute };
}

async function readFields(call: Call, input: Extraction, scope: Locator): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(input.fields ?? {})) {
    const reading = readingOf(field, input);
    const element = locate(scope, reading.target);
    values[name] = await whileWaiting(call, element, reading.target, () => readOne(call, reading, element));
  }
  return values;
}

/** With `fields`, an object of them, and for a list one object for each element that the target names. */
async function readRecords(call: Call, input: Extraction): Promise<unknown> {
  if (input.as !== 'list') return readFields(call, input, locate(call.page, input.target ?? 'html'));
  if (input.target === undefined)
    throw new StepError('action_failed', 'input.target: needed for a list with fields.', { noEffect: true });
  const { target } = input;
  const items = locate(call.page, target);
  await onTarget(call, target, () => items.first().waitFor({ state: 'attached', ...call.wait }));
  const records: unknown[] = [];
  for (const item of await items.all()) records.push(await readFields(call, input, item));
  return records;
}

export const extract: Handler<'browser.extract'> = (call, input) =>
  call.interruptible(() => extractOnce(call, input));

async function extractOnce(call: Call, input: Extraction): Promise<unknown> {
  if (input.fields !== undefined) return readRecords(call, input);
  const { as = 'text', attribute } = input;
  const target = input.target ?? WHOLE[as];
  if (target === undefined)
    throw new StepError('action_failed', `input.target: needed to extract ${as}.`, { noEffect: true });
  return onTarget(
    call,
    typeof target === 'string' && input.target === undefined ? { css: target } : target,
    (element) => readOne(call, { as, attribute }, element),
    as === 'value' ? 'field' : 'any',
  );
}
