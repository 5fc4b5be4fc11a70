import { brokenFilter, type Filter } from './filters.ts';

/**
 * What a `{{ … }}` names, and the filters that its value passes through. Keys of `path` are fields, or places in lists
 * as digits.
 */
export type Reference = (
  | { type: 'input'; name: string; path: readonly string[] }
  | { type: 'output'; stepId: string; path: readonly string[] }
  | { type: 'item'; path: readonly string[] }
  | { type: 'index' }
  | { type: 'run'; field: 'id' | 'startedAt' }
) & { filters: readonly Filter[] };

const NAME = '[A-Za-z][A-Za-z0-9_-]{0,63}';
const KEY = String.raw`[^\s.[\]|{}"]+`;
const VALUE = new RegExp(
  String.raw`(?:inputs\.(?<input>${NAME})|steps\.(?<step>${NAME})\.output|(?<item>item))(?<path>(?:\.${KEY}|\[\d{1,9}\])*)(?=\s|\||$)` +
    String.raw`|(?<index>index)(?=\s|\||$)|run\.(?<run>id|startedAt)(?=\s|\||$)`,
  'y',
);
const FILTER =
  /\s*\|\s*(?<name>[A-Za-z_]\w*)(?:\s*\(\s*(?:"(?<argument>(?:[^"\\]|\\.)*)"\s*)?\))?(?=\s|\||$)/sy;
const STEP_OF_PATH = /\.([^.[\]]+)|\[(\d+)\]/g;

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

function unescaped(argument: string): string {
  return argument.replaceAll(/\\(["\\nt])/g, (_, char: string) => ESCAPED[char] ?? char);
}

/** The keys of `.name[0]`. */
export function keysOf(path: string): string[] {
  return Array.from(path.matchAll(STEP_OF_PATH), ([, key, place]) => key ?? String(Number(place)));
}

/** Parses `| trim | join(", ")`; null when it is anything else. Filters may be unknown and lack arguments. */
export function parseFilters(text: string): Filter[] | null {
  const filters: Filter[] = [];
  FILTER.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ''; at = FILTER.lastIndex) {
    FILTER.lastIndex = at;
    const found = FILTER.exec(text)?.groups;
    if (found === undefined) return null;
    const { name = '', argument } = found;
    filters.push({ name, argument: argument === undefined ? null : unescaped(argument) });
  }
  return filters;
}

/** Parses the text between the braces; null when it names nothing, or has a filter that is unknown or lacks its argument. */
export function parseReference(inside: string): Reference | null {
  const text = inside.trim();
  VALUE.lastIndex = 0;
  const found = VALUE.exec(text)?.groups;
  if (found === undefined) return null;
  const filters = parseFilters(text.slice(VALUE.lastIndex));
  if (filters === null || filters.some((filter) => brokenFilter(filter) !== null)) return null;
  const path = keysOf(found['path'] ?? '');
  if (found['input'] !== undefined) return { type: 'input', name: found['input'], path, filters };
  if (found['step'] !== undefined) return { type: 'output', stepId: found['step'], path, filters };
  if (found['item'] !== undefined) return { type: 'item', path, filters };
  if (found['index'] !== undefined) return { type: 'index', filters };
  return { type: 'run', field: found['run'] === 'id' ? 'id' : 'startedAt', filters };
}

/** `.name[0]` of its keys. */
export function printPath(path: readonly string[]): string {
  return path.map((key) => (/^(?:0|[1-9]\d{0,8})$/.test(key) ? `[${key}]` : `.${key}`)).join('');
}

function printFilter({ name, argument }: Filter): string {
  const escaped = argument?.replaceAll(/["\\]/g, (char) => `\\${char}`);
  return escaped === undefined ? ` | ${name}` : ` | ${name}("${escaped}")`;
}

function printValue(reference: Reference): string {
  switch (reference.type) {
    case 'input':
      return `inputs.${reference.name}${printPath(reference.path)}`;
    case 'output':
      return `steps.${reference.stepId}.output${printPath(reference.path)}`;
    case 'item':
      return `item${printPath(reference.path)}`;
    case 'index':
      return 'index';
    default:
      return `run.${reference.field}`;
  }
}

/** `inputs.name`, `steps.id.output.some.path[0] | trim`. */
export function printReference(reference: Reference): string {
  return printValue(reference) + reference.filters.map(printFilter).join('');
}
