import { type RunbookParameter, SECRET_MASK, conflict } from '@errand/contracts';
import { Target } from '@errand/contracts/primitives';
import { SECRET_REFERENCE, secretNamesIn } from '@errand/runbook-language';
import { z } from 'zod';
import type { RecordedAction } from './recorded-actions.ts';

/** The input with the typed text, by primitive. */
const TYPED: Readonly<Record<string, string>> = { 'browser.fill': 'value', 'browser.type': 'text' };
const SECRET_NAME = new RegExp(SECRET_REFERENCE, 'g');

/** The typed text. Null for other primitives, for clearing a field, and for a secret that the task names. */
export function typedIn({
  primitive,
  input,
}: Pick<RecordedAction, 'primitive' | 'input'>): { field: string; value: string } | null {
  const field = TYPED[primitive];
  const value = field === undefined ? undefined : input[field];
  if (field === undefined || typeof value !== 'string' || value === '') return null;
  return holdsSecretName(value) ? null : { field, value };
}

function holdsSecretName(text: string): boolean {
  return secretNamesIn(text).length > 0;
}

/** A required secret for each `{{ secrets.name }}` in the inputs of the actions. */
export function secretParameters(actions: readonly RecordedAction[]): RunbookParameter[] {
  const names = new Set(actions.flatMap(({ input }) => secretNamesIn(JSON.stringify(input))));
  return [...names].map((name) => ({ name: parameterNameOf(name), type: 'secret', required: true }));
}

/** A secret inside a list or object of a Blueprint's inputs has a path, which is not the name of a parameter. */
function parameterNameOf(secret: string): string {
  return secret.replaceAll(/[.[\]]+/g, '_').replace(/_$/, '');
}

/** `{{ secrets.name }}` of an ad-hoc Run is `{{ inputs.name }}` of a Runbook. */
export function withSecretInputs<Value>(value: Value): Value {
  return replaceSecretNames(value, (name) => `{{ inputs.${parameterNameOf(name)} }}`);
}

/** Removes each `{{ secrets.name }}`, so that any other secret or template in the value can be seen. */
export function withoutSecretNames<Value>(value: Value): Value {
  return replaceSecretNames(value, () => '');
}

/** Names hold no character that JSON would escape. */
function replaceSecretNames<Value>(value: Value, replace: (name: string) => string): Value {
  const json = JSON.stringify(value).replaceAll(SECRET_NAME, (reference) =>
    secretNamesIn(reference).map(replace).join(''),
  );
  return JSON.parse(json) as Value;
}

/** The typed text becomes the default; a password becomes a secret parameter without one. */
export function parameterFor(
  target: unknown,
  value: string,
  others: readonly RunbookParameter[],
  description: string,
): RunbookParameter {
  if (value === SECRET_MASK)
    return { name: unused('password', others), type: 'secret', required: true, description };
  if (value.includes(SECRET_MASK))
    throw conflict(`The Run cannot become a Runbook: a secret is part of what was typed (${description}).`);
  const name = nameFrom(target);
  const type = typeOf(value, name);
  const isNumber = type === 'integer' || type === 'number';
  return { name: unused(name, others), type, default: isNumber ? Number(value) : value, description };
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Fields whose digits are a code, which may have leading zeros or letters another time. */
const CODE =
  /code|zip|post|phone|tel|mobile|fax|card|cvc|cvv|pin|iban|account|vat|tax|ssn|isbn|ean|sku|serial|reference|password|search|(?:^|_)(?:id|no|number|value|q)(?:_|$)/;
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,8})$/;
const DECIMAL_NUMBER = /^-?(?:0|[1-9]\d{0,8})\.\d{1,6}$/;

/** The type that the typed text has in a field of that name. */
function typeOf(value: string, name: string): RunbookParameter['type'] {
  if (!CODE.test(name)) {
    if (WHOLE_NUMBER.test(value)) return 'integer';
    if (DECIMAL_NUMBER.test(value)) return 'number';
  }
  if (z.iso.date().safeParse(value).success) return 'date';
  if (z.regexes.html5Email.test(value)) return 'email';
  return isHttpUrl(value) ? 'url' : 'string';
}

/** A parameter name from a field's name: "Full name" becomes `full_name`. */
function nameFrom(target: unknown): string {
  const { data: by } = Target.safeParse(target);
  const name = (typeof by === 'object' ? fieldName(by) : '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+/g, '')
    .slice(0, 40)
    .replaceAll(/_+$/g, '');
  return name || 'value';
}

function fieldName(by: Exclude<Target, string>): string {
  if ('label' in by) return by.label;
  if ('role' in by) return by.name ?? '';
  if ('placeholder' in by) return by.placeholder;
  return 'testId' in by ? by.testId : '';
}

function unused(name: string, others: readonly RunbookParameter[]): string {
  let free = name;
  for (let next = 2; others.some((other) => other.name === free); next += 1) free = `${name}_${next}`;
  return free;
}
