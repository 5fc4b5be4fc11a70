import type { RunbookStep } from '@errand/contracts';
import type { PrimitiveName } from '@errand/contracts/primitives';
import type { ClaimedRun, PinnedDefinition } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import { holdsSecret, intersectScopes, secretInputs, type TemplateScope } from '@errand/runbook-language';
import { type BrowserSession, StepError, type Host } from '@errand/browser-runtime';
import { performAgentStep, type Agent } from './agent-step.ts';
import type { JudgeCondition } from './completion.ts';
import { type Healer, performHealing } from './healing.ts';
import { type Frame, Interpreter, type Round } from './interpreter.ts';
import { failedRun, completedRun } from './outcome.ts';
import { type ResolvedStep, resolveStep } from './resolve-step.ts';
import { performRunbook } from './run-runbook.ts';
import { createRunSession, type DesktopAccess, type Limits, type RunSession } from './run-session.ts';
import { reportFailure } from './step.ts';
import { withTrace } from './trace.ts';

export interface RunbookExecution {
  /** The pinned revision, with those that it runs. */
  definition: PinnedDefinition;
  /** Checked against its parameters. */
  inputs: Readonly<Record<string, unknown>>;
  /** What templates call `run`. */
  run?: TemplateScope['run'];
  surface: BrowserSession;
  /** Absent on a server. */
  desktop?: DesktopAccess | undefined;
  host: Host;
  limits?: Partial<Limits>;
  /** Carries out agent steps. */
  agent?: Agent;
  /** Finds the element that a step meant on a page that has changed. */
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

/** True when a step of the Runbook, or of one that it runs, has an application scope, which needs a guarded browser. */
export function needsScope({ steps, runbooks = {} }: Pick<PinnedDefinition, 'steps' | 'runbooks'>): boolean {
  const all = [steps, ...Object.values(runbooks).map((nested) => nested.steps)].flat();
  return all.some(({ applicationScope }) => applicationScope !== undefined);
}

function secretsOf(
  { parameters }: Pick<PinnedDefinition, 'parameters'>,
  inputs: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const defaults = Object.fromEntries(
    parameters.flatMap(({ name, default: fallback }) => (fallback === undefined ? [] : [[name, fallback]])),
  );
  return secretInputs(parameters, { ...defaults, ...inputs });
}

async function performOnce(
  execution: RunbookExecution,
  interpreter: Interpreter,
  round: Round,
): Promise<unknown> {
  const { frame, id, scope } = round;
  const { session } = frame;
  let resolved: ResolvedStep;
  try {
    resolved = resolveStep(round.step, scope);
  } catch (error) {
    if (error instanceof StepError) reportFailure(session, id, error, { landed: 'nothing' });
    throw error;
  }
  const { condition } = resolved;
  const applicationScope =
    intersectScopes(frame.applicationScope, resolved.applicationScope ?? null) ?? undefined;
  const step = { ...resolved, id, ...(applicationScope && { applicationScope: [...applicationScope] }) };
  if (step.kind === 'agent')
    return performAgentStep(session, step, condition, {
      agent: execution.agent,
      secrets: secretsOf(frame.definition, frame.inputs),
    });
  if (step.primitive === 'runbook.run')
    return performRunbook({ step, round, interpreter, runbooks: execution.definition.runbooks ?? {} });
  const call = {
    ...step,
    // A name that is no primitive is refused by performStep.
    primitive: step.primitive as PrimitiveName,
    completionCondition: condition,
  };
  // A step that may fail need not be made to fit.
  const mayHeal = !session.dryRun && step.onFailure !== 'continue';
  return performHealing(session, call, mayHeal ? execution.heal : undefined);
}

/**
 * Carries out a Runbook and reports everything on the way to `host`; a dry run says of every step whether it could be done.
 * Never throws: the outcome says what went wrong.
 */
export async function executeRunbook(execution: RunbookExecution): Promise<RunOutcome> {
  const { definition, inputs, surface, host } = execution;
  const nested = Object.values(definition.runbooks ?? {});
  const session = createRunSession({
    kind: 'runbook',
    surface,
    desktop: execution.desktop,
    host,
    limits: execution.limits,
    secrets: Object.values(secretsOf(definition, inputs)),
    expectsSecrets: nested.some(({ parameters }) => parameters.some(holdsSecret)),
    dryRun: execution.dryRun ?? false,
    granted: execution.earlier?.grantedApproval ?? null,
    judge: execution.judge,
  });
  return withTrace(session, () => performSteps(session, execution));
}

/** "Step 2 of 5 ("rows[3]/send") failed". */
function whereOf(steps: readonly RunbookStep[], id: string | null): string {
  const [top] = /^[^[/]+/.exec(id ?? '') ?? [''];
  const index = steps.findIndex((step) => step.id === top);
  return id === null || index < 0
    ? 'The Run failed'
    : `Step ${index + 1} of ${steps.length} ("${id}") failed`;
}

async function performSteps(session: RunSession, execution: RunbookExecution): Promise<RunOutcome> {
  const { definition, inputs, surface } = execution;
  const { steps, title } = definition;
  const frame: Frame = { session, definition, inputs, prefix: '', applicationScope: null, done: {} };
  const outputs = () =>
    Object.fromEntries(Object.entries(frame.done).map(([id, { output }]) => [id, output]));
  const many = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  session.host.emit({ type: 'run.started', stepId: null, message: `Running "${title}" (${many}).` });

  const interpreter: Interpreter = new Interpreter({
    perform: (round) => performOnce(execution, interpreter, round),
    completed: new Map(execution.earlier?.completedSteps.map(({ id, output }) => [id, output])),
    runbooks: definition.runbooks ?? {},
    run: execution.run,
  });
  try {
    await interpreter.performAll(frame);
    // What a page still worked at when its step was over becomes a warning.
    await session.ledger.lookAgain(0);
  } catch (error) {
    return failedRun(session, error, whereOf(steps, interpreter.failedId(error)), outputs());
  }
  const { broken, passedOver } = interpreter;
  if (broken !== null) return failedRun(session, broken.error, whereOf(steps, broken.id), outputs());
  if (surface.failure !== null)
    return failedRun(session, surface.failure, 'The Run failed after its last step', outputs());
  const but =
    passedOver === 0
      ? ''
      : ` ${passedOver} of them failed and ${passedOver === 1 ? 'was' : 'were'} passed over.`;
  const verb = session.dryRun ? 'Dry-ran' : 'Completed';
  return completedRun(session, `${verb} ${many} of "${title}".${but}`, outputs());
}
