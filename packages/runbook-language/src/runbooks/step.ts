import { formatPath, type RunbookProblem } from '@errand/contracts';
import { primitiveSignatures, signatureOf, surfaceOf } from '@errand/contracts/primitives';

import type { WorkBudget } from '../work-budget.ts';
import { type Condition, NUMBER } from '../conditions/condition.ts';
import { NOTATION, parseCondition } from '../conditions/parse.ts';
import { isScopeItem } from '../hosts.ts';
import { brokenPatternSource } from '../parameters/declarations.ts';
import { hasTemplate, parseTemplate } from '../templates/template.ts';
import { nearestPrimitives } from './nearest.ts';
import { brokenSchema, checkPrimitiveInput } from './primitive-input.ts';
import type { WellFormedStep } from './well-formed.ts';

function problem(path: string, message: string): RunbookProblem {
  return { path, message };
}

function unknownPrimitive(name: string): string {
  const near = nearestPrimitives(
    name,
    primitiveSignatures.map((signature) => signature.name),
  );
  return `unknown primitive "${name}"${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`;
}

function checkPrimitive({ primitive, input, ...step }: WellFormedStep, budget: WorkBudget): RunbookProblem[] {
  if (primitive === undefined) return [];
  if (signatureOf(primitive) === undefined) return [problem('primitive', unknownPrimitive(primitive))];
  const surface = surfaceOf(primitive);
  const found = input === undefined ? [] : checkPrimitiveInput({ primitive, input }, budget);
  const problems = found.map(({ path, message }) =>
    problem(path === '' || path.startsWith('[') ? `input${path}` : `input.${path}`, message),
  );
  if (step.surface !== undefined && step.surface !== surface)
    problems.push(problem('surface', `must be "${surface}", as the primitive says`));
  return problems;
}

function checkAgent({ surface }: WellFormedStep): RunbookProblem[] {
  return surface !== undefined && surface !== 'browser'
    ? [problem('surface', 'must be "browser" for an agent step')]
    : [];
}

function checkOutputSchema({ outputSchema }: WellFormedStep, budget: WorkBudget): RunbookProblem[] {
  const message = outputSchema === undefined ? null : brokenSchema(outputSchema, budget);
  return message === null ? [] : [problem('outputSchema', message)];
}

function checkLoops({ forEach, repeatWhile }: WellFormedStep): RunbookProblem[] {
  return forEach === undefined || repeatWhile === undefined
    ? []
    : [problem('repeatWhile', 'cannot be together with forEach: put one of them into a step of its own')];
}

/** Replaces each template by a literal that is valid in a pattern. */
function withoutReferences(text: string): string {
  return parseTemplate(text)
    .map((part) => (part.type === 'text' ? part.text : 'x'))
    .join('');
}

type Finding = (condition: Condition) => string[];

/** What `find` says of the plain conditions in a joined one. */
function inPlain(condition: Condition, find: Finding): string[] {
  switch (condition.type) {
    case 'not':
      return inPlain(condition.condition, find);
    case 'and':
    case 'or':
      return condition.conditions.flatMap((part) => inPlain(part, find));
    default:
      return find(condition);
  }
}

function brokenIn(budget: WorkBudget, hasOutput: boolean): Finding {
  return (condition) => {
    switch (condition.type) {
      case 'url_matches':
      case 'value_matches': {
        const message = brokenPatternSource(withoutReferences(condition.source), budget, condition.flags);
        return message === null ? [] : [`its pattern ${message}`];
      }
      case 'value_greater':
      case 'value_less':
        return hasTemplate(condition.than) || NUMBER.test(condition.than)
          ? []
          : [`compares with "${condition.than}", which is not a number`];
      case 'output_contains':
        return hasOutput ? [] : ['speaks of the output of a step that has none yet'];
      default:
        return [];
    }
  };
}

/** Problems of a condition that no model may judge. */
function deterministicProblems(text: string, budget: WorkBudget, hasOutput: boolean): string[] {
  const condition = parseCondition(text);
  return condition === null
    ? [`is not written as a condition. Write one such as ${NOTATION}`]
    : inPlain(condition, brokenIn(budget, hasOutput));
}

function checkConditions(
  { when, repeatWhile, completionCondition }: WellFormedStep,
  { hasModel, budget }: StepCheckOptions,
): RunbookProblem[] {
  const check = (path: string, text: string | undefined, hasOutput: boolean) =>
    text === undefined
      ? []
      : deterministicProblems(text, budget, hasOutput).map((message) => problem(path, message));
  const problems = [
    ...check('when', when, false),
    ...check('repeatWhile.condition', repeatWhile?.condition, true),
  ];
  if (completionCondition === undefined) return problems;
  if (hasModel && parseCondition(completionCondition) === null) return problems;
  const found = deterministicProblems(completionCondition, budget, true);
  return [
    ...problems,
    ...found.map((message) =>
      problem(
        'completionCondition',
        parseCondition(completionCondition) === null
          ? `${message}; no model is configured that could judge other text`
          : message,
      ),
    ),
  ];
}

function checkScope(patterns: readonly string[] = []): RunbookProblem[] {
  return patterns.flatMap((pattern, index) =>
    !isScopeItem(pattern)
      ? [
          problem(
            formatPath(['applicationScope', index]),
            'is not a host pattern such as "*.example.com" or "localhost:8080", nor an application such as "app:mousepad"',
          ),
        ]
      : [],
  );
}

interface StepCheckOptions {
  readonly hasModel: boolean;
  /** Shared by all steps of a Runbook. */
  readonly budget: WorkBudget;
}

/** Returns the problems of one step's well-formed fields, without regard to other steps. Paths are relative to the step. */
export function checkStep(step: WellFormedStep, options: StepCheckOptions): RunbookProblem[] {
  return [
    ...(step.kind === 'primitive' ? checkPrimitive(step, options.budget) : checkAgent(step)),
    ...checkOutputSchema(step, options.budget),
    ...checkLoops(step),
    ...checkScope(step.applicationScope),
    ...checkConditions(step, options),
  ];
}
