import type { ActedOn } from '@errand/contracts';
import { type PrimitiveName, surfaceOf } from '@errand/contracts/primitives';
import { StepError, type StepResult } from '@errand/browser-runtime';
import { raceSignal } from '@errand/wait-for';
import { loadDesktop } from '../primitives/desktop/index.ts';
import { actStep, READ_ONLY } from './act-step.ts';
import { stopReason } from './attempt.ts';
import type { ActionRecord } from './ledger.ts';
import type { RunSession, StepCall } from './run-session.ts';
import { describeStep } from './step-words.ts';

/** The source of a task's report. */
const READS: ReadonlySet<PrimitiveName> = new Set([
  'browser.extract',
  'browser.snapshot',
  'data.set',
  'desktop.read',
  'desktop.snapshot',
]);

/** Bytes of JSON up to which the output of an effect is kept for an execution that takes over. */
const MAX_KEPT_OUTPUT_BYTES = 65_536;

/** The output of a step as kept for an execution that takes over. */
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
  const { host, mask } = session;
  const isAbortedOutside = host.signal.aborted && !(host.signal.reason instanceof StepError);
  if (isAbortedOutside) return;
  if (error.code === 'internal_error') host.logDefect?.(mask.error(error.cause ?? error), stepId);
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
    message: describeStep(step),
    data: { primitive: step.primitive },
  });
  try {
    if (surfaceOf(step.primitive) === 'browser') await raceSignal(session.surface.open(), host.signal);
    const { output, evidence, effect } = await actStep(session, step, (place) => (acted.on = place));
    host.emit({
      type: 'step.completed',
      stepId: step.id,
      message: describeStep(step),
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
    description: describeStep(step),
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
