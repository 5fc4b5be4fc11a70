import { parseReference, printReference, type Reference } from './reference.ts';

export type { Reference } from './reference.ts';

/** One part of a parsed template. `invalid` is a malformed `{{ … }}` with the `text` between its braces. */
export type TemplatePart = { type: 'text'; text: string } | Reference | { type: 'invalid'; text: string };
export type Template = readonly TemplatePart[];

const PLAIN = /\{\{([^{}]*)\}\}/y;
/** A filter's argument may hold braces. */
const WITH_ARGUMENT = /\{\{((?:[^{}"]|"(?:[^"\\]|\\.)*")*)\}\}/sy;
/** Longer references with braces in an argument are text, which bounds the work of finding the others. */
const MAX_WITH_ARGUMENT = 500;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function bracesAt(text: string, at: number, hasFilters: boolean): RegExpExecArray | null {
  const plain = matchAt(PLAIN, text, at);
  if (!hasFilters || (plain !== null && !endsInArgument(plain[1] ?? ''))) return plain;
  return matchAt(WITH_ARGUMENT, text.slice(at, at + MAX_WITH_ARGUMENT), 0) ?? plain;
}

/** Whether the braces that close `inside` stand in an argument, as in `default("}}")`. */
function endsInArgument(inside: string): boolean {
  return inside.replaceAll(/\\./gs, '').split('"').length % 2 === 0;
}

/** Splits a text into literal parts and references. Total: any text is a template. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  const hasFilters = text.includes('|');
  let done = 0;
  const pushText = (end: number) => {
    if (end > done) parts.push({ type: 'text', text: text.slice(done, end) });
  };
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at)) {
    const found = bracesAt(text, at, hasFilters);
    if (found === null) {
      at += 1;
      continue;
    }
    const [whole, inside = ''] = found;
    pushText(at);
    parts.push(parseReference(inside) ?? { type: 'invalid', text: inside });
    at += whole.length;
    done = at;
  }
  pushText(text.length);
  return parts;
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

/** The reference that is the whole text; null when there is none. */
export function wholeReference(text: string): Reference | null {
  const [part, ...rest] = parseTemplate(text);
  return part === undefined || rest.length > 0 || part.type === 'text' || part.type === 'invalid'
    ? null
    : part;
}

/** True when the text contains at least one `{{ … }}`. */
export function hasTemplate(text: string): boolean {
  return parseTemplate(text).some(({ type }) => type !== 'text');
}

/** One `{{ … }}` and its path in the searched value. */
export interface FoundReference {
  readonly path: readonly PropertyKey[];
  readonly part: Exclude<TemplatePart, { type: 'text' }>;
}

/** A reference that somebody began to write: `{{` and what references begin with. Other braces are text. */
const BEGUN = /\{\{\s*(?:(?:inputs|steps|run|secrets)\.|(?:item|index)\b)/;

/** True when a text begins a reference and never closes it, which would be typed or sent as it stands. */
export function hasUnclosedReference(template: Template): boolean {
  return template.some((part) => part.type === 'text' && BEGUN.test(part.text));
}

/** Every string in a JSON value and its path, keys aside. Iterative, so depth cannot exhaust the stack. */
export function textsIn(value: unknown): { path: readonly PropertyKey[]; text: string }[] {
  const found: { path: readonly PropertyKey[]; text: string }[] = [];
  const pending: { value: unknown; path: readonly PropertyKey[] }[] = [{ value, path: [] }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { value, path } = entry;
    if (typeof value === 'string') {
      found.push({ path, text: value });
    } else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      // Pushed one by one: a call takes no more arguments than the stack holds.
      for (const [key, item] of Object.entries(value).reverse())
        if (typeof item === 'string' || typeof item === 'object')
          pending.push({ value: item, path: [...path, isList ? Number(key) : key] });
    }
  }
  return found;
}

/** Finds every `{{ … }}` in the strings of a JSON value, not in keys. */
export function referencesIn(value: unknown): FoundReference[] {
  return textsIn(value).flatMap(({ path, text }) =>
    parseTemplate(text).flatMap((part) => (part.type === 'text' ? [] : [{ path, part }])),
  );
}
