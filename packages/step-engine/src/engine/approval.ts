import { isDeepStrictEqual } from 'node:util';
import type { Decision, ElementBox } from '@errand/contracts';
import { type ApprovalRequest, StepError } from '@errand/browser-runtime';
import { raceSignal } from '@errand/wait-for';
import { digestOf } from './page-fingerprint.ts';
import type { RunSession } from './run-session.ts';

/** The origin of the active page, or null. */
export function originOf({ surface }: RunSession): string | null {
  const url = surface.url === null ? null : URL.parse(surface.url);
  return url === null || url.origin === 'null' ? null : url.origin;
}

/** A person's approval, and what it covers. */
export interface Approval {
  decision: Decision;
  origin: string | null;
  /** A fingerprint of the control's texts and its form's values. */
  page: string | null;
}

/** How the page is on which a person approves of a step. */
export interface ApprovedPage {
  /** The element on which the step will act; null if it is missing, or the step acts on none. */
  fingerprint: string | null;
  /** Where that is; null when the step names no element. */
  element: ElementBox | null;
}

export const NO_PAGE: ApprovedPage = { fingerprint: null, element: null };

/** An approval that an earlier execution was given, if it is for exactly this. It can be used once. */
function takeGrantedApproval(
  session: RunSession,
  { stepId, input, origin, pageDigest }: ApprovalRequest,
): Decision | null {
  const { granted, mask } = session;
  if (granted?.stepId !== stepId) return null;
  session.granted = null;
  const asked: unknown = JSON.parse(JSON.stringify(mask.value(input) ?? null));
  const isSame =
    isDeepStrictEqual(granted.input, asked) &&
    granted.origin === mask.value(origin) &&
    granted.pageDigest === pageDigest;
  return isSame ? granted.decision : null;
}

/**
 * Asks a person, again for as long as the page moved to another origin while the answer was awaited.
 * @throws {StepError} `approval_rejected`
 */
export async function requestApproval(
  session: RunSession,
  request: Omit<ApprovalRequest, 'origin' | 'pageDigest' | 'element' | 'url'>,
  look: () => Promise<ApprovedPage> = async () => NO_PAGE,
): Promise<Approval> {
  const { host } = session;
  for (;;) {
    const { fingerprint: page, element } = await raceSignal(look(), host.signal);
    const origin = originOf(session);
    const pageDigest = digestOf(page, session.mask);
    const bound = { ...request, origin, pageDigest, element, url: session.surface.url };
    const decision =
      takeGrantedApproval(session, bound) ?? (await raceSignal(host.requestDecision(bound), host.signal));
    if (decision.decision === 'reject') {
      const why = decision.comment === undefined ? '' : ` ${decision.comment}`;
      throw new StepError('approval_rejected', `The step was rejected.${why}`, { noEffect: true });
    }
    // A person who answered on this machine used its mouse to do so.
    await session.desktop?.rest(host.signal);
    if (originOf(session) === origin) return { decision, origin, page };
  }
}
