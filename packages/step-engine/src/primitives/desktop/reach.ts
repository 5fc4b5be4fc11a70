import { StepError } from '@errand/browser-runtime';
import {
  type Computer,
  type DesktopTarget,
  type Found,
  type Place,
  type Scope,
  ComputerError,
  findOne,
  fingerprintWindow,
} from '@errand/computer';
import { raceSignal } from '@errand/wait-for';
import { requestApproval } from '../../engine/approval.ts';
import type { RunSession } from '../../engine/run-session.ts';
import type { Call } from '../call.ts';
import { createPace } from './pace.ts';

/** How long a step that says no time of its own waits for its element. */
const DEFAULT_WAIT_MS = 15_000;
/** A step with less time left does not look again. */
const MIN_LOOK_MS = 100;

const HANDS_USED = 'The mouse or keyboard of the machine is in use.';

/** A desktop, and what the step may use of it. */
export interface Reach {
  computer: Computer;
  scope: Scope;
  /** Where files are put that applications are given. */
  files: string;
}

/** The StepError for a ComputerError, with no effect if none was possible; any other error unchanged. */
export function asStepError(error: unknown): unknown {
  if (!(error instanceof ComputerError)) return error;
  return new StepError(error.code, error.message, { cause: error, noEffect: !error.mayHaveActed });
}

/** @throws {StepError} `action_failed` where there is no desktop that could be driven */
export async function reachOf(
  { desktop }: RunSession,
  applicationScope: readonly string[] | null,
): Promise<Reach> {
  const whyNot = desktop === undefined ? 'A server has no desktop' : desktop.whyNot;
  if (desktop === undefined || whyNot !== null)
    throw new StepError('action_failed', `${whyNot ?? ''}.`, { noEffect: true });
  const computer = await desktop.open();
  return { computer, scope: computer.scope(applicationScope), files: desktop.files };
}

/**
 * Calls `work` with the desktop that the step may use.
 * @throws {StepError} for every ComputerError, and as `reachOf` does
 */
export async function onComputer<Result>(
  call: Call,
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await reachOf(call.session, call.applicationScope));
  } catch (error) {
    throw asStepError(error);
  }
}

/**
 * Asks until the answer is not null, or the step has waited long enough. When the step's time ends after the first answer, the
 * answer stays null, so that the step can say what it did not find.
 */
export async function poll<Answer>(
  call: Call,
  question: () => Promise<Answer | null>,
): Promise<Answer | null> {
  const until = call.giveUp === undefined ? Infinity : performance.now() + DEFAULT_WAIT_MS;
  const pause = createPace(call.signal);
  let answer = await call.interruptible(question);
  while (answer === null && performance.now() <= until && call.remaining > MIN_LOOK_MS)
    try {
      await pause();
      answer = await raceSignal(call.interruptible(question), call.signal);
    } catch (error) {
      if (!call.signal.aborted) throw error;
      return null;
    }
  return answer;
}

/** Which elements a step takes. */
export interface Kind {
  /** Only what takes a value. */
  field?: boolean;
  /** Waits until it is enabled, too; one that never is, is returned all the same. */
  enabled?: boolean;
}

/** Waits for the one element that a target means. Throws `ComputerError`. */
async function waitFor(
  call: Call,
  { computer, scope }: Reach,
  target: DesktopTarget,
  kind: Kind = {},
): Promise<Found> {
  let missing: unknown = null;
  let disabled: Found | null = null;
  const found = await poll(call, async () => {
    try {
      const one = await findOne(computer, target, scope, kind);
      if (kind.enabled !== true || one.element.states.has('enabled')) return one;
      disabled = one;
      return null;
    } catch (error) {
      if (!(error instanceof ComputerError) || error.code !== 'element_not_found') throw error;
      missing = error;
      return null;
    }
  });
  const last = found ?? disabled;
  if (last === null) throw missing;
  return last;
}

/** Waits for the element of a target and does something with it. Throws `StepError`. */
export function onDesktop<Result>(
  call: Call,
  target: DesktopTarget,
  work: (found: Found, reach: Reach) => Promise<Result>,
  kind: Kind = {},
): Promise<Result> {
  return onComputer(call, async (reach) => work(await waitFor(call, reach, target, kind), reach));
}

/**
 * Resolves at once while the person leaves the machine alone. When they use it, the Run asks whether to go on, and does so once
 * they have agreed and let go.
 * @throws {StepError} `approval_rejected` when it is not to go on
 */
export async function takeTurn(call: Call, { computer }: Reach): Promise<boolean> {
  const { signal, session, stepId } = call;
  signal.throwIfAborted();
  if (!computer.hands.wereUsed) return false;
  session.host.emit({ type: 'control.paused', stepId, message: HANDS_USED, data: { reason: HANDS_USED } });
  const message = `${HANDS_USED} Shall the Run go on? Bring its window to the front first.`;
  const asking = requestApproval(session, { stepId, message, input: null });
  await call.untimed(raceSignal(asking, signal));
  return true;
}

/**
 * Resolves when the step may act: the person leaves the machine alone, and the window is the one that was approved.
 * @param place null: what has the keyboard
 */
export async function makeReady(call: Call, reach: Reach, place: Place | null): Promise<void> {
  await takeTurn(call, reach);
  call.admit?.(await fingerprintWindow(reach.computer, place, reach.scope));
}

export type PlaceInput = { target: DesktopTarget } | { x: number; y: number };

/**
 * The element that a target means, once it is there, or the point in whole pixels.
 * @throws {ComputerError} when the target is not found in time or matches several elements; `onComputer` makes it a StepError
 */
export async function placeOf(call: Call, reach: Reach, input: PlaceInput, kind: Kind = {}): Promise<Place> {
  return 'target' in input
    ? waitFor(call, reach, input.target, kind)
    : { x: Math.round(input.x), y: Math.round(input.y) };
}
