import { type Host, StepError } from '@errand/browser-runtime';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import type { StopReason } from './active-runs.ts';

/** `internal_error`: a failure of the service, about which the caller learns nothing more. */
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

function inWords(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 1_000)} s`;
}

/** Why a Run fails whose execution stopped for this reason; null: it does not end by that. */
export function failureOf(reason: StopReason | null, { timeoutMs }: ClaimedRun): StepError | null {
  if (reason === 'timeout')
    return new StepError('run_timeout', `The Run took longer than ${inWords(timeoutMs)}.`);
  if (reason === 'stopped')
    return new StepError('action_failed', 'The owner of the machine stopped the Run.');
  return null;
}

/** The outcome of a Run that was stopped, with its outputs so far. */
export function stoppedBy(failure: StepError, host: Host, outcome: RunOutcome): RunOutcome {
  return {
    ...outcome,
    ...failed(host, failure),
    outputs: outcome.outputs,
    finalUrl: outcome.finalUrl,
  };
}
