import type { RunOutcome } from '@errand/contracts/queue';
import { StepError } from '@errand/browser-runtime';
import { causeOfFailure } from './conclude.ts';
import type { Ledger } from './ledger.ts';
import type { RunSession } from './run-session.ts';
import { warnOfUnanswered } from './warn.ts';

type Outputs = Readonly<Record<string, unknown>>;

function finalUrl({ surface, mask }: RunSession): string | null {
  return surface.url === null ? null : mask.text(surface.url);
}

/** Completes a Run: reports `run.completed` and returns the outcome. */
export function completedRun(session: RunSession, summary: string, outputs: Outputs): RunOutcome {
  const { host, mask, ledger } = session;
  warnOfUnanswered(session, { isOver: true });
  host.emit({
    type: 'run.completed',
    stepId: null,
    message: summary,
    ...(ledger.warnings.length > 0 && { data: { warnings: ledger.warnings } }),
  });
  return {
    status: 'completed',
    summary: mask.text(summary),
    finalUrl: finalUrl(session),
    outputs: mask.value({ ...outputs }),
    errorCode: null,
    errorMessage: null,
  };
}

const MAX_NAMED = 5;

/** The effects that landed before the Run failed, as a sentence, or empty. */
function landedBefore({ records }: Ledger): string {
  const landed = records.filter((action) => action.landed);
  if (landed.length === 0) return '';
  const named = landed.slice(-MAX_NAMED).map(({ stepId, description }) => `"${stepId}" (${description})`);
  const others = landed.length > named.length ? ` and ${landed.length - named.length} before` : '';
  return `Took effect before the failure: ${named.join(', ')}${others}. `;
}

/**
 * Fails a Run. No event is reported when the host stopped it with a reason that is not a `StepError`: the host reports that
 * itself.
 * @param where what failed, as the beginning of a sentence
 */
export function failedRun(session: RunSession, error: unknown, where: string, outputs: Outputs): RunOutcome {
  const { host, mask, ledger } = session;
  const cause = session.kind === 'task' ? causeOfFailure(session, error) : error;
  const { code, message: why } =
    cause instanceof StepError ? cause : new StepError('internal_error', 'Something went wrong on our side.');
  const message = `${landedBefore(ledger)}${why}`;
  const isAbortedOutside = host.signal.aborted && !(host.signal.reason instanceof StepError);
  const summary = `${where}: ${message}`;
  if (!isAbortedOutside) {
    warnOfUnanswered(session, { isOver: true });
    host.emit({
      type: 'run.failed',
      stepId: null,
      message: summary,
      data: { error_code: code, ...(ledger.warnings.length > 0 && { warnings: ledger.warnings }) },
    });
  }
  return {
    status: 'failed',
    summary: mask.text(summary),
    finalUrl: finalUrl(session),
    outputs: mask.value({ ...outputs }),
    errorCode: code,
    errorMessage: mask.text(message),
  };
}
