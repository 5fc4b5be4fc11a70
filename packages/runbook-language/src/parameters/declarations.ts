import type { RunbookParameter } from '@errand/contracts';
import type { SoundParameter } from '../runbooks/sound.ts';
import type { Effort } from '../effort.ts';
import { compilePattern, PatternError } from '../patterns/pattern.ts';
import { brokenRule } from './value.ts';

interface Found {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Rule = 'enum' | 'minLength' | 'maxLength' | 'pattern' | 'minimum' | 'maximum' | 'default';

const TEXT_RULES = ['minLength', 'maxLength', 'pattern'] as const;
const RANGE_RULES = ['minimum', 'maximum'] as const;
const RULES: Readonly<Record<RunbookParameter['type'], readonly Rule[]>> = {
  string: [...TEXT_RULES, 'enum', 'default'],
  url: [...TEXT_RULES, 'enum', 'default'],
  email: [...TEXT_RULES, 'enum', 'default'],
  date: ['enum', 'default'],
  number: [...RANGE_RULES, 'enum', 'default'],
  integer: [...RANGE_RULES, 'enum', 'default'],
  boolean: ['default'],
  // A Runbook is stored and shown unencrypted, so it must not contain secret values.
  secret: TEXT_RULES,
};
const ALL_RULES: readonly Rule[] = [...TEXT_RULES, ...RANGE_RULES, 'enum', 'default'];

function misfits(parameter: SoundParameter): Found[] {
  return ALL_RULES.filter(
    (rule) => parameter[rule] !== undefined && !RULES[parameter.type].includes(rule),
  ).map((rule) => ({
    path: [rule],
    message: `does not fit the type ${parameter.type}`,
  }));
}

/** Returns what is wrong with a pattern, or null. */
export function brokenPatternSource(source: string, effort: Effort, flags = ''): string | null {
  try {
    compilePattern(source, flags, effort);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function contradictions(
  { minLength, maxLength, minimum, maximum, pattern }: SoundParameter,
  effort: Effort,
): Found[] {
  const found: Found[] = [];
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    found.push({ path: ['minLength'], message: 'is greater than maxLength' });
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    found.push({ path: ['minimum'], message: 'is greater than maximum' });
  const message = pattern === undefined ? null : brokenPatternSource(pattern, effort);
  if (message !== null) found.push({ path: ['pattern'], message });
  return found;
}

function brokenValues(parameter: SoundParameter, isConsistent: boolean, effort: Effort): Found[] {
  const { type } = parameter;
  const allowed = RULES[type].includes('enum') ? parameter.enum : undefined;
  const value = RULES[type].includes('default') ? parameter.default : undefined;
  const found = (allowed ?? []).flatMap((item, index): Found[] => {
    const message = brokenRule(item, { type }, effort);
    return message === null ? [] : [{ path: ['enum', index], message }];
  });
  const message = value === undefined ? null : brokenRule(value, isConsistent ? parameter : { type }, effort);
  return message === null ? found : [...found, { path: ['default'], message }];
}

/**
 * Returns all problems among the well-formed fields of one parameter: rules that do not fit its type or contradict each
 * other, and values that break them. Paths are relative to the parameter.
 */
export function checkParameter(parameter: SoundParameter, effort: Effort): Found[] {
  const rules = [...misfits(parameter), ...contradictions(parameter, effort)];
  return [...rules, ...brokenValues(parameter, rules.length === 0, effort)];
}
