import type { Agent } from '@errand/step-engine';
import { causeOfFailure } from '@errand/step-engine';
import type { RunSession } from '@errand/step-engine';
import { performStep } from '@errand/step-engine';
import type { ModelClient } from '../models/index.ts';
import { reportUsage } from './execute-agent-task.ts';
import type { AgentContext } from './task.ts';
import { runAgentLoop } from './run-loop.ts';
import { createSecrets } from '@errand/step-engine';

/** Actions that an agent step may take by default. */
const MAX_STEPS = 25;

/** The actions are parts of one step: their own step events are dropped, and their failures become logs. */
function inOneStep(session: RunSession): RunSession {
  return {
    ...session,
    kind: 'task',
    host: {
      ...session.host,
      emit: (event) => {
        if (event.type === 'step.started' || event.type === 'step.completed') return;
        session.host.emit(event.type === 'step.failed' ? { ...event, type: 'log' } : event);
      },
    },
  };
}

/** Carries out agent steps with a model. */
export function createStepAgent(model: ModelClient): Agent {
  return async ({ session, step, secrets: byName, signal }) => {
    const secrets = createSecrets(byName);
    const inner = inOneStep(session);
    const work: AgentContext = {
      session: inner,
      model,
      signal,
      stepId: step.id,
      task: {
        text: secrets.hide(step.instruction),
        secrets,
        scope: step.applicationScope ?? null,
        maxEffect: step.effect ?? 'read',
        maxSteps: step.maxSteps ?? MAX_STEPS,
        outputSchema: step.outputSchema,
      },
      perform: (call) => performStep(inner, { ...call, id: step.id }),
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
