import {
  type DesktopTarget,
  type Point,
  ComputerError,
  findOne,
  fingerprintWindow,
  takePicture,
} from '@errand/computer';
import { raceSignal } from '@errand/wait-for';
import { type ApprovedPage, NO_PAGE } from '../../engine/approval.ts';
import type { RunSession } from '../../engine/run-session.ts';
import { createPace } from './pace.ts';
import { reachOf } from './reach.ts';

/** How long an element that is to be approved of may take to appear; one that comes later is asked for again. */
const LOOK_TIMEOUT_MS = 5_000;

interface ActInput {
  target?: DesktopTarget;
  x?: number;
  y?: number;
  from?: Point;
  text?: string;
  keys?: unknown;
}

/** How the window is on which a step is about to act. */
export async function lookAtWindow(
  session: RunSession,
  step: { primitive: string; applicationScope?: readonly string[] | undefined },
  input: unknown,
): Promise<ApprovedPage> {
  const { target, x, y, from, text, keys } = input as ActInput;
  const { computer, scope } = await reachOf(session, step.applicationScope ?? session.applicationScope);
  const point = from ?? (x === undefined || y === undefined ? null : { x, y });
  if (target === undefined && point === null && text === undefined && keys === undefined) return NO_PAGE;
  const field = step.primitive === 'desktop.fill';
  const until = performance.now() + LOOK_TIMEOUT_MS;
  const pause = createPace(session.host.signal);
  for (;;) {
    try {
      const place = target === undefined ? point : await findOne(computer, target, scope, { field });
      return { ...NO_PAGE, fingerprint: await fingerprintWindow(computer, place, scope) };
    } catch (error) {
      const isMissing = error instanceof ComputerError && error.code === 'element_not_found';
      if (!isMissing || performance.now() > until) return NO_PAGE;
      await pause();
    }
  }
}

/**
 * Takes a picture and keeps it as an artifact of the step. Returns its id; null when the desktop was never used.
 * @throws {StepError}
 */
export async function keepPicture(
  session: RunSession,
  { stepId, applicationScope }: { stepId: string; applicationScope?: readonly string[] | null | undefined },
): Promise<string> {
  const { host, hasSecrets, mask } = session;
  const { computer, scope } = await reachOf(session, applicationScope ?? session.applicationScope);
  const taking = takePicture(computer, scope, hasSecrets ? (text) => mask.finds([text]) : null);
  const bytes = await raceSignal(taking, host.signal);
  const filename = `${stepId.replaceAll('/', '-')}.png`;
  return host.store({ kind: 'screenshot', stepId, filename, contentType: 'image/png', bytes });
}
