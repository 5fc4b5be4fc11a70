import { type ActedOn, describeIssues, type Effect } from '@errand/contracts';
import {
  DesktopTarget,
  type PrimitiveName,
  strongerEffect,
  surfaceOf,
  Target,
} from '@errand/contracts/primitives';
import { stepWords, targetWords } from '@errand/contracts/words';
import { StepError, type StepResult } from '@errand/browser-runtime';
import type { Locator } from 'playwright-core';
import type { Call } from '../primitives/call.ts';
import { loadDesktop } from '../primitives/desktop/index.ts';
import { primitiveOf } from '../primitives/index.ts';
import type { Primitive } from '../primitives/primitive.ts';
import { raceSignal } from '@errand/wait-for';
import { type Approval, requestApproval, originOf } from './approval.ts';
import { lookAtApproved } from './approved-page.ts';
import { attemptStep, stopReason, type AttemptResult } from './attempt.ts';
import type { ActionRecord } from './ledger.ts';
import { fingerprintOf } from './page-fingerprint.ts';
import type { PageFacts } from './observation/page-facts.ts';
import { watchElement } from './observation/page-script.ts';
import { dryRunStep } from './dry-run.ts';
import type { RunSession, StepCall } from './run-session.ts';
import { parseInput } from './step-input.ts';
import { actsInPage, attemptWatched, desktopWatch } from './watched-attempt.ts';
import { withRetries } from './with-retries.ts';

/** Step timeout in a dry run: skipped effects leave nothing to wait for. */
const DRY_RUN_TIMEOUT_MS = 10_000;
/** In a dry run nothing is on its way that would have to be waited for longer. */
const DRY_RUN_LOCATE_TIMEOUT_MS = 3_000;

function resolve(step: StepCall): { primitive: Primitive; input: unknown; effect: Effect } {
  const primitive = primitiveOf(step.primitive);
  if (primitive === undefined)
    throw new StepError('action_failed', `${step.primitive} is not something that a step can do.`, {
      noEffect: true,
    });
  const parsed = parseInput(primitive.input, step.input);
  if (!parsed.success) {
    const [issue] = describeIssues(parsed.error.issues);
    const where = issue === undefined || issue.path === '' ? 'input' : `input.${issue.path}`;
    throw new StepError('action_failed', `${where}: ${issue?.message ?? 'invalid'}`, { noEffect: true });
  }
  const least = primitive.effectOf?.(parsed.data) ?? primitive.effect;
  return { primitive, input: parsed.data, effect: strongerEffect(step.effect ?? 'read', least) };
}

/** What the step is about, in a few words. */
function describe(step: StepCall): string {
  if (step.instruction !== undefined && step.instruction !== '') return step.instruction;
  const { primitive } = step;
  const summary = primitiveOf(primitive)?.summary ?? primitive;
  const { target, url } = (step.input ?? {}) as { target?: unknown; url?: unknown };
  if (surfaceOf(primitive) === 'desktop') {
    const element = DesktopTarget.safeParse(target);
    if (!element.success) return summary;
    return stepWords(primitive, { target: element.data }) ?? `${summary}: ${targetWords(element.data)}`;
  }
  const parsed = Target.safeParse(target);
  if (parsed.success)
    return stepWords(primitive, { target: parsed.data }) ?? `${summary}: ${targetWords(parsed.data)}`;
  if (typeof url !== 'string') return summary;
  return stepWords(primitive, { url }) ?? `${summary}: ${url}`;
}

/** The page or window shows or holds something else than what a person had approved. */
class OriginChangedError extends StepError {
  override name = 'Moved';

  constructor() {
    super('action_failed', 'What the step acts on is not what was approved any more.', {
      noEffect: true,
    });
  }
}

/** Lets a step act only where it was approved. */
function originGuard(session: RunSession, approval: Approval | null) {
  return (facts: PageFacts | null): void => {
    if (approval === null) return;
    const isSame = facts === null || fingerprintOf(facts) === approval.page;
    if (!isSame || originOf(session) !== approval.origin) throw new OriginChangedError();
  };
}

/** Lets a step on a desktop act only on the window that was approved. */
function seenGuard({ page }: Approval) {
  return (seen: string | null): void => {
    if (seen !== page) throw new OriginChangedError();
  };
}

/** What a task reports from. */
const READS: ReadonlySet<PrimitiveName> = new Set([
  'browser.extract',
  'browser.snapshot',
  'data.set',
  'desktop.read',
  'desktop.snapshot',
]);

