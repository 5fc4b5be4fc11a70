import { type NestedParameter, type ParameterType } from '@errand/contracts';
import type { WorkBudget } from '../work-budget.ts';
import { compilePattern, PatternError } from '../patterns/pattern.ts';
import { brokenRule, propertiesOf, type Rules as ParameterRules, UNCHECKED_NAME } from './value.ts';
import { holdsSecret } from './secrets.ts';

interface Found {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Rule =
  | 'enum'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minimum'
  | 'maximum'
  | 'default'
  | 'items'
  | 'properties';

const TEXT_RULES = ['minLength', 'maxLength', 'pattern'] as const;
const RANGE_RULES = ['minimum', 'maximum'] as const;
const RULES: Readonly<Record<ParameterType, readonly Rule[]>> = {
  string: [...TEXT_RULES, 'enum', 'default'],
  url: [...TEXT_RULES, 'enum', 'default'],
  email: [...TEXT_RULES, 'enum', 'default'],
  date: ['enum', 'default'],
  number: [...RANGE_RULES, 'enum', 'default'],
  integer: [...RANGE_RULES, 'enum', 'default'],
  boolean: ['default'],
  // A Runbook is stored and shown unencrypted, so it must not contain secret values.
  secret: TEXT_RULES,
  list: ['items', 'minLength', 'maxLength', 'default'],
  object: ['properties', 'default'],
  // Uploaded files expire.
  file: [],
};
const ALL_RULES: readonly Rule[] = [...TEXT_RULES, ...RANGE_RULES, 'enum', 'default', 'items', 'properties'];

function mismatches(parameter: ParameterRules): Found[] {
  return ALL_RULES.filter(
    (rule) => parameter[rule] !== undefined && !RULES[parameter.type].includes(rule),
  ).map((rule) => ({
    path: [rule],
    message: `does not fit the type ${parameter.type}`,
  }));
}

const PARAMETER_STEPS = 100;

/** Returns the problem of a pattern, or null. */
export function brokenPatternSource(source: string, budget: WorkBudget, flags = ''): string | null {
  try {
    compilePattern(source, flags, budget);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function contradictions(
  { minLength, maxLength, minimum, maximum, pattern }: ParameterRules,
  budget: WorkBudget,
): Found[] {
  const found: Found[] = [];
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    found.push({ path: ['minLength'], message: 'is greater than maxLength' });
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    found.push({ path: ['minimum'], message: 'is greater than maximum' });
  const message = pattern === undefined ? null : brokenPatternSource(pattern, budget);
  if (message !== null) found.push({ path: ['pattern'], message });
  return found;
}

function brokenValues(parameter: ParameterRules, isConsistent: boolean, budget: WorkBudget): Found[] {
  const { type } = parameter;
  const allowed = RULES[type].includes('enum') ? parameter.enum : undefined;
  const value = RULES[type].includes('default') ? parameter.default : undefined;
  const found = (allowed ?? []).flatMap((item, index): Found[] => {
    const broken = brokenRule(item, { type }, budget);
    return broken === null ? [] : [{ path: ['enum', index], message: broken.message }];
  });
  const broken = value === undefined ? null : brokenRule(value, isConsistent ? parameter : { type }, budget);
  if (broken !== null) found.push({ path: ['default', ...broken.path], message: broken.message });
  if (value !== undefined && holdsSecret(parameter))
    found.push({ path: ['default'], message: 'cannot be given, because a part of it is a secret' });
  return found;
}

/** The items and properties of a parameter, with their paths. */
function partsOf(parameter: ParameterRules): { path: PropertyKey[]; part: NestedParameter }[] {
  const { items } = parameter;
  return [
    ...(items === undefined ? [] : [{ path: ['items'], part: items }]),
    ...propertiesOf(parameter).map(([name, part]) => ({ path: ['properties', name], part })),
  ];
}

function refusedNames({ properties = {} }: ParameterRules): Found[] {
  return Object.hasOwn(properties, UNCHECKED_NAME)
    ? [{ path: ['properties', UNCHECKED_NAME], message: 'cannot be the name of a property' }]
    : [];
}

/**
 * Returns all problems among the well-formed fields of one parameter: rules that do not fit its type or contradict each
 * other, and values that break them. Paths are relative to the parameter.
 */
export function checkParameter(parameter: ParameterRules, budget: WorkBudget): Found[] {
  budget.spend(PARAMETER_STEPS);
  const rules = [...mismatches(parameter), ...refusedNames(parameter), ...contradictions(parameter, budget)];
  const inside = partsOf(parameter).flatMap(({ path, part }) =>
    checkParameter(part, budget).map((found) => ({ ...found, path: [...path, ...found.path] })),
  );
  return [...rules, ...brokenValues(parameter, rules.length + inside.length === 0, budget), ...inside];
}
