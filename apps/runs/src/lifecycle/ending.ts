import type { ErrorCode, TerminalStatus } from '@errand/contracts';
import type { RunOutcome } from '@errand/contracts/queue';

/** How a Run ends: as its executor reports it, or as this service decides without one. */
export type Ending = Omit<RunOutcome, 'status' | 'outputs'> & {
  status: TerminalStatus;
  /** Null when no executor reported them: the outputs of the completed steps are used. */
  outputs: RunOutcome['outputs'] | null;
};

/** Fails a Run without a report of its executor. */
export function failure(errorCode: ErrorCode, message: string): Ending {
  return {
    status: 'failed',
    summary: message,
    finalUrl: null,
    outputs: null,
    errorCode,
    errorMessage: message,
  };
}

/** Cancels a Run. `summary` says whether effects on sites may remain. */
export function cancellation(summary: string): Ending {
  return { status: 'cancelled', summary, finalUrl: null, outputs: null, errorCode: null, errorMessage: null };
}
