import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '@errand/contracts';
import { type ApprovalRequest, StepError } from '@errand/browser-runtime';
import { digestOf } from './page-fingerprint.ts';
import type { RunSession } from './run-session.ts';

/** The origin of the page that is shown, null when there is none. */
export function originOf({ surface }: RunSession): string | null {
  const url = surface.url === null ? null : URL.parse(surface.url);
  return url === null || url.origin === 'null' ? null : url.origin;
}

/** Rejects with the reason of the abort while `work` is still going on. */
export async function raceSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A person's yes, and for what it was given. */
export interface Approval {
  decision: Decision;
  origin: string | null;
  /** What the control said and its form held. */
  page: string | null;
}

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
  request: Omit<ApprovalRequest, 'origin' | 'pageDigest' | 'url'>,
  look: () => Promise<string | null> = async () => null,
): Promise<Approval> {
  const { host } = session;
  for (;;) {
    const page = await raceSignal(look(), host.signal);
    const origin = originOf(session);
    const pageDigest = digestOf(page, session.mask);
    const bound = { ...request, origin, pageDigest, url: session.surface.url };
    const decision =
      takeGrantedApproval(session, bound) ?? (await raceSignal(host.requestDecision(bound), host.signal));
    if (decision.decision === 'reject') {
      const why = decision.comment === undefined ? '' : ` ${decision.comment}`;
      throw new StepError('approval_rejected', `The step was rejected.${why}`, { noEffect: true });
    }
    if (originOf(session) === origin) return { decision, origin, page };
  }
}
