import { applyFilter, FilterError } from './filters.ts';
import { printReference } from './reference.ts';
import { parseTemplate, wholeReference, type Reference } from './template.ts';
import { asText } from './text.ts';

/** The values that references can name; absent optional inputs and steps that have not run have no entry. */
export interface TemplateScope {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, { readonly output: unknown }>>;
  /** The item of a `forEach`. */
  readonly item?: unknown;
  /** The round of a loop, from 0. */
  readonly index?: number;
  readonly run?: { readonly id: string; readonly startedAt: string };
}

/** A reference names a missing value. `message` is display-safe: it contains the reference, never a value. */
export class TemplateError extends Error {
  readonly reference: string;

  constructor(reference: Reference, why = 'has no value') {
    const text = printReference(reference);
    super(`{{ ${text} }} ${why}.`);
    this.name = 'TemplateError';
    this.reference = text;
  }
}

/** Own fields and items only: an array's `length` cannot be referenced. */
function holds(value: unknown, key: string): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.prototype.propertyIsEnumerable.call(value, key)
  );
}

function follow(value: unknown, path: readonly string[]): unknown {
  let inner: unknown = value ?? null;
  for (const key of path) {
    if (!holds(inner, key)) return undefined;
    inner = inner[key];
  }
  return inner;
}

/** An optional input or property that was not given is null; an item beyond the end of a list is missing. */
function inputAt(value: unknown, path: readonly string[]): unknown {
  let inner: unknown = value ?? null;
  for (const key of path) {
    if (Array.isArray(inner) && !holds(inner, key)) return undefined;
    inner = holds(inner, key) ? (inner[key] ?? null) : null;
  }
  return inner;
}

/** Undefined: missing. */
function lookUp(reference: Reference, scope: TemplateScope): unknown {
  switch (reference.type) {
    case 'input': {
      const { name, path } = reference;
      return Object.hasOwn(scope.inputs, name) ? inputAt(scope.inputs[name], path) : null;
    }
    case 'output': {
      const { stepId, path } = reference;
      return Object.hasOwn(scope.steps, stepId) ? follow(scope.steps[stepId]?.output, path) : undefined;
    }
    case 'item':
      return scope.index === undefined ? undefined : follow(scope.item, reference.path);
    case 'index':
      return scope.index;
    default:
      return scope.run?.[reference.field];
  }
}

function valueOf(reference: Reference, scope: TemplateScope): unknown {
  try {
    const value = reference.filters.reduce(
      (current, filter) => applyFilter(filter, current),
      lookUp(reference, scope),
    );
    if (value === undefined) throw new TemplateError(reference);
    return value;
  } catch (error) {
    if (error instanceof FilterError)
      throw new TemplateError(reference, `cannot be resolved: its value ${error.message}`);
    throw error;
  }
}

/** Resolves a template to text, passing each value through `write`. */
export function resolveText(
  text: string,
  scope: TemplateScope,
  write: (value: unknown) => string = asText,
): string {
  return parseTemplate(text)
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'invalid' ? `{{${part.text}}}` : write(valueOf(part, scope));
    })
    .join('');
}

/** Resolves a text; one that is one whole reference gets the type of its value. */
export function resolveString(text: string, scope: TemplateScope): unknown {
  const whole = wholeReference(text);
  return whole === null ? resolveText(text, scope) : valueOf(whole, scope);
}

/**
 * Returns a copy of a JSON value with every reference in its strings resolved. A string that is one whole reference gets
 * the type of its value; any other stays a string.
 * @throws {TemplateError} when a step has no output, its output lacks the path, or a filter cannot take the value
 */
export function resolveTemplates(value: unknown, scope: TemplateScope): unknown {
  if (typeof value === 'string') return resolveString(value, scope);
  if (Array.isArray(value)) return value.map((item: unknown) => resolveTemplates(item, scope));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, resolveTemplates(item, scope)]),
    );
  return value;
}
