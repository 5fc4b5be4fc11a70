import { parseTemplate, printReference, type Reference } from './template.ts';

/** The values that references can name; absent optional inputs and steps that have not run have no entry. */
export interface TemplateScope {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, { readonly output: unknown }>>;
}

/** A reference names a missing value. `message` is display-safe: it contains the reference, never a value. */
export class TemplateError extends Error {
  readonly reference: string;

  constructor(reference: Reference) {
    const text = printReference(reference);
    super(`{{ ${text} }} has no value.`);
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

function lookUp(reference: Reference, scope: TemplateScope): unknown {
  if (reference.type === 'input')
    return Object.hasOwn(scope.inputs, reference.name) ? (scope.inputs[reference.name] ?? null) : null;
  if (!Object.hasOwn(scope.steps, reference.stepId)) throw new TemplateError(reference);
  let value: unknown = scope.steps[reference.stepId]?.output ?? null;
  for (const key of reference.path) {
    if (!holds(value, key)) throw new TemplateError(reference);
    value = value[key];
  }
  return value;
}

/** A value as part of a longer text: null is empty, objects and lists are JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
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
      return part.type === 'invalid' ? `{{${part.text}}}` : write(lookUp(part, scope));
    })
    .join('');
}

function resolveString(text: string, scope: TemplateScope): unknown {
  const [first, ...rest] = parseTemplate(text);
  if (first !== undefined && rest.length === 0 && (first.type === 'input' || first.type === 'output'))
    return lookUp(first, scope);
  return resolveText(text, scope);
}

/**
 * Returns a copy of a JSON value with every reference in its strings resolved. A string that is one whole reference gets
 * the type of its value; any other stays a string.
 * @throws {TemplateError} when a step has no output or its output lacks the dotted path
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
