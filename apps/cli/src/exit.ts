import { APIUserAbortError, AuthenticationError, PermissionDeniedError, WaitTimeoutError } from '@errand/sdk';

/** Exit codes of `errand`. */
export const EXIT = {
  done: 0,
  error: 1,
  usage: 2,
  cancelled: 3,
  forbidden: 4,
  failed: 5,
  waitsForApproval: 6,
  timeout: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure: a sentence for people, and the exit code. */
export class ExitError extends Error {
  readonly code: ExitCode;
  constructor(code: ExitCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** For a command that was called wrongly: ends with exit code 2. */
export function usageError(message: string): ExitError {
  return new ExitError(EXIT.usage, message);
}

/** The exit code of an error that a command threw. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ExitError) return error.code;
  if (error instanceof APIUserAbortError) return EXIT.interrupted;
  if (error instanceof WaitTimeoutError) return EXIT.timeout;
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) return EXIT.forbidden;
  return EXIT.error;
}

const BY_STATUS: Readonly<Record<string, ExitCode>> = {
  completed: EXIT.done,
  cancelled: EXIT.cancelled,
  failed: EXIT.failed,
  waiting_for_approval: EXIT.waitsForApproval,
};

/** The exit code of an awaited Run. */
export function exitCodeOfStatus(status: string): ExitCode {
  return BY_STATUS[status] ?? EXIT.error;
}
