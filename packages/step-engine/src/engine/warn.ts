import type { Sign } from './ledger.ts';
import type { RunSession } from './run-session.ts';

function warn({ host }: RunSession, stepId: string, { reason, quote }: Sign): void {
  host.emit({ type: 'step.warned', stepId, message: quote, data: { reason, quote } });
}

/** Reports signs as warnings, except those that a later action can still answer. */
export function warnOf(session: RunSession, stepId: string, signs: readonly Sign[]): void {
  for (const sign of signs) if (sign.answeredBy === undefined) warn(session, stepId, sign);
}

/**
 * Reports the warnings that waited for an answer and got none.
 * @param isOver no further action comes
 */
export function warnOfUnanswered(session: RunSession, { isOver }: { isOver: boolean }): void {
  for (const { step_id: stepId, ...sign } of session.ledger.takeUnanswered(isOver))
    warn(session, stepId, sign);
}
