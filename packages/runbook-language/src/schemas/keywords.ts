import { codePoints } from '@errand/contracts';
import { APPLICATORS } from './applicators.ts';
import { fitsFormat } from './formats.ts';
import { misused, type CompileKeyword, type Keyword } from './keyword.ts';
import { canonical, fieldsOf, problem, typeOf, type Judging, type Rule } from './rules.ts';

/** Unsupported keywords that would change the result if ignored. */
export const REFUSED = ['unevaluatedItems', 'unevaluatedProperties', '$dynamicRef', '$recursiveRef'] as const;

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];
/** Maximum number of allowed values that a message lists. */
const MAX_NAMED_VALUES = 20;

function numberOf(keyword: Keyword): number {
  if (typeof keyword.asked !== 'number') throw misused(keyword, 'must be a number');
  return keyword.asked;
}

function countOf(keyword: Keyword): number {
  const count = numberOf(keyword);
  if (!Number.isInteger(count) || count < 0) throw misused(keyword, 'must be a whole number from 0');
  return count;
}

function aboutNumbers(fits: (value: number, asked: number) => boolean, words: string): CompileKeyword {
  return (keyword) => {
    // Draft 4 has `exclusiveMinimum: true` together with `minimum`.
    if (typeof keyword.asked === 'boolean') return null;
    const asked = numberOf(keyword);
    return (value) =>
      typeof value !== 'number' || fits(value, asked) ? [] : problem(`must be ${words} ${asked}`);
  };
}

function limit(strict: string, fits: (value: number, asked: number) => boolean, words: string) {
  const inclusive = aboutNumbers(fits, `at ${words === 'greater than' ? 'least' : 'most'}`);
  const exclusive = aboutNumbers((value, asked) => value !== asked && fits(value, asked), words);
  return (keyword: Keyword): Rule | null =>
    keyword.schema[strict] === true ? exclusive(keyword) : inclusive(keyword);
}

/** Limits the size of strings, arrays or objects; `sizeOf` returns null for values of other types. */
function aboutSize(
  sizeOf: (value: unknown, judging: Judging) => number | null,
  isLeast: boolean,
  what: string,
): CompileKeyword {
  return (keyword) => {
    const asked = countOf(keyword);
    const message = `must ${what.startsWith('be') ? 'be' : 'have'} at ${isLeast ? 'least' : 'most'} ${asked} ${what.replace(/^be /, '')}`;
    return (value, judging) => {
      const size = sizeOf(value, judging);
      return size === null || (isLeast ? size >= asked : size <= asked) ? [] : problem(message);
    };
  };
}

function lengthOf(value: unknown, { budget }: Judging): number | null {
  if (typeof value !== 'string') return null;
  budget.spend(value.length >> 3);
  return codePoints(value);
}

function countItems(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}

function countFields(value: unknown, judging: Judging): number | null {
  return fieldsOf(value, judging)?.length ?? null;
}

function compileType(keyword: Keyword): Rule {
  const types: unknown[] = [keyword.asked].flat();
  const names = types.filter((type) => typeof type === 'string' && TYPES.includes(type)) as string[];
  if (names.length < types.length || names.length === 0)
    throw misused(keyword, `must be one of ${TYPES.join(', ')}`);
  const message = `must be of type ${names.join(' or ')}`;
  return (value) => {
    const type = typeOf(value);
    if (names.includes(type) || (type === 'integer' && names.includes('number'))) return [];
    return [{ path: [], message, types: names }];
  };
}

function allowed(keyword: Keyword, values: readonly unknown[]): Rule {
  const named = values.slice(0, MAX_NAMED_VALUES).map((value) => JSON.stringify(value));
  const more = values.length > named.length ? ' …' : '';
  const message = `must be ${values.length > 1 ? 'one of ' : ''}${named.join(', ')}${more}`;
  const budget = { spend: (steps: number) => keyword.compiler.spend(steps) };
  const known = new Set(values.map((value) => canonical(value, budget)));
  return (value, judging) => (known.has(canonical(value, judging.budget)) ? [] : problem(message));
}

function compileEnum(keyword: Keyword): Rule {
  if (!Array.isArray(keyword.asked)) throw misused(keyword, 'must be a list');
  return keyword.asked.length === 0
    ? () => problem('is not allowed: no value is')
    : allowed(keyword, keyword.asked);
}

function compilePatternKeyword(keyword: Keyword): Rule {
  const { asked, compiler } = keyword;
  if (typeof asked !== 'string') throw misused(keyword, 'must be a text');
  const pattern = compiler.pattern(asked);
  return (value, { budget }) =>
    typeof value !== 'string' || pattern.test(value, budget)
      ? []
      : problem(`must match the pattern /${asked}/`);
}

function compileFormat(keyword: Keyword): Rule {
  const { asked } = keyword;
  if (typeof asked !== 'string') throw misused(keyword, 'must be a text');
  return (value, { budget }) => {
    if (typeof value !== 'string') return [];
    budget.spend(value.length + 100);
    return fitsFormat(value, asked) ? [] : problem(`must be of the format ${asked}`);
  };
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

function compileUnique(keyword: Keyword): Rule | null {
  if (keyword.asked !== true) return null;
  return (value, { budget }) => {
    if (!Array.isArray(value)) return [];
    const seen = new Set(value.map((item) => canonical(item, budget)));
    return seen.size === value.length ? [] : problem('must not hold the same item twice');
  };
}

/** In the order of reported problems: unknown fields come before the missing ones they may stand for. */
export const KEYWORDS: ReadonlyMap<string, CompileKeyword> = new Map<string, CompileKeyword>([
  ['type', compileType],
  ['enum', compileEnum],
  ['const', (keyword) => allowed(keyword, [keyword.asked])],
  ['minLength', aboutSize(lengthOf, true, 'be characters long')],
  ['maxLength', aboutSize(lengthOf, false, 'be characters long')],
  ['pattern', compilePatternKeyword],
  ['format', compileFormat],
  ['minimum', limit('exclusiveMinimum', (value, asked) => value >= asked, 'greater than')],
  ['maximum', limit('exclusiveMaximum', (value, asked) => value <= asked, 'less than')],
  ['exclusiveMinimum', aboutNumbers((value, asked) => value > asked, 'greater than')],
  ['exclusiveMaximum', aboutNumbers((value, asked) => value < asked, 'less than')],
  ['multipleOf', aboutNumbers(isMultiple, 'a multiple of')],
  ['minItems', aboutSize(countItems, true, 'items')],
  ['maxItems', aboutSize(countItems, false, 'items')],
  ['uniqueItems', compileUnique],
  ['minProperties', aboutSize(countFields, true, 'fields')],
  ['maxProperties', aboutSize(countFields, false, 'fields')],
  ...APPLICATORS,
]);
