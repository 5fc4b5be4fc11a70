import {
  type Condition,
  needsPage,
  parseCondition,
  PatternError,
  resolveCondition,
  type TemplateScope,
} from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';
import { evaluateCondition, type ConditionResult } from '../conditions/evaluate.ts';
import { attemptStep } from './attempt.ts';
import { orOutputInvalid } from './resolve-step.ts';
import type { RunSession } from './run-session.ts';

/** The result of a condition at one moment. */
export interface Judgement {
  held: boolean;
  findings: ConditionResult[];
}

interface Question {
  stepId: string;
  /** As written. */
  condition: string;
  scope: TemplateScope;
  /** The last output of the step. */
  output: unknown;
  timeoutMs: number | undefined;
  applicationScope: readonly string[] | undefined;
}

function noPage(): never {
  throw new Error('a condition without a page was given one');
}

function parsed(text: string): Condition {
  const condition = parseCondition(text);
  if (condition === null)
    throw new StepError('output_invalid', `The condition "${text}" cannot be read.`, { noEffect: true });
  return condition;
}

/**
 * Judges a condition of `when` or `repeatWhile` as things are, without waiting for it.
 * @throws {StepError}
 */
export async function judgeNow(session: RunSession, question: Question): Promise<Judgement> {
  const { stepId, scope, output, timeoutMs, applicationScope } = question;
  const condition = orOutputInvalid(() => resolveCondition(parsed(question.condition), scope));
  const findings: ConditionResult[] = [];
  try {
    if (!needsPage(condition))
      return { held: await evaluateCondition(condition, noPage, output, findings), findings };
    const bounds = { id: stepId, timeoutMs: timeoutMs ?? session.limits.stepTimeoutMs, applicationScope };
    const judged = await attemptStep(session, bounds, async (call) => {
      await session.surface.open();
      return evaluateCondition(condition, () => call.page, output, findings);
    });
    return { held: judged.output === true, findings };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new StepError('output_invalid', `The condition "${question.condition}": ${error.message}.`, {
      cause: error,
      noEffect: true,
    });
  }
}