/** Primitives that leave a page unchanged. */
const READ_ONLY: ReadonlySet<PrimitiveName> = new Set([
  'browser.assert',
  'browser.extract',
  'browser.pdf',
  'browser.screenshot',
  'browser.snapshot',
  'browser.wait',
]);

/** Primitives that bring another document or tab. */
const LEAVES_PAGE: ReadonlySet<PrimitiveName> = new Set([
  'browser.navigate',
  'browser.back',
  'browser.forward',
  'browser.reload',
  'browser.tab',
]);

async function act(
  session: RunSession,
  step: StepCall,
  onPlace: (place: ActedOn | null) => void,
): Promise<AttemptResult & { effect: Effect }> {
  const { host, limits } = session;
  const { primitive, input, effect } = resolve(step);
  const defaultTimeoutMs = session.dryRun
    ? Math.min(DRY_RUN_TIMEOUT_MS, limits.stepTimeoutMs)
    : limits.stepTimeoutMs;
  const bounds = {
    ...step,
    timeoutMs: step.timeoutMs ?? defaultTimeoutMs,
    mayGiveUp: step.timeoutMs === undefined && step.primitive !== 'browser.wait',
  };
  if (session.dryRun && effect !== 'read') {
    // Applications answer more slowly than a page.
    const locateTimeoutMs =
      surfaceOf(primitive.name) === 'desktop' ? DRY_RUN_TIMEOUT_MS : DRY_RUN_LOCATE_TIMEOUT_MS;
    const timeoutMs = Math.min(bounds.timeoutMs, locateTimeoutMs);
    const dryRun = { ...bounds, timeoutMs, completionCondition: undefined };
    return { ...(await attemptStep(session, dryRun, (call) => dryRunStep(primitive, call, input))), effect };
  }
  const message = describe(step);
  const surface = surfaceOf(primitive.name);
  const isHuman = surface === 'human';
  const needsApproval = !isHuman && (step.risk === 'high' || effect === 'irreversible');
  const approve = async (): Promise<Approval> => {
    const approval = await requestApproval(session, { stepId: step.id, message, input }, async () =>
      surface === 'desktop'
        ? (await loadDesktop()).lookAtWindow(session, step, input)
        : lookAtApproved(session, step.primitive, input),
    );
    await step.confirm?.();
    return approval;
  };
  let approval = needsApproval ? await approve() : null;
  if (LEAVES_PAGE.has(step.primitive)) session.ledger.leavePage();
  await Promise.all([
    // What a step of people does, it does to people: while it waits, nothing is about to happen to a site.
    effect !== 'read' &&
      !isHuman &&
      host.declareIntent({
        stepId: step.id,
        effect,
        action: `${primitive.name}: ${message}`,
        surface: surface === 'http' || surface === 'desktop' ? surface : 'browser',
      }),
    surface === 'browser' &&
      !READ_ONLY.has(step.primitive) &&
      raceSignal(session.surface.screenshots.flush(), host.signal),
  ]);
  const once = async (): Promise<AttemptResult> => {
    if (!isHuman)
      for (;;) {
        try {
          const admit = originGuard(session, approval);
          if (actsInPage(step.primitive))
            return await attemptWatched(
              session,
              { id: step.id, description: message, primitive, input },
              bounds,
              { admit, isBound: approval !== null },
              onPlace,
            );
          const prepare = async (call: Call, element: Locator) => {
            if (approval !== null) admit(await watchElement(element, 0, call.wait));
            return null;
          };
          const admitSeen = approval === null ? undefined : seenGuard(approval);
          const onActed = desktopWatch(session, step.id, message);
          return await attemptStep(session, { ...bounds, prepare, admit: admitSeen, onActed }, (call) => {
            admit(null);
            return primitive.handler(call, input);
          });
        } catch (error) {
          if (!(error instanceof OriginChangedError)) throw error;
          approval = await approve();
        }
      }
    const untimed = { ...bounds, timeoutMs: null, completionCondition: undefined };
    const { output } = await attemptStep(session, untimed, (call) => primitive.handler(call, input));
    return attemptStep(session, bounds, async () => output);
  };
  return { ...(await withRetries(session, step, effect, once)), effect };
}

/** Bytes of JSON up to which the output of an effect is kept for an execution that takes over. */
const MAX_KEPT_OUTPUT_BYTES = 65_536;

