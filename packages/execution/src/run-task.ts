import { type BrowserSession, type Host, StepError } from '@errand/browser-runtime';
import {
  createConditionJudge,
  createHealer,
  createModelClient,
  createStepAgent,
  executeAgentTask,
} from '@errand/agent';
import type { ClaimedRun, PinnedDefinition } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import { executeTask, type TaskExecution } from '@errand/planner';
import { taskOfBlueprint, withSecretInputs } from '@errand/runbook-language';
import { executeRunbook, filterHost } from '@errand/step-engine';
import type { Context } from './context.ts';
import { failed } from './outcome.ts';

/** An ad-hoc Run is executed by the agent, or by the planner without a model; a Runbook uses a model only where it says so. */
export function runTask(
  context: Context,
  run: ClaimedRun,
  session: { surface: BrowserSession; host: Host; secrets: Readonly<Record<string, string>> },
  /** Called when the Run uses the desktop of its machine. */
  onDesktop: () => void,
): Promise<RunOutcome> {
  const { surface, secrets } = session;
  const limits = { trace: context.trace };
  const model = context.modelOf(run.workspaceId);
  const modelClient = model === null ? null : createModelClient(model);
  const desktop = context.openDesktop?.(onDesktop);
  const host = desktop === undefined ? session.host : stoppedBy(desktop.stopped, session.host);
  const beyond = run.runbook === null ? null : findDesktopStep(run.runbook);
  if (beyond !== null && (desktop === undefined || desktop.whyNot !== null)) {
    const why = desktop?.whyNot ?? 'A server has no desktop';
    const message = `Step "${beyond.id}" uses ${beyond.primitive}. ${why}. Nothing was done.`;
    return Promise.resolve(failed(host, new StepError('action_failed', message)));
  }
  if (run.runbook !== null)
    return executeRunbook({
      desktop,
      definition: run.runbook,
      inputs: withSecretInputs(run.inputs, secrets),
      run: { id: run.id, startedAt: run.startedAt },
      surface,
      host,
      limits,
      dryRun: run.dryRun,
      earlier: run,
      ...(modelClient !== null && {
        agent: createStepAgent(modelClient),
        heal: createHealer(modelClient),
        judge: createConditionJudge(modelClient),
      }),
    }).finally(() => void desktop?.close());
  return adHoc(run, modelClient, { surface, desktop, host, limits, secrets }).finally(
    () => void desktop?.close(),
  );
}

async function adHoc(
  run: ClaimedRun,
  model: ReturnType<typeof createModelClient> | null,
  session: Pick<TaskExecution, 'surface' | 'desktop' | 'host' | 'limits' | 'secrets'>,
): Promise<RunOutcome> {
  const { outputSchema, applicationScope } = run;
  const execution = { ...session, outputSchema, applicationScope, earlier: run };
  const work = taskOf(run, model === null);
  if (model === null) return executeTask({ ...execution, ...work });
  // A task for the applications of a desktop may need no browser.
  if (session.desktop?.whyNot !== null) await session.surface.open();
  return executeAgentTask({ ...execution, ...work, model });
}

/** The host of a Run that the signal ends, too. */
function stoppedBy(stopped: AbortSignal, host: Host): Host {
  return { ...filterHost(host), signal: AbortSignal.any([host.signal, stopped]) };
}

/** Before anything is done: steps before it may have effects. */
function findDesktopStep({
  steps,
  runbooks = {},
}: PinnedDefinition): { id: string; primitive: string } | null {
  const all = [steps, ...Object.values(runbooks).map((nested) => nested.steps)].flat();
  for (const step of all)
    if (step.kind === 'primitive' && step.primitive.startsWith('desktop.'))
      return { id: step.id, primitive: step.primitive };
  return null;
}

/** The task of an ad-hoc Run, or the goal of a Blueprint with its inputs. */
function taskOf(
  { task, blueprint, inputs }: ClaimedRun,
  namesTexts: boolean,
): Pick<TaskExecution, 'task'> & {
  texts?: Readonly<Record<string, string>>;
  startUrl?: string | null;
  maxSteps?: number;
} {
  if (blueprint === undefined) return { task };
  const { maxSteps } = blueprint;
  return { ...taskOfBlueprint(blueprint, inputs, namesTexts), ...(maxSteps !== null && { maxSteps }) };
}
