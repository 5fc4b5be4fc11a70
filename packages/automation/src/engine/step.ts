import { setTimeout as delay } from 'node:timers/promises';
import { describeIssues, type Effect, type ErrorCode } from '@errand/contracts';
import { type PrimitiveName, strongerEffect, surfaceOf, Target } from '@errand/contracts/primitives';
import { StepError, type StepResult } from '../host.ts';
import type { Locator } from 'playwright-core';
import type { Call } from '../primitives/call.ts';
import { primitiveOf } from '../primitives/index.ts';
import type { Primitive } from '../primitives/primitive.ts';
import { describeTarget } from '../targets/locator.ts';
import { type Approval, ask, orAborted, originOf } from './approval.ts';
import { fingerprintOf, lookAtApproved } from './approved-page.ts';
import { attempt, stopReason, type Attempt } from './attempt.ts';
import type { ActionRecord } from './ledger.ts';
import type { PageFacts } from './observation/page-facts.ts';
import { watchElement } from './observation/page-script.ts';
import { rehearse } from './rehearse.ts';
import type { Session, StepCall } from './session.ts';
import { parseInput } from './step-input.ts';
import { actsInPage, attemptWatched } from './watched-attempt.ts';

/** What an effect would have brought about is not there in a dry run, and waiting for it makes the report late. */
const REHEARSAL_MS = 10_000;
/** In a dry run nothing is on its way that would have to be waited for longer. */
const LOCATING_MS = 3_000;
const FIRST_PAUSE_MS = 250;
const POINTLESS: ReadonlySet<ErrorCode> = new Set([
  'approval_rejected',
  'approval_expired',
  'browser_crashed',
  'executor_lost',
  'run_timeout',
  'site_not_allowed',
  'internal_error',
]);

const resolve = (step: StepCall): { primitive: Primitive; input: unknown; effect: Effect } => {
  const primitive = primitiveOf(step.primitive);
  if (primitive === undefined)
    throw new StepError('action_failed', `${step.primitive} cannot be performed in a browser.`, {
      untouched: true,
    });
  const parsed = parseInput(primitive.input, step.input);
  if (!parsed.success) {
    const [issue] = describeIssues(parsed.error.issues);
    const where = issue === undefined || issue.path === '' ? 'input' : `input.${issue.path}`;
    throw new StepError('action_failed', `${where}: ${issue?.message ?? 'invalid'}`, { untouched: true });
  }
  const least = primitive.effectOf?.(parsed.data) ?? primitive.effect;
  return { primitive, input: parsed.data, effect: strongerEffect(step.effect ?? 'read', least) };
};

/** What the step is about, in a few words. */
const describe = (step: StepCall): string => {
  if (step.instruction !== undefined && step.instruction !== '') return step.instruction;
  const summary = primitiveOf(step.primitive)?.summary ?? step.primitive;
  const { target, url } = (step.input ?? {}) as { target?: unknown; url?: unknown };
  const parsed = Target.safeParse(target);
  if (parsed.success) return `${summary}: ${describeTarget(parsed.data)}`;
  return typeof url === 'string' ? `${summary}: ${url}` : summary;
};

const bounded = ({ limits }: Session, output: unknown): unknown => {
  const json = JSON.stringify(output) as string | undefined;
  if (json === undefined) return null;
  if (Buffer.byteLength(json) > limits.outputBytes)
    throw new StepError('output_invalid', `The output is larger than ${limits.outputBytes} bytes.`);
  return output;
};

const mayRepeat = (error: StepError, effect: Effect): boolean =>
  !POINTLESS.has(error.code) && (effect === 'read' || error.untouched);

/** Attempts until one succeeds or trying again is pointless or unsafe. */
const persist = async (
  session: Session,
  step: StepCall,
  effect: Effect,
  once: () => Promise<Attempt>,
): Promise<Attempt> => {
  const { host } = session;
  for (let tries = 1; ; tries += 1) {
    try {
      const done = await once();
      return { ...done, output: bounded(session, done.output) };
    } catch (error) {
      const failure = error as StepError;
      if (tries > (step.retries ?? 0) || host.signal.aborted || !mayRepeat(failure, effect)) throw failure;
      host.emit({
        type: 'step.retried',
        stepId: step.id,
        message: failure.message,
        data: { error_code: failure.code, attempt: tries },
      });
      await delay(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { signal: host.signal }).catch(() => {
        throw stopReason(host.signal);
      });
    }
  }
};

/** The page went elsewhere, or its control says or its form holds something else, after a person had approved the step. */
class Moved extends StepError {
  override name = 'Moved';

  constructor() {
    super('action_failed', 'The page is not the one that was approved any more.', {
      untouched: true,
    });
  }
}

/** Lets a step act only where it was approved. */
const guard =
  (session: Session, approval: Approval | null) =>
  (facts: PageFacts | null): void => {
    if (approval === null) return;
    const isSame = facts === null || fingerprintOf(facts) === approval.page;
    if (!isSame || originOf(session) !== approval.origin) throw new Moved();
  };

/** What a task reports from. */
const READS: ReadonlySet<PrimitiveName> = new Set(['browser.extract', 'browser.snapshot', 'data.set']);

/** What leaves a page as it is. */
const LOOKS: ReadonlySet<PrimitiveName> = new Set([
  'browser.assert',
  'browser.extract',
  'browser.pdf',
  'browser.screenshot',
  'browser.snapshot',
  'browser.wait',
]);

