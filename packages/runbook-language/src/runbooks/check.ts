import {
  describeIssues,
  isWithinDepth,
  RunbookParameter,
  type CreateRunbook,
  type ReplaceRunbook,
  type RunbookProblem,
  formatPath,
} from '@errand/contracts';
import type { z } from 'zod';
import { checkParameter } from '../parameters/declarations.ts';
import { WorkBudget, WorkBudgetError } from '../work-budget.ts';
import { checkReferences, type Known } from '../references/check.ts';
import { outputShape } from '../references/output-shape.ts';
import { shapeOfParameter, UNKNOWN } from '../references/shape.ts';
import { Suggestions } from '../references/suggestions.ts';
import { hasType, wellFormedPart, wellFormedStep } from './well-formed.ts';
import { checkCall, type KnownRunbooks } from './calls.ts';
import { checkStep } from './step.ts';

/** The definition as sent, or all its problems. */
export type RunbookCheck<Definition> =
  | { ok: true; definition: Definition }
  | { ok: false; problems: RunbookProblem[] };

export interface RunbookCheckOptions {
  /** Whether a model is available to judge free-text completion conditions. */
  readonly hasModel: boolean;
  /** The Runbooks that it runs. Absent: not known, and not checked. */
  readonly runbooks?: KnownRunbooks;
  /** The id of the Runbook itself; absent for a new one. */
  readonly self?: string;
}

const MAX_STEPS = 100;
/** Deeper parameters could exhaust the stack. Inputs of steps have a limit of their own. */
const MAX_LEVELS = 256;
const MAX_PARAMETERS = 50;

function listIn(body: unknown, field: 'steps' | 'parameters', most: number): readonly unknown[] {
  const list =
    typeof body === 'object' && body !== null && Object.hasOwn(body, field) ? Reflect.get(body, field) : [];
  return Array.isArray(list) ? list.slice(0, most) : [];
}

function stringIn(entry: unknown, field: 'id' | 'name'): string | null {
  const value: unknown =
    typeof entry === 'object' && entry !== null && Object.hasOwn(entry, field)
      ? Reflect.get(entry, field)
      : null;
  return typeof value === 'string' ? value : null;
}

/** Index of the first entry of each name. */
function placesOf(entries: readonly unknown[], field: 'id' | 'name'): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, entry] of entries.entries()) {
    const name = stringIn(entry, field);
    if (name !== null && !places.has(name)) places.set(name, at);
  }
  return places;
}

function duplicates(
  entries: readonly unknown[],
  list: 'steps' | 'parameters',
  field: 'id' | 'name',
): RunbookProblem[] {
  const places = placesOf(entries, field);
  return entries.flatMap((entry, at) => {
    const name = stringIn(entry, field);
    if (name === null || places.get(name) === at) return [];
    return [{ path: formatPath([list, at, field]), message: `"${name}" is used more than once` }];
  });
}

function under(path: string, problems: readonly RunbookProblem[]): RunbookProblem[] {
  return problems.map((problem) => ({ path: `${path}.${problem.path}`, message: problem.message }));
}

function knownIn(steps: readonly unknown[], parameters: readonly unknown[]): Known {
  const inputs = Array.from(placesOf(parameters, 'name'), ([name, at]) => {
    const parameter = wellFormedPart(parameters[at], RunbookParameter.shape);
    return [name, shapeOfParameter(parameter)] as const;
  });
  const outputs = Array.from(placesOf(steps, 'id'), ([id, at]) => [id, { at, shape: UNKNOWN }] as const);
  return { inputs: new Map(inputs), steps: new Map(outputs), suggestions: new Suggestions() };
}

/** The ids of the Runbooks that the steps of a definition run, valid or not. */
export function runbookIdsCalledBy(body: unknown): string[] {
  const ids = listIn(body, 'steps', MAX_STEPS).flatMap((entry) => {
    const { primitive, input } = wellFormedStep(entry);
    const id = input?.['runbookId'];
    return primitive === 'runbook.run' && typeof id === 'string' ? [id] : [];
  });
  return [...new Set(ids)];
}

/** Problems beyond the schema, in every field that fits its own schema, even when other fields do not. */
function languageProblems(body: unknown, options: RunbookCheckOptions): RunbookProblem[] {
  const steps = listIn(body, 'steps', MAX_STEPS);
  const parameters = listIn(body, 'parameters', MAX_PARAMETERS);
  const known = knownIn(steps, parameters);
  const budget = new WorkBudget();
  return [
    ...duplicates(steps, 'steps', 'id'),
    ...duplicates(parameters, 'parameters', 'name'),
    ...parameters.flatMap((entry, at) => {
      const parameter = wellFormedPart(entry, RunbookParameter.shape);
      if (!hasType(parameter)) return [];
      const place = formatPath(['parameters', at]);
      try {
        const problems = checkParameter(parameter, budget);
        return under(
          place,
          problems.map(({ path, message }) => ({ path: formatPath(path), message })),
        );
      } catch (error) {
        if (error instanceof WorkBudgetError) return [{ path: place, message: error.message }];
        throw error;
      }
    }),
    ...steps.flatMap((entry, at) => {
      const step = wellFormedStep(entry);
      const problems = [
        ...checkStep(step, { ...options, budget }),
        ...checkCall(step, { runbooks: options.runbooks, self: options.self }, budget),
        ...checkReferences(step, at, known),
      ];
      const named = known.steps.get(stringIn(entry, 'id') ?? '');
      if (named?.at === at) named.shape = outputShape(step, at, known);
      return under(formatPath(['steps', at]), problems);
    }),
  ];
}

/**
 * Checks a definition against the schema of its route and the rules of the language. Returns all problems at once;
 * `path` is like `steps[3].input.url`, empty for the body itself. Never throws.
 */
export function checkRunbook<Schema extends typeof CreateRunbook | typeof ReplaceRunbook>(
  body: unknown,
  schema: Schema,
  options: RunbookCheckOptions,
): RunbookCheck<z.output<Schema>> {
  if (!isWithinDepth(body, MAX_LEVELS))
    return { ok: false, problems: [{ path: '', message: `must be at most ${MAX_LEVELS} levels deep` }] };
  const shape = schema.safeParse(body);
  const problems = [
    ...(shape.success ? [] : describeIssues(shape.error.issues)),
    ...languageProblems(body, options),
  ];
  if (!shape.success || problems.length > 0) return { ok: false, problems };
  // The contract transforms nothing, so the body itself is the definition, with its original key order.
  return { ok: true, definition: body as z.output<Schema> };
}
