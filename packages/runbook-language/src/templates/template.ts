/** A reference `{{ … }}` to an input of the Run, or to a path in the output of a step. */
export type Reference =
  | { type: 'input'; name: string }
  | { type: 'output'; stepId: string; path: readonly string[] };

/** One part of a parsed template. `invalid` is a malformed `{{ … }}` with the `text` between its braces. */
export type TemplatePart = { type: 'text'; text: string } | Reference | { type: 'invalid'; text: string };
export type Template = readonly TemplatePart[];

const BRACES = /\{\{([^{}]*)\}\}/;
const INPUT = /^inputs\.(?<name>[A-Za-z][A-Za-z0-9_-]{0,63})$/;
const OUTPUT = /^steps\.(?<stepId>[A-Za-z][A-Za-z0-9_-]{0,63})\.output(?:\.(?<path>[^\s.]+(?:\.[^\s.]+)*))?$/;

function parseReference(inside: string): TemplatePart {
  const text = inside.trim();
  const name = INPUT.exec(text)?.groups?.['name'];
  if (name !== undefined) return { type: 'input', name };
  const { stepId, path } = OUTPUT.exec(text)?.groups ?? {};
  if (stepId !== undefined) return { type: 'output', stepId, path: path?.split('.') ?? [] };
  return { type: 'invalid', text: inside };
}

/** Splits a text into literal parts and references. Total: any text is a template. */
export function parseTemplate(text: string): Template {
  return text
    .split(BRACES)
    .map((part, index): TemplatePart =>
      index % 2 === 0 ? { type: 'text', text: part } : parseReference(part),
    )
    .filter((part) => part.type !== 'text' || part.text !== '');
}

/** Prints a template with its references in normal spelling. */
export function printTemplate(template: Template): string {
  return template
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'invalid' ? `{{${part.text}}}` : `{{ ${printReference(part)} }}`;
    })
    .join('');
}

/** `inputs.name` or `steps.id.output.some.path`. */
export function printReference(reference: Reference): string {
  return reference.type === 'input'
    ? `inputs.${reference.name}`
    : ['steps', reference.stepId, 'output', ...reference.path].join('.');
}

/** True when the text contains at least one `{{ … }}`. */
export function hasTemplate(text: string): boolean {
  return BRACES.test(text);
}

/** One `{{ … }}` and its path in the searched value. */
export interface FoundReference {
  readonly path: readonly PropertyKey[];
  readonly part: Exclude<TemplatePart, { type: 'text' }>;
}

/** Finds every `{{ … }}` in the strings of a JSON value, not in keys. Iterative, so depth cannot exhaust the stack. */
export function referencesIn(value: unknown): FoundReference[] {
  const found: FoundReference[] = [];
  const pending: { value: unknown; path: readonly PropertyKey[] }[] = [{ value, path: [] }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { value, path } = entry;
    if (typeof value === 'string') {
      for (const part of parseTemplate(value)) if (part.type !== 'text') found.push({ path, part });
    } else if (Array.isArray(value)) {
      pending.push(
        ...value.map((item: unknown, index) => ({ value: item, path: [...path, index] })).reverse(),
      );
    } else if (typeof value === 'object' && value !== null) {
      pending.push(
        ...Object.entries(value)
          .map(([key, item]) => ({ value: item, path: [...path, key] }))
          .reverse(),
      );
    }
  }
  return found;
}