const act = async (session: Session, step: StepCall): Promise<Attempt & { effect: Effect }> => {
  const { host, limits } = session;
  const { primitive, input, effect } = resolve(step);
  const patience = session.dryRun ? Math.min(REHEARSAL_MS, limits.stepTimeoutMs) : limits.stepTimeoutMs;
  const bounds = {
    ...step,
    timeoutMs: step.timeoutMs ?? patience,
    mayGiveUp: step.timeoutMs === undefined && step.primitive !== 'browser.wait',
  };
  if (session.dryRun && effect !== 'read') {
    const timeoutMs = Math.min(bounds.timeoutMs, LOCATING_MS);
    const rehearsal = { ...bounds, timeoutMs, completionCondition: undefined };
    return { ...(await attempt(session, rehearsal, (call) => rehearse(call, input))), effect };
  }
  const message = describe(step);
  const surface = surfaceOf(primitive.name);
  const isHuman = surface === 'human';
  const needsApproval = !isHuman && (step.risk === 'high' || effect === 'irreversible');
  const approve = async (): Promise<Approval> => {
    const approval = await ask(session, { stepId: step.id, message, input }, () =>
      lookAtApproved(session, step.primitive, input),
    );
    await step.confirm?.();
    return approval;
  };
  let approval = needsApproval ? await approve() : null;
  await Promise.all([
    // What a step of people does, it does to people: while it waits, nothing is about to happen to a site.
    effect !== 'read' &&
      !isHuman &&
      host.intend({
        stepId: step.id,
        effect,
        action: `${primitive.name}: ${message}`,
        surface: surface === 'http' ? 'http' : 'browser',
      }),
    surface === 'browser' &&
      !LOOKS.has(step.primitive) &&
      orAborted(session.surface.camera.catchUp(), host.signal),
  ]);
  const once = async (): Promise<Attempt> => {
    if (!isHuman)
      for (;;) {
        try {
          const admit = guard(session, approval);
          if (actsInPage(step.primitive))
            return await attemptWatched(
              session,
              { id: step.id, description: message, primitive, input },
              bounds,
              admit,
            );
          const prepare = async (call: Call, element: Locator) => {
            if (approval !== null) admit(await watchElement(element, 0, call.wait));
            return null;
          };
          return await attempt(session, { ...bounds, prepare }, (call) => {
            admit(null);
            return primitive.handler(call, input);
          });
        } catch (error) {
          if (!(error instanceof Moved)) throw error;
          approval = await approve();
        }
      }
    const patient = { ...bounds, timeoutMs: null, completionCondition: undefined };
    const { output } = await attempt(session, patient, (call) => primitive.handler(call, input));
    return attempt(session, bounds, async () => output);
  };
  return { ...(await persist(session, step, effect, once)), effect };
};

/** Bytes of JSON up to which the output of an effect is kept for an execution that takes over. */
const KEPT_BYTES = 65_536;

/** The output of a step as it is kept for an execution that takes over. */
export const resultOf = ({ mask }: Session, output: unknown): StepResult => {
  const json = JSON.stringify(output);
  const whole = json === JSON.stringify(mask.value(output)) && Buffer.byteLength(json) <= KEPT_BYTES;
  return { output: whole ? output : null, whole };
};

const picture = async (
  { surface, host, limits, hasSecrets, mask }: Session,
  step: StepCall,
): Promise<void> => {
  const page = surface.activePage;
  if (!limits.screenshots || page === null || !step.primitive.startsWith('browser.')) return;
  const shot = {
    page,
    stepId: step.id,
    onlyLooked: LOOKS.has(step.primitive),
    isSecret: hasSecrets ? mask.finds : null,
  };
  // Who stops the Run does not wait for its picture.
  await orAborted(surface.camera.shoot(shot, host), host.signal).catch(() => undefined);
};

/** Reports that a step failed; the same for every kind of step. */
export const reportFailure = (
  session: Session,
  stepId: string,
  error: StepError,
  data: Record<string, unknown> = {},
): void => {
  const { host } = session;
  const isForeign = host.signal.aborted && !(host.signal.reason instanceof StepError);
  if (isForeign) return;
  host.emit({
    type: 'step.failed',
    stepId,
    message: error.message,
    data: { ...data, error_code: error.code },
  });
};

/**
 * Performs one primitive call as one step: events, approval, intent, time-out, retries, completion condition and
 * screenshot. Answers the primitive's output, which may hold secrets: `session.mask` what leaves the Run.
 * @throws {StepError} when the step failed (`step.failed` was then reported) or the Run was stopped
 */
export const performStep = async (session: Session, step: StepCall): Promise<unknown> => {
  const { host } = session;
  const begun = performance.now();
  const facts = () => ({ primitive: step.primitive, duration_ms: Math.round(performance.now() - begun) });
  host.emit({
    type: 'step.started',
    stepId: step.id,
    message: describe(step),
    data: { primitive: step.primitive },
  });
  try {
    const { output, evidence, effect } = await act(session, step);
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
    await picture(session, step);
    return output;
  } catch (error) {
    const failure = host.signal.aborted ? stopReason(host.signal) : asStepError(error);
    reportFailure(session, step.id, failure, {
      ...facts(),
      landed: failure.untouched ? 'nothing' : 'unknown',
    });
    if (failure.code !== 'browser_crashed' && !host.signal.aborted) await picture(session, step);
    throw failure;
  }
};

/** A request of its own that the server answered as the step expects. */
const landedBy = (step: StepCall): ActionRecord => ({
  stepId: step.id,
  description: describe(step),
  warnings: [],
  refusals: [],
  did: [],
  nothingChanged: false,
  landed: true,
});

const asStepError = (error: unknown): StepError =>
  error instanceof StepError
    ? error
    : new StepError('internal_error', 'Something went wrong while the step was performed.', { cause: error });
