import type { ActedOn, Effect } from '@errand/contracts';
import { type PrimitiveName, surfaceOf } from '@errand/contracts/primitives';
import { holdInput, StepError } from '@errand/browser-runtime';
import { raceSignal } from '@errand/wait-for';
import type { Locator } from 'playwright-core';
import type { Call } from '../primitives/call.ts';
import { loadDesktop } from '../primitives/desktop/index.ts';
import { type Approval, originOf, requestApproval } from './approval.ts';
import { lookAtApproved } from './approved-page.ts';
import { type AttemptResult, attemptStep } from './attempt.ts';
import { dryRunStep } from './dry-run.ts';
import type { PageFacts } from './observation/page-facts.ts';
import { watchElement } from './observation/page-script.ts';
import { fingerprintOf } from './page-fingerprint.ts';
import type { RunSession, StepCall } from './run-session.ts';
import { describeStep, resolveCall } from './step-words.ts';
import { actsInPage, attemptWatched, desktopWatch, mayGoPastPlaywright } from './watched-attempt.ts';
import { withRetries } from './with-retries.ts';

/** A dry run looks for an element no longer than this: nothing was done that could bring it. A quiet page ends the look sooner. */
const DRY_RUN_LOCATE_TIMEOUT_MS = 10_000;

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

/** Primitives that leave a page unchanged. */
export const READ_ONLY: ReadonlySet<PrimitiveName> = new Set([
  'browser.assert',
  'browser.extract',
  'browser.pdf',
  'browser.screenshot',
  'browser.snapshot',
  'browser.wait',
]);

/** Primitives of the pointer: they look for long at what they act on, and change nothing before they move it. */
const POINTS: ReadonlySet<PrimitiveName> = new Set([
  'browser.check',
  'browser.click',
  'browser.hover',
  'browser.uncheck',
]);

/** Primitives that bring another document or tab. */
const LEAVES_PAGE: ReadonlySet<PrimitiveName> = new Set([
  'browser.navigate',
  'browser.back',
  'browser.forward',
  'browser.reload',
  'browser.tab',
]);

/** Carries out a step's primitive: approval, declared intent, retries, and the look at what came of it. */
export async function actStep(
  session: RunSession,
  step: StepCall,
  onPlace: (place: ActedOn | null) => void,
): Promise<AttemptResult & { effect: Effect }> {
  const { host, limits } = session;
  const { primitive, input, effect } = resolveCall(step);
  const bounds = {
    ...step,
    timeoutMs: step.timeoutMs ?? limits.stepTimeoutMs,
    mayGiveUp: step.timeoutMs === undefined && step.primitive !== 'browser.wait',
  };
  if (session.dryRun && effect !== 'read') {
    const timeoutMs = Math.min(bounds.timeoutMs, DRY_RUN_LOCATE_TIMEOUT_MS);
    const dryRun = { ...bounds, timeoutMs, mayGiveUp: true, completionCondition: undefined };
    return { ...(await attemptStep(session, dryRun, (call) => dryRunStep(primitive, call, input))), effect };
  }
  const message = describeStep(step);
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
  const pictured =
    surface === 'browser' && !READ_ONLY.has(step.primitive)
      ? raceSignal(session.surface.screenshots.flush(), host.signal)
      : undefined;
  const isHeld =
    pictured !== undefined && POINTS.has(step.primitive) && holdInput(session.surface.context, pictured);
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
    !isHeld && pictured,
  ]);
  const timed = isHeld ? { ...bounds, untimed: pictured } : bounds;
  const once = async (): Promise<AttemptResult> => {
    if (!isHuman)
      for (;;) {
        try {
          const admit = originGuard(session, approval);
          if (actsInPage(step.primitive))
            return await attemptWatched(
              session,
              { id: step.id, description: message, primitive, input },
              timed,
              { admit, isBound: approval !== null },
              onPlace,
            );
          const prepare = async (call: Call, element: Locator) => {
            if (approval !== null) admit(await watchElement(element, 0, call.wait));
            return null;
          };
          const admitSeen = approval === null ? undefined : seenGuard(approval);
          const onActed = desktopWatch(session, step.id, message);
          const readsDirectly = approval === null && mayGoPastPlaywright(session);
          const bounds = { ...timed, prepare, readsDirectly, admit: admitSeen, onActed };
          return await attemptStep(session, bounds, (call) => {
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
