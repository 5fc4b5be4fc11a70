import type { AgentStep } from '@errand/contracts';
import type { Condition } from '@errand/runbook-language';
import { StepError } from '../host.ts';
import { orAborted } from './approval.ts';
import { attempt, stopReason } from './attempt.ts';
import type { Session } from './session.ts';
import { reportFailure } from './step.ts';

/** Pursues the goal of an agent step on the session's surface and answers the step's output. Throws `StepError`. */
export type Agent = (task: { session: Session; step: AgentStep; signal: AbortSignal }) => Promise<unknown>;

const timeUp = (timeoutMs: number): AbortSignal => {
  const stop = new AbortController();
  const reason = new StepError('step_timeout', `The step took longer than ${timeoutMs} ms.`);
  setTimeout(() => stop.abort(reason), timeoutMs).unref();
  return stop.signal;
};

/**
 * Performs an agent step. It has no time-out of its own unless it says so; its Run has one.
 * @throws {StepError} `agent_model_not_configured` without an agent
 */
export const performAgentStep = async (
  session: Session,
  step: AgentStep,
  condition: string | Condition | undefined,
  agent: Agent | undefined,
): Promise<unknown> => {
  const { host, limits } = session;
  if (!session.dryRun)
    host.emit({ type: 'step.started', stepId: step.id, message: step.instruction, data: { kind: 'agent' } });
  try {
    if (agent === undefined)
      throw new StepError('agent_model_not_configured', 'The step needs a model, and none is configured.', {
        untouched: true,
      });
    const signal =
      step.timeoutMs === undefined ? host.signal : AbortSignal.any([host.signal, timeUp(step.timeoutMs)]);
    const output = (await orAborted(agent({ session, step, signal }), signal)) ?? null;
    const bounds = { id: step.id, timeoutMs: limits.stepTimeoutMs, completionCondition: condition };
    const { evidence } = await attempt(session, bounds, async () => output);
    host.emit({
      type: 'step.completed',
      stepId: step.id,
      message: step.instruction,
      data: { kind: 'agent', ...(evidence && { completion: evidence }) },
    });
    return output;
  } catch (error) {
    const failure = host.signal.aborted
      ? stopReason(host.signal)
      : error instanceof StepError
        ? error
        : new StepError('agent_model_error', 'The agent failed.', { cause: error });
    reportFailure(session, step.id, failure, {
      kind: 'agent',
      landed: failure.untouched ? 'nothing' : 'unknown',
    });
    throw failure;
  }
};
