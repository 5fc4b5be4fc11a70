import type { RunOutcome } from '@errand/contracts/queue';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { Surface } from '../browser/surface.ts';
import { completedRun, failedRun } from '../engine/outcome.ts';
import { createSession, type Limits, type Session } from '../engine/session.ts';
import { performStep } from '../engine/step.ts';
import { traced } from '../engine/trace.ts';
import { StepError, type Host } from '../host.ts';
import { describeUsage, type Mind } from '../models/index.ts';
import type { Achieved, Work } from './goal.ts';
import { pursue } from './pursue.ts';
import { secretsOfTask } from './secrets.ts';

export interface AgentTaskExecution {
  task: string;
  surface: Surface;
  host: Host;
  mind: Mind;
  limits?: Partial<Limits>;
  /** Values that the model may type without seeing them, by name. */
  secrets?: Readonly<Record<string, string>>;
  /** Host patterns; null: the network's own rules only. */
  applicationScope?: readonly string[] | null | undefined;
  maxSteps?: number;
  outputSchema?: Record<string, unknown> | undefined;
  /** What an earlier execution left. */
  earlier?: Pick<ClaimedRun, 'completedSteps' | 'grantedApproval'>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const outputsOf = ({ output }: Achieved): Record<string, unknown> => {
  if (output === null) return {};
  return isRecord(output) ? output : { result: output };
};

/** Reports what the Run has used of its model so far. */
export const reportUsage = ({ host }: Session, mind: Mind, stepId: string | null): void => {
  const { calls, inputTokens, outputTokens, cachedTokens, cost } = mind.used;
  host.emit({
    type: 'log',
    stepId,
    message: describeUsage(mind.used),
    data: {
      model_calls: calls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached_tokens: cachedTokens,
      cost_usd: cost,
    },
  });
};

/** What a model decides cannot be taken up by another execution once something has come of it. */
const refuseSecondTime = ({ earlier }: AgentTaskExecution): void => {
  const [step] = earlier?.completedSteps ?? [];
  if (step !== undefined)
    throw new StepError(
      'executor_lost',
      `The executor was lost after step "${step.id}" took effect; the agent's work cannot be taken up by another.`,
    );
};

/**
 * Carries out a task with a model: each action is a step `s1`, `s2`, … of the Run; what the agent reports is in the outcome's
 * `outputs`. Never throws: the outcome says what went wrong.
 */
export const executeAgentTask = async (execution: AgentTaskExecution): Promise<RunOutcome> => {
  const { task, surface, host, limits } = execution;
  const secrets = secretsOfTask(task, execution.secrets);
  const session = createSession({
    surface,
    host,
    limits,
    secrets: secrets.values,
    applicationScope: execution.applicationScope,
    granted: execution.earlier?.grantedApproval ?? null,
  });
  session.host.emit({
    type: 'run.started',
    stepId: null,
    message: 'The agent carries out the task.',
    // The task itself is stored as it was sent; without its secrets it can be quoted.
    ...(secrets.values.length > 0 && { data: { task } }),
  });
  return traced(session, () => carryOut(session, execution, secrets));
};

const carryOut = async (
  session: Session,
  execution: AgentTaskExecution,
  secrets: Work['goal']['secrets'],
): Promise<RunOutcome> => {
  const { task, mind } = execution;
  const { host, surface } = session;
  let begun = 0;
  const work: Work = {
    session,
    mind,
    signal: host.signal,
    goal: {
      task: secrets.hide(task),
      secrets,
      scope: execution.applicationScope ?? null,
      mostEffect: 'irreversible',
      maxSteps: execution.maxSteps ?? mind.maxSteps,
      outputSchema: execution.outputSchema,
    },
    get stepId() {
      return `s${begun + 1}`;
    },
    perform: (call) => {
      const id = work.stepId;
      begun += 1;
      return performStep(session, { id, ...call });
    },
  };
  try {
    refuseSecondTime(execution);
    const achieved = await pursue(work).finally(() => reportUsage(session, mind, null));
    if (surface.failure !== null) throw surface.failure;
    return completedRun(session, achieved.summary, outputsOf(achieved));
  } catch (error) {
    const failure = host.signal.aborted || error instanceof StepError ? error : undefined;
    return failedRun(session, failure ?? error, 'The agent did not finish the task', {});
  }
};
