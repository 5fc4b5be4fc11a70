import {
  formatPath,
  type AgentStep,
  type PrimitiveStep,
  type RunbookProblem,
  type RunbookStep,
} from '@errand/contracts';
import { signatureOf, surfaceOf } from '@errand/contracts/primitives';
import type { Effort } from '../effort.ts';
import type { Condition } from '../conditions/condition.ts';
import { parseCondition } from '../conditions/parse.ts';
import { parseHostPattern } from '../hosts.ts';
import { brokenPatternSource } from '../parameters/declarations.ts';
import { parseTemplate } from '../templates/template.ts';
import { brokenSchema, checkPrimitiveInput } from './primitive-input.ts';

const problem = (path: string, message: string): RunbookProblem => ({ path, message });

const checkPrimitive = (step: PrimitiveStep, effort: Effort): RunbookProblem[] => {
  if (signatureOf(step.primitive) === undefined) {
    return [problem('primitive', `unknown primitive "${step.primitive}"`)];
  }
  const surface = surfaceOf(step.primitive);
  const problems = checkPrimitiveInput(step, effort).map(({ path, message }) =>
    problem(path === '' || path.startsWith('[') ? `input${path}` : `input.${path}`, message),
  );
  if (step.surface !== undefined && step.surface !== surface)
    problems.push(problem('surface', `must be "${surface}", as the primitive says`));
  return problems;
};

const checkAgent = ({ surface, outputSchema }: AgentStep, effort: Effort): RunbookProblem[] => {
  const problems: RunbookProblem[] = [];
  if (surface !== undefined && surface !== 'browser')
    problems.push(problem('surface', 'must be "browser" for an agent step'));
  const message = outputSchema === undefined ? null : brokenSchema(outputSchema, effort);
  if (message !== null) problems.push(problem('outputSchema', message));
  return problems;
};

/** A stand-in where the value of a template will be, which always matches itself. */
const withoutReferences = (text: string): string =>
  parseTemplate(text)
    .map((part) => (part.type === 'text' ? part.text : 'x'))
    .join('');

const brokenPatterns = (condition: Condition, effort: Effort): string[] => {
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
};

const checkCondition = (
  text: string | undefined,
  { hasModel, effort }: StepCheckOptions,
): RunbookProblem[] => {
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
      'is not written in the notation of conditions, and no model is configured that could judge other text',
    ),
  ];
};

const checkScope = (patterns: readonly string[] = []): RunbookProblem[] =>
  patterns.flatMap((pattern, index) =>
    parseHostPattern(pattern) === null
      ? [
          problem(
            formatPath(['applicationScope', index]),
            'is not a host pattern such as "*.example.com" or "localhost:8080"',
          ),
        ]
      : [],
  );

interface StepCheckOptions {
  readonly hasModel: boolean;
  /** Shared by all steps of a Runbook. */
  readonly effort: Effort;
}

/** What is wrong with one step whose shape is right, by itself. Paths are relative to the step. */
export const checkStep = (step: RunbookStep, options: StepCheckOptions): RunbookProblem[] => [
  ...(step.kind === 'primitive' ? checkPrimitive(step, options.effort) : checkAgent(step, options.effort)),
  ...checkScope(step.applicationScope),
  ...checkCondition(step.completionCondition, options),
];
