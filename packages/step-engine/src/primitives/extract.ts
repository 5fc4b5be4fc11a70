import type { SignatureOf, Target } from '@errand/contracts/primitives';
import { readShownNumber } from '@errand/runbook-language';
import type { Locator } from 'playwright-core';
import type { z } from 'zod';
import { StepError, truncate } from '@errand/browser-runtime';
import type { Directly } from '../direct/act.ts';
import { plainTarget } from '../direct/plain-target.ts';
import { readRecordsDirectly, reading, waitingForAny } from '../direct/read.ts';
import { onTarget, whileWaiting } from '../targets/act.ts';
import { locate } from '../targets/locator.ts';
import type { Call } from './call.ts';
import { readElements, readFieldsOf } from './page-reading.ts';
import type { Form, Read, Reading } from './page-values.ts';
import type { Handler } from './primitive.ts';

type Extraction = z.output<SignatureOf<'browser.extract'>['input']>;
type Field = NonNullable<Extraction['fields']>[string];

/** Where to read when no target is given. */
const WHOLE: Partial<Record<Form, string>> = {
  text: 'body',
  html: 'html',
  list: 'ul, ol, [role=list]',
  table: 'table, [role=table], [role=grid]',
  links: 'html',
};

/** @throws {StepError} `output_invalid` when the element shows no number, several, or one with two readings */
function numberIn({ text, language }: { text: string; language: string }): number {
  const number = readShownNumber(text, language);
  if (number === null)
    throw new StepError('output_invalid', `"${truncate(text, 100)}" is not one number with one reading.`, {
      noEffect: true,
    });
  return number;
}

function asRead({ as }: Reading, value: unknown): unknown {
  return as === 'number' ? numberIn(value as Parameters<typeof numberIn>[0]) : value;
}

/** As `readOne`, of what is there. */
function readingOne(how: Reading): Directly<unknown> {
  const read = reading(how);
  return async (...given) => {
    const done = await read(...given);
    return done?.result == null ? null : { result: asRead(how, done.result.value) };
  };
}

async function readOne(call: Call, reading: Reading, element: Locator): Promise<unknown> {
  switch (reading.as) {
    case 'text':
      return (await element.innerText(call.wait)).trim();
    case 'value':
      return element.inputValue(call.wait);
    case 'attribute':
      return element.getAttribute(reading.attribute ?? '', call.wait);
    default:
      for (;;) {
        const read = await readElements(element, reading, call.wait);
        if (read !== null) return asRead(reading, read.value);
        // Refuses several elements, with their names.
        await element.waitFor({ state: 'attached', ...call.wait });
      }
  }
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

function fieldsOf(input: Extraction): [name: string, field: ReturnType<typeof readingOf>][] {
  return Object.entries(input.fields ?? {}).map(([name, field]) => [name, readingOf(field, input)]);
}

async function readFields(call: Call, input: Extraction, scope: Locator): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, reading] of fieldsOf(input)) {
    const element = locate(scope, reading.target);
    values[name] = await whileWaiting(call, element, reading.target, () => readOne(call, reading, element));
  }
  return values;
}

/** Whether what a target finds within several items is what it finds within each. */
function isWithinEach(target: Target): boolean {
  return typeof target === 'string'
    ? !/>>|^(?:xpath=|\/\/)/.test(target)
    : target.nth === undefined && target.frame === undefined;
}

/** All fields of all items, without Playwright; null where it has to look. */
async function readPlainly(call: Call, input: Extraction): Promise<Read[][] | null> {
  const items = plainTarget(input.target ?? { css: 'html' });
  if (items === null) return null;
  const fields = fieldsOf(input).flatMap(([, { target, ...how }]) => {
    const plain = plainTarget(target);
    return plain === null ? [] : { ...how, target: plain };
  });
  if (fields.length < fieldsOf(input).length) return null;
  const records = await readRecordsDirectly(call, items, fields);
  // Of what is not one record Playwright says what is wrong.
  return records === null || (input.as !== 'list' && records.length !== 1) ? null : records;
}

/** All records, read in one call; null when a field is not there, or there several times. */
async function readTogether(call: Call, input: Extraction, items: Locator): Promise<unknown[] | null> {
  const fields = fieldsOf(input);
  const hasMany = input.as === 'list';
  if (hasMany && !fields.every(([, { target }]) => isWithinEach(target))) return null;
  const readings = fields.map(([, { target, ...reading }]) => ({
    ...reading,
    within: (item: Locator) => locate(item, target),
  }));
  // Playwright says of each field by itself what is wrong with it.
  const records =
    (await readPlainly(call, input)) ??
    (await readFieldsOf(items, readings, hasMany, call.wait).catch(() => null));
  if (records === null || records.some((record) => record.includes(null))) return null;
  return records.map((record) =>
    Object.fromEntries(fields.map(([name, reading], index) => [name, asRead(reading, record[index]?.value)])),
  );
}

/** With `fields`, an object of them, and for a list one object for each element that the target names. */
async function readRecords(call: Call, input: Extraction): Promise<unknown> {
  if (input.as !== 'list') {
    const scope = locate(call.page, input.target ?? 'html');
    const record = (await readTogether(call, input, scope))?.[0];
    return record ?? readFields(call, input, scope);
  }
  if (input.target === undefined)
    throw new StepError('action_failed', 'input.target: needed for a list with fields.', { noEffect: true });
  const { target } = input;
  const items = locate(call.page, target);
  await onTarget(
    call,
    target,
    () => items.first().waitFor({ state: 'attached', ...call.wait }),
    'any',
    waitingForAny,
  );
  const together = await readTogether(call, input, items);
  if (together !== null) return together;
  const records: unknown[] = [];
  for (const item of await items.all()) records.push(await readFields(call, input, item));
  return records;
}

/** Reads a value in the form that `as` asks for. With `fields`, reads a record of values, or a list of records for a list. */
export const extract: Handler<'browser.extract'> = (call, input) =>
  call.interruptible(() => extractOnce(call, input));

async function extractOnce(call: Call, input: Extraction): Promise<unknown> {
  if (input.fields !== undefined) return readRecords(call, input);
  const { as = 'text', attribute } = input;
  const target = input.target ?? WHOLE[as];
  if (target === undefined)
    throw new StepError('action_failed', `input.target: needed to extract ${as}.`, { noEffect: true });
  const how = { as, attribute };
  return onTarget(
    call,
    typeof target === 'string' && input.target === undefined ? { css: target } : target,
    (element) => readOne(call, how, element),
    as === 'value' ? 'field' : 'any',
    readingOne(how),
  );
}
