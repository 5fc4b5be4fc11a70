import {
  type Agent,
  type RunSession,
  causeOfFailure,
  createSecrets,
  createTaskRun,
  filterHost,
  insideStep,
} from '@errand/step-engine';
import type { ModelClient } from '../models/index.ts';
import { reportUsage } from './execute-agent-task.ts';
import type { AgentContext } from './task.ts';
import { runAgentLoop } from './run-loop.ts';

/** Actions that an agent step may take by default. */
const MAX_STEPS = 25;

/** Carries out agent steps with a model. */
export function createStepAgent(model: ModelClient): Agent {
  return async ({ session, step, secrets: byName, signal }) => {
    const secrets = createSecrets(byName);
    const inner: RunSession = { ...session, kind: 'task', host: filterHost(session.host, insideStep) };
    const work: AgentContext = {
      session: inner,
      model,
      signal,
      run: createTaskRun(inner, step.id),
      task: {
        text: secrets.hide(step.instruction),
        secrets,
        scope: step.applicationScope ?? null,
        maxEffect: step.effect ?? 'read',
        maxSteps: step.maxSteps ?? MAX_STEPS,
        outputSchema: step.outputSchema,
      },
    };
    const firstRecord = session.ledger.records.length;
    try {
      const { output } = await runAgentLoop(work);
      return output;
    } catch (error) {
      throw causeOfFailure(session, error, firstRecord);
    } finally {
      reportUsage(session, model, step.id);
    }
  };
}
