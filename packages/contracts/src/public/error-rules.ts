import type { ErrorCode } from './error-codes.ts';

/** What follows when a step fails with a code. */
interface ErrorRule {
  /** False: `retries` do not apply, and an agent gives up, because the same would happen again. */
  retryable: boolean;
  /** True: the Run ends, whatever `onFailure` of the step says. */
  endsRun: boolean;
}

const LASTING: Partial<Record<ErrorCode, ErrorRule>> = {
  approval_rejected: { retryable: false, endsRun: true },
  approval_expired: { retryable: false, endsRun: true },
  browser_crashed: { retryable: false, endsRun: true },
  executor_lost: { retryable: false, endsRun: true },
  run_timeout: { retryable: false, endsRun: true },
  site_not_allowed: { retryable: false, endsRun: false },
  internal_error: { retryable: false, endsRun: false },
};

/** The rule of a code; of most, that the step may be retried and passed over. */
export function errorRule(code: ErrorCode): ErrorRule {
  return LASTING[code] ?? { retryable: true, endsRun: false };
}
