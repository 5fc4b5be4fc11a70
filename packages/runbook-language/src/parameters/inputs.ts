import type { RunbookParameter, RunbookProblem } from '@errand/contracts';
import { Effort } from '../effort.ts';
import { brokenRule } from './value.ts';

/** The input values with defaults (an absent optional input has no entry), or all problems. */
export type InputCheck =
  | { ok: true; values: Record<string, unknown> }
  | { ok: false; problems: RunbookProblem[] };

/**
 * Checks a Run's inputs against the parameters of its Runbook. Problems name `inputs.<name>` and never quote the value.
 */
export const checkInputs = (
  parameters: readonly RunbookParameter[],
  inputs: Readonly<Record<string, unknown>>,
): InputCheck => {
  const declared = new Set(parameters.map(({ name }) => name));
  const problems: RunbookProblem[] = Object.keys(inputs)
    .filter((name) => !declared.has(name))
    .map((name) => ({ path: `inputs.${name}`, message: 'is not a declared parameter' }));
  const values: Record<string, unknown> = {};
  const effort = new Effort();

  for (const parameter of parameters) {
    const path = `inputs.${parameter.name}`;
    if (Object.hasOwn(inputs, parameter.name)) {
      const message = brokenRule(inputs[parameter.name], parameter, effort);
      if (message !== null) problems.push({ path, message });
      values[parameter.name] = inputs[parameter.name];
    } else if (parameter.default !== undefined) {
      values[parameter.name] = parameter.default;
    } else if (parameter.required === true) {
      problems.push({ path, message: 'is required' });
    }
  }
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
};
