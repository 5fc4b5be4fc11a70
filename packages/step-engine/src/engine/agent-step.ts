import { type AgentStep, errorRule } from '@errand/contracts';
import type { Condition } from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';
import { raceSignal } from '@errand/wait-for';
import { requestApproval } from './approval.ts';
import { attemptStep, stopReason } from './attempt.ts';
import { startClock } from './clock.ts';
import { checkOutput } from './output-schema.ts';
import { counting, filterHost, pausing } from './host-filters.ts';
import type { RunSession } from './run-session.ts';
import { reportFailure, resultOf } from './step.ts';
import { withinOutputLimit } from './with-retries.ts';

/** Carries out the task of an agent step on the session's surface and returns the step's output. Throws `StepError`. */
export type Agent = (task: {
  session: RunSession;
  step: AgentStep;
  /** Secret inputs of the Run by name. */
  secrets: Readonly<Record<string, string>>;
  signal: AbortSignal;
}) => Promise<unknown>;

/** The dependencies of an agent step. */
export interface AgentStepOptions {
  /** Absent: no model is configured. */
  agent: Agent | undefined;
  /** Secret inputs of the Run by name. */
  secrets: Readonly<Record<string, string>>;
}

async function work(
  session: RunSession,
  step: AgentStep,
  { agent, secrets }: AgentStepOptions,
): Promise<unknown> {
  const { host, limits } = session;
  if (agent === undefined)
    throw new StepError('agent_model_not_configured', 'The step needs a model, and none is configured.', {
      noEffect: true,
    });
  if (session.dryRun === true && (step.effect ?? 'read') !== 'read') return null;
  const { id, instruction } = step;
  if (step.risk === 'high' || step.effect === 'irreversible')
    await requestApproval(session, { stepId: id, message: instruction, input: { instruction } });
  await raceSignal(session.surface.open(), host.signal);
  const clock = startClock(step.timeoutMs ?? limits.stepTimeoutMs, host.gate);
  const signal = AbortSignal.any([host.signal, clock.signal]);
  const patient: RunSession = {
    ...session,
    host: filterHost(
      host,
      pausing((waiting) => clock.pauseFor(waiting)),
    ),
  };
  try {
    return (await raceSignal(agent({ session: patient, step, secrets, signal }), signal)) ?? null;
  } finally {
    clock.stop();
  }
}

/** Retries the work as long as it has begun nothing that must not be done twice. */
async function workWithRetries(
  session: RunSession,
  step: AgentStep,
  means: AgentStepOptions,
): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    const { host, begun } = counting(session.host);
    try {
      const output = withinOutputLimit(session, await work({ ...session, host }, step, means));
      const acts = session.dryRun !== true || (step.effect ?? 'read') === 'read';
      if (acts) checkOutput(output, step.outputSchema);
      return output;
    } catch (error) {
      const mayRepeat = error instanceof StepError && errorRule(error.code).retryable && begun() === 0;
      if (!mayRepeat || session.host.signal.aborted || tries >= (step.retries ?? 0)) throw error;
      session.host.emit({
        type: 'step.retried',
        stepId: step.id,
        message: error.message,
        data: { error_code: error.code, attempt: tries + 1 },
      });
    }
  }
}

/**
 * Performs an agent step. Its timeout excludes the time in which its agent waits for people.
 * @throws {StepError} `agent_model_not_configured` without an agent
 */
export async function performAgentStep(
  session: RunSession,
  step: AgentStep,
  condition: string | Condition | undefined,
  means: AgentStepOptions,
): Promise<unknown> {
  const { host, limits } = session;
  const effect = step.effect ?? 'read';
  const acts = session.dryRun !== true || effect === 'read';
  host.emit({ type: 'step.started', stepId: step.id, message: step.instruction, data: { kind: 'agent' } });
  try {
    const output = await workWithRetries(session, step, means);
    const bounds = {
      id: step.id,
      timeoutMs: limits.stepTimeoutMs,
      applicationScope: step.applicationScope,
      completionCondition: acts ? condition : undefined,
    };
    const { evidence } = await attemptStep(session, bounds, async () => output);
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
    let failure = new StepError('agent_model_error', 'The agent failed.', { cause: error });
    if (host.signal.aborted) failure = stopReason(host.signal);
    else if (error instanceof StepError) failure = error;
    reportFailure(session, step.id, failure, {
      kind: 'agent',
      landed: failure.noEffect ? 'nothing' : 'unknown',
    });
    throw failure;
  }
}
