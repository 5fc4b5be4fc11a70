import { formatPath } from '@errand/contracts';
import { compileSchema, SchemaError, type CompiledSchema } from '@errand/runbook-language';
import { requestApproval } from '../engine/approval.ts';
import { StepError } from '@errand/browser-runtime';
import type { Handlers } from './primitive.ts';

/** @throws {StepError} `action_failed` if the schema is invalid */
function compile(schema: Record<string, unknown>): CompiledSchema {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new StepError('action_failed', `input.schema: ${error.message}`, {
      cause: error,
      noEffect: true,
    });
  }
}

export const human: Handlers<'human'> = {
  'human.approve': async (call, { message }) => {
    await requestApproval(call.session, { stepId: call.stepId, message, input: { message } });
    return null;
  },
  'human.input': async (call, { message, schema }) => {
    const answers = compile(schema);
    const { host } = call.session;
    for (;;) {
      const { decision } = await requestApproval(call.session, {
        stepId: call.stepId,
        message,
        input: { message, schema },
        answerSchema: schema,
      });
      const [problem] = answers.problemsOf(decision.value);
      if (problem === undefined) return decision.value;
      host.emit({
        type: 'log',
        stepId: call.stepId,
        message: `The value given does not fit and is asked for again: ${formatPath(problem.path) || 'it'} ${problem.message}.`,
      });
    }
  },
};
