import { brokenFilter, filterNames } from '../templates/filters.ts';
import { parseFilters, parseReference } from '../templates/reference.ts';
import { nearestNames } from '../runbooks/nearest.ts';

const EXAMPLES =
  '{{ inputs.name }}, {{ steps.id.output }}, {{ steps.id.output.rows[0].name }}, {{ item }}, {{ index }}, {{ run.id }}';
const ROOTS = ['inputs', 'steps', 'item', 'index', 'run'];

/** Why the filters of a reference cannot be used; null: they can. */
function filterProblem(value: string, rest: string): string | null {
  const filters = parseFilters(rest);
  if (filters === null)
    return `its filters are not written as "| name" or "| name("argument")", with double quotation marks`;
  const unknown = filters.find(({ name }) => !filterNames.includes(name));
  if (unknown !== undefined) {
    const near = nearestNames(unknown.name, filterNames);
    const other =
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${filterNames.join(', ')}`;
    return `unknown filter "${unknown.name}"; ${other}`;
  }
  const broken = filters.map(brokenFilter).find((problem) => problem !== null);
  return broken ?? (parseReference(value) === null ? null : 'its filters cannot be read');
}

/** Common misspellings and their corrections. */
function respelt(value: string): string | null {
  const roots = /^([A-Za-z]+)/.exec(value)?.[1] ?? '';
  const [root] = ROOTS.includes(roots) ? [roots] : nearestNames(roots, ROOTS);
  const changes: ((text: string) => string)[] = [
    (text) =>
      text.replaceAll(/\[\s*(?:"([^"]*)"|'([^']*)')\s*\]/g, (_, a?: string, b?: string) => `.${a ?? b}`),
    (text) => text.replaceAll(/\[\s*(\d+)\s*\]/g, '[$1]').replaceAll(/\s*\.\s*/g, '.'),
    (text) => (root === undefined ? text : text.replace(/^[A-Za-z]+/, root)),
    (text) =>
      text.replace(/^secrets\b/, 'inputs').replace(/^steps\.([^.[\]]+)\.outputs\b/, 'steps.$1.output'),
    (text) => text.replace(/^steps\.([^.[\]]+)(?!\.output\b)((?:\.|\[|$).*)/, 'steps.$1.output$2'),
    (text) => text.replaceAll(/\[(?:\*|-\d+)?\]/g, '[0]'),
  ];
  let text = value;
  for (const change of changes) {
    text = change(text);
    if (text !== value && parseReference(text) !== null) return text;
  }
  return null;
}

const MAX_QUOTED = 200;

function quoted(inside: string): string {
  return `{{${inside.length > MAX_QUOTED ? `${inside.slice(0, MAX_QUOTED)}…` : inside}}}`;
}

/** Says that a `{{ … }}` is no reference, without a correction. */
export function plainlyInvalid(inside: string): string {
  return `"${quoted(inside)}" is no reference`;
}

/** Suggests the correction of a `{{ … }}` that is no reference. Long texts are misspelt in no usual way. */
export function explainInvalid(inside: string): string {
  if (inside.length > MAX_QUOTED) return `${plainlyInvalid(inside)}: write one such as ${EXAMPLES}`;
  const bar = inside.indexOf('|');
  const value = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const filters = bar < 0 ? null : filterProblem(value, inside.slice(bar));
  if (filters !== null && parseReference(value) !== null) return `{{${inside}}}: ${filters}`;
  const right = respelt(value);
  const what = plainlyInvalid(inside);
  if (right !== null) return `${what}: write {{ ${right}${bar < 0 ? '' : ` ${inside.slice(bar).trim()}`} }}`;
  return `${what}: write one such as ${EXAMPLES}`;
}
