import { formatPath, type RunbookProblem } from '@errand/contracts';
import { primitiveSignatures, signatureOf, surfaceOf } from '@errand/contracts/primitives';

import type { Effort } from '../effort.ts';
import type { Condition } from '../conditions/condition.ts';
import { parseCondition } from '../conditions/parse.ts';
import { parseHostPattern } from '../hosts.ts';
import { brokenPatternSource } from '../parameters/declarations.ts';
import { parseTemplate } from '../templates/template.ts';
import { nearestNames } from './nearest.ts';
import { brokenSchema, checkPrimitiveInput } from './primitive-input.ts';
import type { SoundStep } from './sound.ts';

function problem(path: string, message: string): RunbookProblem {
  return { path, message };
}

function unknownPrimitive(name: string): string {
  const near = nearestNames(
    name,
    primitiveSignatures.map((signature) => signature.name),
  );
  return `unknown primitive "${name}"${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`;
}

function checkPrimitive({ primitive, input, ...step }: SoundStep, effort: Effort): RunbookProblem[] {
  if (primitive === undefined) return [];
  if (signatureOf(primitive) === undefined) return [problem('primitive', unknownPrimitive(primitive))];
  const surface = surfaceOf(primitive);
  const found = input === undefined ? [] : checkPrimitiveInput({ primitive, input }, effort);
  const problems = found.map(({ path, message }) =>
    problem(path === '' || path.startsWith('[') ? `input${path}` : `input.${path}`, message),
  );
  if (step.surface !== undefined && step.surface !== surface)
    problems.push(problem('surface', `must be "${surface}", as the primitive says`));
  return problems;
}

function checkAgent({ surface, outputSchema }: SoundStep, effort: Effort): RunbookProblem[] {
  const problems: RunbookProblem[] = [];
  if (surface !== undefined && surface !== 'browser')
    problems.push(problem('surface', 'must be "browser" for an agent step'));
  const message = outputSchema === undefined ? null : brokenSchema(outputSchema, effort);
  if (message !== null) problems.push(problem('outputSchema', message));
  return problems;
}

/** Replaces each template by a literal that is valid in a pattern. */
function withoutReferences(text: string): string {
  return parseTemplate(text)
    .map((part) => (part.type === 'text' ? part.text : 'x'))
    .join('');
}

function brokenPatterns(condition: Condition, effort: Effort): string[] {
  switch (condition.type) {
    case 'url_matches':
      return [brokenPatternSource(withoutReferences(condition.source), effort, condition.flags) ?? []].flat();
    case 'not':
      return brokenPatterns(condition.condition, effort);
    case 'and':
    case 'or':
      return condition.conditions.flatMap((part) => brokenPatterns(part, effort));
    default:
      return [];
  }
}

function checkCondition(text: string | undefined, { hasModel, effort }: StepCheckOptions): RunbookProblem[] {
  if (text === undefined) return [];
  const condition = parseCondition(text);
  if (condition !== null)
    return brokenPatterns(condition, effort).map((message) =>
      problem('completionCondition', `its pattern ${message}`),
    );
  if (hasModel) return [];
  return [
    problem(
      'completionCondition',
      'is not written in the notation of conditions (such as: url contains "/done" and text "Saved" is visible), and no model is configured that could judge other text',
    ),
  ];
}

function checkScope(patterns: readonly string[] = []): RunbookProblem[] {
  return patterns.flatMap((pattern, index) =>
    parseHostPattern(pattern) === null
      ? [
          problem(
            formatPath(['applicationScope', index]),
            'is not a host pattern such as "*.example.com" or "localhost:8080"',
          ),
        ]
      : [],
  );
}

interface StepCheckOptions {
  readonly hasModel: boolean;
  /** Shared by all steps of a Runbook. */
  readonly effort: Effort;
}

/** Returns the problems of one step's well-formed fields, without regard to other steps. Paths are relative to the step. */
export function checkStep(step: SoundStep, options: StepCheckOptions): RunbookProblem[] {
  return [
    ...(step.kind === 'primitive' ? checkPrimitive(step, options.effort) : checkAgent(step, options.effort)),
    ...checkScope(step.applicationScope),
    ...checkCondition(step.completionCondition, options),
  ];
}