/** The output of a step as it is kept for an execution that takes over. */
export function resultOf(
  { mask }: RunSession,
  output: unknown,
  maxBytes = MAX_KEPT_OUTPUT_BYTES,
): StepResult {
  const json = JSON.stringify(output);
  const reusable = json === JSON.stringify(mask.value(output)) && Buffer.byteLength(json) <= maxBytes;
  return { output: reusable ? output : null, reusable };
}

async function captureScreenshot(session: RunSession, step: StepCall): Promise<void> {
  const { surface, host, limits, hasSecrets, mask } = session;
  if (!limits.screenshots) return;
  if (step.primitive.startsWith('desktop.') && step.primitive !== 'desktop.screenshot') {
    const { id: stepId, applicationScope } = step;
    const { keepPicture } = await loadDesktop();
    await keepPicture(session, { stepId, applicationScope }).catch(() => undefined);
    return;
  }
  const page = surface.activePage;
  if (page === null || !step.primitive.startsWith('browser.')) return;
  const request = {
    page,
    stepId: step.id,
    readOnly: READ_ONLY.has(step.primitive),
    isSecret: hasSecrets ? mask.finds : null,
  };
  // Stopping a Run does not wait for its screenshot.
  await raceSignal(surface.screenshots.capture(request, host), host.signal).catch(() => undefined);
}

/** Reports that a step failed; the same for every kind of step. */
export function reportFailure(
  session: RunSession,
  stepId: string,
  error: StepError,
  data: Record<string, unknown> = {},
): void {
  const { host } = session;
  const isForeign = host.signal.aborted && !(host.signal.reason instanceof StepError);
  if (isForeign) return;
  host.emit({
    type: 'step.failed',
    stepId,
    message: error.message,
    data: { ...data, error_code: error.code },
  });
}

/**
 * Performs one primitive call as one step: events, approval, intent, time-out, retries, completion condition and
 * screenshot. Answers the primitive's output, which may hold secrets: `session.mask` what leaves the Run.
 * @throws {StepError} when the step failed (`step.failed` was then reported) or the Run was stopped
 */
export async function performStep(session: RunSession, step: StepCall): Promise<unknown> {
  const { host } = session;
  if (host.gate === undefined) return await perform(session, step);
  const leave = await host.gate.enter().catch(() => {
    throw stopReason(host.signal);
  });
  try {
    return await perform(session, step);
  } finally {
    leave();
  }
}

async function perform(session: RunSession, step: StepCall): Promise<unknown> {
  const { host } = session;
  const begun = performance.now();
  const acted: { on: ActedOn | null } = { on: null };
  const facts = () => ({
    primitive: step.primitive,
    duration_ms: Math.round(performance.now() - begun),
    ...(acted.on && { element: acted.on }),
  });
  host.emit({
    type: 'step.started',
    stepId: step.id,
    message: describe(step),
    data: { primitive: step.primitive },
  });
  try {
    if (surfaceOf(step.primitive) === 'browser') await raceSignal(session.surface.open(), host.signal);
    const { output, evidence, effect } = await act(session, step, (place) => (acted.on = place));
    host.emit({
      type: 'step.completed',
      stepId: step.id,
      message: describe(step),
      data: {
        ...facts(),
        effect,
        ...(evidence && { completion: evidence }),
        ...(session.dryRun && { dry_run: true, acted: effect === 'read' }),
      },
      ...(effect !== 'read' && !session.dryRun && { result: resultOf(session, output) }),
    });
    if (effect !== 'read' && surfaceOf(step.primitive) === 'http') session.ledger.record(landedBy(step));
    if (READS.has(step.primitive)) session.ledger.read();
    await captureScreenshot(session, step);
    return output;
  } catch (error) {
    const failure = host.signal.aborted ? stopReason(host.signal) : asStepError(error);
    reportFailure(session, step.id, failure, {
      ...facts(),
      landed: failure.noEffect ? 'nothing' : 'unknown',
    });
    if (failure.code !== 'browser_crashed' && !host.signal.aborted) await captureScreenshot(session, step);
    throw failure;
  }
}

/** A request of its own that the server answered as the step expects. */
function landedBy(step: StepCall): ActionRecord {
  return {
    stepId: step.id,
    description: describe(step),
    warnings: [],
    refusals: [],
    did: [],
    nothingChanged: false,
    landed: true,
  };
}

function asStepError(error: unknown): StepError {
  return error instanceof StepError
    ? error
    : new StepError('internal_error', 'Something went wrong while the step was performed.', { cause: error });
}
