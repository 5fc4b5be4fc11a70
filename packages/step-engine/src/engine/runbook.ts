import type { RunbookDefinition, RunbookStep } from '@errand/contracts';
import type { PrimitiveName } from '@errand/contracts/primitives';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import {
  parseCondition,
  resolveCondition,
  resolveTemplates,
  TemplateError,
  type TemplateScope,
} from '@errand/runbook-language';
import type { BrowserSession } from '@errand/browser-runtime';
import { StepError, type Host } from '@errand/browser-runtime';
import { performAgentStep, type Agent, type AgentStepOptions } from './agent-step.ts';
import { stopReason } from './attempt.ts';
import type { JudgeCondition } from './completion.ts';
import { type Healer, performHealing } from './healing.ts';
import { failedRun, completedRun } from './outcome.ts';
import { createRunSession, type Limits, type RunSession } from './run-session.ts';
import { reportFailure } from './step.ts';
import { withTrace } from './trace.ts';

export interface RunbookExecution {
  /** The pinned revision. */
  definition: RunbookDefinition;
  /** Checked against its parameters. */
  inputs: Readonly<Record<string, unknown>>;
  surface: BrowserSession;
  host: Host;
  limits?: Partial<Limits>;
  /** Carries out agent steps. */
  agent?: Agent;
  /** Finds what a step meant on a page that has changed. */
  heal?: Healer;
  /** Judges completion conditions in free text. */
  judge?: JudgeCondition;
  /** True: only `read` steps act; the others are resolved, located and reported. */
  dryRun?: boolean;
  /**
   * What an earlier execution left. Its completed steps are not repeated, their outputs stand; all other steps are performed
   * from the first on, which builds the page again. That only reads have to be repeated for it, the caller knows.
   */
  earlier?: Pick<ClaimedRun, 'completedSteps' | 'grantedApproval'>;
}

/** True when a step of the Runbook has an application scope, so that its browser must be a guarded one. */
export function needsScope({ steps }: Pick<RunbookDefinition, 'steps'>): boolean {
  return steps.some(({ applicationScope }) => applicationScope !== undefined);
}

function secretsOf({ parameters }: RunbookDefinition, inputs: Readonly<Record<string, unknown>>): string[] {
  return parameters
    .filter(({ type }) => type === 'secret')
    .flatMap(({ name, default: fallback }) => [inputs[name], fallback])
    .filter((value) => typeof value === 'string');
}

function secretsByName(
  { parameters }: RunbookDefinition,
  inputs: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ type, name, default: fallback }) => {
      const value = inputs[name] ?? fallback;
      return type === 'secret' && typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

interface Means extends AgentStepOptions {
  heal: Healer | undefined;
}

function resolveText(text: string | undefined, scope: TemplateScope): string | undefined {
  const value = resolveTemplates(text, scope);
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

/** The step with its templates filled in. Throws `StepError` `output_invalid` for a reference that leads nowhere. */
function resolveStep(
  step: RunbookStep,
  scope: TemplateScope,
): RunbookStep & { condition: string | ReturnType<typeof resolveCondition> | undefined } {
  try {
    const { completionCondition } = step;
    const parsed = completionCondition === undefined ? null : parseCondition(completionCondition);
    const condition =
      parsed === null ? resolveText(completionCondition, scope) : resolveCondition(parsed, scope);
    const instruction = resolveText(step.instruction, scope);
    if (step.kind === 'agent') return { ...step, condition, instruction: instruction ?? '' };
    return {
      ...step,
      condition,
      instruction,
      input: resolveTemplates(step.input, scope) as typeof step.input,
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new StepError('output_invalid', error.message, { cause: error, noEffect: true });
  }
}

async function perform(
  session: RunSession,
  step: RunbookStep,
  scope: TemplateScope,
  means: Means,
): Promise<unknown> {
  let resolved: ReturnType<typeof resolveStep>;
  try {
    resolved = resolveStep(step, scope);
  } catch (error) {
    if (error instanceof StepError) reportFailure(session, step.id, error, { landed: 'nothing' });
    throw error;
  }
  const { condition } = resolved;
  if (resolved.kind === 'agent') return performAgentStep(session, resolved, condition, means);
  const call = {
    ...resolved,
    // A name that is no primitive is refused by performStep.
    primitive: resolved.primitive as PrimitiveName,
    completionCondition: condition,
  };
  // A step that may fail need not be made to fit.
  const mayHeal = !session.dryRun && step.onFailure !== 'continue';
  return performHealing(session, call, mayHeal ? means.heal : undefined);
}

/** Whatever `onFailure` says, these end the Run. */
function isFinal(error: unknown): boolean {
  return (
    !(error instanceof StepError) ||
    ['browser_crashed', 'approval_rejected', 'approval_expired', 'executor_lost', 'run_timeout'].includes(
      error.code,
    )
  );
}

/**
 * Carries out a Runbook and reports everything on the way to `host`; a dry run says of every step whether it could be done.
 * Never throws: the outcome says what went wrong.
 */
export async function executeRunbook(execution: RunbookExecution): Promise<RunOutcome> {
  const { definition, inputs, surface, host } = execution;
  const session = createRunSession({
    kind: 'runbook',
    surface,
    host,
    limits: execution.limits,
    secrets: secretsOf(definition, inputs),
    dryRun: execution.dryRun ?? false,
    granted: execution.earlier?.grantedApproval ?? null,
    judge: execution.judge,
  });
  return withTrace(session, () => performSteps(session, execution));
}

async function performSteps(session: RunSession, execution: RunbookExecution): Promise<RunOutcome> {
  const { definition, inputs, surface, host } = execution;
  const completed = new Map(execution.earlier?.completedSteps.map(({ id, output }) => [id, output]));
  const { steps, title } = definition;
  const means = { agent: execution.agent, heal: execution.heal, secrets: secretsByName(definition, inputs) };
  const done: Record<string, { output: unknown }> = {};
  const outputs = () => Object.fromEntries(Object.entries(done).map(([id, { output }]) => [id, output]));
  const many = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  session.host.emit({ type: 'run.started', stepId: null, message: `Running "${title}" (${many}).` });

  let skipped = 0;
  let broken: { error: unknown; where: string } | null = null;
  for (const [index, step] of steps.entries()) {
    try {
      if (host.signal.aborted) throw stopReason(host.signal);
      if (completed.has(step.id)) {
        done[step.id] = { output: completed.get(step.id) };
        session.host.emit({
          type: 'log',
          stepId: step.id,
          message: `Step "${step.id}" took effect before and is not repeated.`,
        });
        continue;
      }
      done[step.id] = { output: await perform(session, step, { inputs, steps: done }, means) };
    } catch (error) {
      if (step.onFailure === 'continue' && !isFinal(error) && !host.signal.aborted) {
        done[step.id] = { output: null };
        skipped += 1;
        continue;
      }
      const where = `Step ${index + 1} of ${steps.length} ("${step.id}") failed`;
      if (!session.dryRun || isFinal(error) || host.signal.aborted)
        return failedRun(session, error, where, outputs());
      done[step.id] = { output: null };
      broken ??= { error, where };
    }
  }
  if (broken !== null) return failedRun(session, broken.error, broken.where, outputs());
  if (surface.failure !== null)
    return failedRun(session, surface.failure, 'The Run failed after its last step', outputs());
  const but =
    skipped === 0 ? '' : ` ${skipped} of them failed and ${skipped === 1 ? 'was' : 'were'} passed over.`;
  const verb = session.dryRun ? 'Dry-ran' : 'Completed';
  return completedRun(session, `${verb} ${many} of "${title}".${but}`, outputs());
}
