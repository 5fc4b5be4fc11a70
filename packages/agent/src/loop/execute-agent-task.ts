import type { RunOutcome } from '@errand/contracts/queue';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { BrowserSession } from '@errand/browser-runtime';
import { completedRun, failedRun } from '@errand/step-engine';
import { createRunSession, type Limits, type RunSession } from '@errand/step-engine';
import { performStep } from '@errand/step-engine';
import { withTrace } from '@errand/step-engine';
import { StepError, type Host } from '@errand/browser-runtime';
import { describeUsage, type ModelClient } from '../models/index.ts';
import type { AgentResult, AgentContext } from './task.ts';
import { runAgentLoop } from './run-loop.ts';
import { secretsOfTask } from '../secrets.ts';

export interface AgentTaskExecution {
  task: string;
  surface: BrowserSession;
  host: Host;
  mind: ModelClient;
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function outputsOf({ output }: AgentResult): Record<string, unknown> {
  if (output === null) return {};
  return isRecord(output) ? output : { result: output };
}

/** Reports what the Run has used of its model so far. */
export function reportUsage({ host }: RunSession, mind: ModelClient, stepId: string | null): void {
  const { calls, inputTokens, outputTokens, cachedTokens, cost } = mind.usage;
  host.emit({
    type: 'log',
    stepId,
    message: describeUsage(mind.usage),
    data: {
      model_calls: calls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached_tokens: cachedTokens,
      cost_usd: cost,
    },
  });
}

/** What a model decides cannot be taken up by another execution once something has come of it. */
function rejectRepeatedExecution({ earlier }: AgentTaskExecution): void {
  const [step] = earlier?.completedSteps ?? [];
  if (step !== undefined)
    throw new StepError(
      'executor_lost',
      `The executor was lost after step "${step.id}" took effect; the agent's work cannot be taken up by another.`,
    );
}

/**
 * Carries out a task with a model: each action is a step `s1`, `s2`, … of the Run; what the agent reports is in the outcome's
 * `outputs`. Never throws: the outcome says what went wrong.
 */
export async function executeAgentTask(execution: AgentTaskExecution): Promise<RunOutcome> {
  const { task, surface, host, limits } = execution;
  const secrets = secretsOfTask(task, execution.secrets);
  const session = createRunSession({
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
  return withTrace(session, () => runTask(session, execution, secrets));
}

async function runTask(
  session: RunSession,
  execution: AgentTaskExecution,
  secrets: AgentContext['task']['secrets'],
): Promise<RunOutcome> {
  const { task, mind } = execution;
  const { host, surface } = session;
  let begun = 0;
  const work: AgentContext = {
    session,
    model: mind,
    signal: host.signal,
    task: {
      text: secrets.hide(task),
      secrets,
      scope: execution.applicationScope ?? null,
      maxEffect: 'irreversible',
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
    rejectRepeatedExecution(execution);
    const achieved = await runAgentLoop(work).finally(() => reportUsage(session, mind, null));
    if (surface.failure !== null) throw surface.failure;
    return completedRun(session, achieved.summary, outputsOf(achieved));
  } catch (error) {
    const failure = host.signal.aborted || error instanceof StepError ? error : undefined;
    return failedRun(session, failure ?? error, 'The agent did not finish the task', {});
  }
}
