import { type Host, StepError } from '@errand/browser-runtime';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';

export function internalError() {
  return new StepError('internal_error', 'Something went wrong on our side.');
}

/** Reports that the Run failed. */
export function failed(host: Host, { code, message }: StepError): RunOutcome {
  host.emit({ type: 'run.failed', stepId: null, message, data: { error_code: code } });
  return {
    status: 'failed',
    summary: message,
    finalUrl: null,
    outputs: {},
    errorCode: code,
    errorMessage: message,
  };
}

/** The outcome of a Run that ran out of time, with what it had found by then. */
export function timedOut(host: Host, run: ClaimedRun, outcome: RunOutcome): RunOutcome {
  return {
    ...outcome,
    ...failed(
      host,
      new StepError('run_timeout', `The Run took longer than ${Math.round(run.timeoutMs / 1000)} s.`),
    ),
    outputs: outcome.outputs,
    finalUrl: outcome.finalUrl,
  };
}
