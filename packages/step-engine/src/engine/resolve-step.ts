import type { RunbookStep } from '@errand/contracts';
import {
  type Condition,
  parseCondition,
  resolveCondition,
  resolveTemplates,
  TemplateError,
  type TemplateScope,
} from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';

/** A step with its templates resolved. */
export type ResolvedStep = RunbookStep & { condition: string | Condition | undefined };

/** @throws {StepError} `output_invalid` for a reference without a value */
export function orOutputInvalid<Result>(resolve: () => Result): Result {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new StepError('output_invalid', error.message, { cause: error, noEffect: true });
  }
}

function resolveText(text: string | undefined, scope: TemplateScope): string | undefined {
  const value = resolveTemplates(text, scope);
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

/** Resolves a condition; free text, which only a model can judge, stays a text. */
export function resolveWritten(text: string, scope: TemplateScope): string | Condition | undefined {
  const parsed = parseCondition(text);
  return parsed === null ? resolveText(text, scope) : resolveCondition(parsed, scope);
}

/** @throws {StepError} `output_invalid` for a reference without a value */
export function resolveStep(step: RunbookStep, scope: TemplateScope): ResolvedStep {
  return orOutputInvalid(() => {
    const { completionCondition } = step;
    const condition =
      completionCondition === undefined ? undefined : resolveWritten(completionCondition, scope);
    const instruction = resolveText(step.instruction, scope);
    if (step.kind === 'agent') return { ...step, condition, instruction: instruction ?? '' };
    return {
      ...step,
      condition,
      instruction,
      input: resolveTemplates(step.input, scope) as typeof step.input,
    };
  });
}
