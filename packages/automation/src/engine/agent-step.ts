import type { AgentStep } from '@errand/contracts';
import type { Condition } from '@errand/runbook-language';
import { StepError } from '../host.ts';
import { ask, orAborted } from './approval.ts';
import { attempt, stopReason } from './attempt.ts';
import type { Session } from './session.ts';
import { reportFailure, resultOf } from './step.ts';

/** Pursues the goal of an agent step on the session's surface and answers the step's output. Throws `StepError`. */
export type Agent = (task: {
  session: Session;
  step: AgentStep;
  /** Secret inputs of the Run by name. */
  secrets: Readonly<Record<string, string>>;
  signal: AbortSignal;
}) => Promise<unknown>;

const timeUp = (timeoutMs: number): AbortSignal => {
  const stop = new AbortController();
  const reason = new StepError('step_timeout', `The step took longer than ${timeoutMs} ms.`);
  setTimeout(() => stop.abort(reason), timeoutMs).unref();
  return stop.signal;
};

/** What a step of an agent needs besides itself. */
export interface AgentMeans {
  /** Absent: no model is configured. */
  agent: Agent | undefined;
  /** Secret inputs of the Run by name. */
  secrets: Readonly<Record<string, string>>;
}

const work = async (session: Session, step: AgentStep, { agent, secrets }: AgentMeans): Promise<unknown> => {
  const { host } = session;
  if (agent === undefined)
    throw new StepError('agent_model_not_configured', 'The step needs a model, and none is configured.', {
      untouched: true,
    });
  if (session.dryRun === true && (step.effect ?? 'read') !== 'read') return null;
  const { id, instruction } = step;
  if (step.risk === 'high' || step.effect === 'irreversible')
    await ask(session, { stepId: id, message: instruction, input: { instruction } });
  const signal =
    step.timeoutMs === undefined ? host.signal : AbortSignal.any([host.signal, timeUp(step.timeoutMs)]);
  return (await orAborted(agent({ session, step, secrets, signal }), signal)) ?? null;
};

/**
 * Performs an agent step. It has no time-out of its own unless it says so; its Run has one.
 * @throws {StepError} `agent_model_not_configured` without an agent
 */
export const performAgentStep = async (
  session: Session,
  step: AgentStep,
  condition: string | Condition | undefined,
  means: AgentMeans,
): Promise<unknown> => {
  const { host, limits } = session;
  const effect = step.effect ?? 'read';
  const acts = session.dryRun !== true || effect === 'read';
  if (!session.dryRun)
    host.emit({ type: 'step.started', stepId: step.id, message: step.instruction, data: { kind: 'agent' } });
  try {
    const output = await work(session, step, means);
    const bounds = {
      id: step.id,
      timeoutMs: limits.stepTimeoutMs,
      applicationScope: step.applicationScope,
      completionCondition: acts ? condition : undefined,
    };
    const { evidence } = await attempt(session, bounds, async () => output);
    host.emit({
      type: 'step.completed',
      stepId: step.id,
      message: step.instruction,
      data: {
        kind: 'agent',
        effect,
        ...(evidence && { completion: evidence }),
        ...(session.dryRun && { dry_run: true, acted: acts }),
      },
      ...(effect !== 'read' && acts && { result: resultOf(session, output) }),
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
