import type { Agent } from '../engine/agent-step.ts';
import { causeOfFailure } from '../engine/conclude.ts';
import type { Session } from '../engine/session.ts';
import { performStep } from '../engine/step.ts';
import type { Mind } from '../models/index.ts';
import { reportUsage } from './execute-agent-task.ts';
import type { Work } from './goal.ts';
import { pursue } from './pursue.ts';
import { createSecrets } from '../safety/named-secrets.ts';

/** Actions that an agent step may take which says nothing else. */
const MAX_STEPS = 25;

/** The actions are parts of one step: of their own beginnings and ends only what went wrong is told. */
const inOneStep = (session: Session): Session => ({
  ...session,
  kind: 'task',
  host: {
    ...session.host,
    emit: (event) => {
      if (event.type === 'step.started' || event.type === 'step.completed') return;
      session.host.emit(event.type === 'step.failed' ? { ...event, type: 'log' } : event);
    },
  },
});

/** Carries out agent steps with a model. */
export const createStepAgent =
  (mind: Mind): Agent =>
  async ({ session, step, secrets: byName, signal }) => {
    const secrets = createSecrets(byName);
    const inner = inOneStep(session);
    const work: Work = {
      session: inner,
      mind,
      signal,
      stepId: step.id,
      goal: {
        task: secrets.hide(step.instruction),
        secrets,
        scope: step.applicationScope ?? null,
        mostEffect: step.effect ?? 'read',
        maxSteps: step.maxSteps ?? MAX_STEPS,
        outputSchema: step.outputSchema,
      },
      perform: (call) => performStep(inner, { ...call, id: step.id }),
    };
    const begun = session.ledger.records.length;
    try {
      const { output } = await pursue(work);
      return output;
    } catch (error) {
      throw causeOfFailure(session, error, begun);
    } finally {
      reportUsage(session, mind, step.id);
    }
  };
