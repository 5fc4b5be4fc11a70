import type { RunOutcome } from '@errand/contracts/queue';
import type { ClaimedRun } from '@errand/contracts/internal';
import { type BrowserSession, StepError, type Host } from '@errand/browser-runtime';
import { isObject } from '@errand/runbook-language';
import {
  completedRun,
  failedRun,
  type DesktopAccess,
  createRunSession,
  createTaskRun,
  type Limits,
  type RunSession,
  withTrace,
} from '@errand/step-engine';
import { describeUsage, type ModelClient } from '../models/index.ts';
import type { AgentResult, AgentContext } from './task.ts';
import { runAgentLoop } from './run-loop.ts';
import { secretsOfTask } from '../secrets.ts';

export interface AgentTaskExecution {
  task: string;
  surface: BrowserSession;
  /** The desktop of a person's machine. Absent on a server. */
  desktop?: DesktopAccess | undefined;
  host: Host;
  model: ModelClient;
  limits?: Partial<Limits>;
  /** Values that the model may type without seeing them, by name. */
  secrets?: Readonly<Record<string, string>>;
  /** Page that is opened first. */
  startUrl?: string | null;
  /** Host patterns; null: only the network guard's rules apply. */
  applicationScope?: readonly string[] | null | undefined;
  maxSteps?: number;
  outputSchema?: Record<string, unknown> | undefined;
  /** The outputs of an earlier execution. */
  earlier?: Pick<ClaimedRun, 'completedSteps' | 'grantedApproval'>;
}

function outputsOf({ output }: AgentResult): Record<string, unknown> {
  if (output === null) return {};
  return isObject(output) ? output : { result: output };
}

/** Reports the model usage of the Run so far. */
export function reportUsage({ host }: RunSession, model: ModelClient, stepId: string | null): void {
  const { calls, inputTokens, outputTokens, cachedTokens, cost } = model.usage;
  host.emit({
    type: 'log',
    stepId,
    message: describeUsage(model.usage),
    data: {
      model_calls: calls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached_tokens: cachedTokens,
      cost_usd: cost,
    },
  });
}

/** Once a step took effect, another execution cannot continue the model's decisions. */
function rejectRepeatedExecution({ earlier }: AgentTaskExecution): void {
  const [step] = earlier?.completedSteps ?? [];
  if (step !== undefined)
    throw new StepError(
      'executor_lost',
      `The executor was lost after step "${step.id}" took effect; another executor cannot continue the agent's work.`,
    );
}

/**
 * Carries out a task with a model. Each action is a step `s1`, `s2`, … of the Run; the outcome's `outputs` hold what the
 * agent reports. Never throws: the outcome holds the error.
 */
export async function executeAgentTask(execution: AgentTaskExecution): Promise<RunOutcome> {
  const { task, surface, desktop, host, limits } = execution;
  const secrets = secretsOfTask(task, execution.secrets);
  const session = createRunSession({
    surface,
    desktop,
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
    // The stored task holds its secrets; this copy is masked, so it can be quoted.
    ...(secrets.values.length > 0 && { data: { task } }),
  });
  return withTrace(session, () => runTask(session, execution, secrets));
}

async function runTask(
  session: RunSession,
  execution: AgentTaskExecution,
  secrets: AgentContext['task']['secrets'],
): Promise<RunOutcome> {
  const { task, model } = execution;
  const { host, surface } = session;
  const work: AgentContext = {
    session,
    model,
    run: createTaskRun(session),
    signal: host.signal,
    task: {
      text: secrets.hide(task),
      secrets,
      scope: execution.applicationScope ?? null,
      maxEffect: 'irreversible',
      maxSteps: execution.maxSteps ?? model.maxSteps,
      outputSchema: execution.outputSchema,
    },
  };
  try {
    rejectRepeatedExecution(execution);
    const { startUrl = null } = execution;
    if (startUrl !== null) {
      const input = { url: startUrl };
      const instruction = `Open ${startUrl}`;
      await work.run.act({
        primitive: 'browser.navigate',
        input,
        instruction,
        shown: { message: instruction, input },
      });
    }
    const achieved = await runAgentLoop(work).finally(() => reportUsage(session, model, null));
    if (surface.failure !== null) throw surface.failure;
    return completedRun(session, achieved.summary, outputsOf(achieved));
  } catch (error) {
    const failure = host.signal.aborted || error instanceof StepError ? error : undefined;
    return failedRun(session, failure ?? error, 'The agent did not finish the task', {});
  }
}
