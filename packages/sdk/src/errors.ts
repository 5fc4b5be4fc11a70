import type { RunState } from './openapi/schemas.ts';

/** The last state of a Run that a wait saw, with the Run's id. */
export type WaitedRun = RunState & { id: string };

/** A Run of any resource; a Blueprint's Run has more statuses. */
export type AnyRun = Omit<RunState, 'status'> & { id: string; status: string };

/** Base class of everything that the SDK throws on its own account. */
export class ErrandError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server answered with an error, or with something that is no answer of the API. */
export class APIError extends ErrandError {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The server's display-safe sentence; null when the body was not the API's (a proxy's page). */
  readonly detail: string | null;
  /** `X-Request-ID` of the answer; null without one. */
  readonly requestId: string | null;
  readonly headers: Headers;

  constructor(status: number, detail: string | null, headers: Headers) {
    super(detail === null ? `${status}: the answer is not JSON of the Errand API.` : `${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
    this.requestId = headers.get('x-request-id');
  }
}

/** 400: the request could not be parsed. */
export class BadRequestError extends APIError {}
/** 401: no valid API key. */
export class AuthenticationError extends APIError {}
/** 403: the key lacks a scope, which the detail names. */
export class PermissionDeniedError extends APIError {}
/** 404: nothing in this workspace has that id. */
export class NotFoundError extends APIError {}
/** 409: the request conflicts with the present state. Never retried. */
export class ConflictError extends APIError {}
/** 413: the body is too large. */
export class PayloadTooLargeError extends APIError {}
/** 422: a field breaks a rule; the detail names it. */
export class UnprocessableEntityError extends APIError {}
/** 429: the rate limit is exceeded. */
export class RateLimitError extends APIError {
  /** Milliseconds to wait, from `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;

  constructor(status: number, detail: string | null, headers: Headers) {
    super(status, detail, headers);
    this.retryAfterMs = retryAfterOf(headers);
  }
}
/** 5xx: the server failed or is unavailable. */
export class InternalServerError extends APIError {}

/** No complete answer arrived. The request may or may not have taken effect. */
export class APIConnectionError extends ErrandError {}
/** No complete answer arrived within `timeout`. */
export class APITimeoutError extends APIConnectionError {}
/** The caller's `signal` was aborted. */
export class APIUserAbortError extends ErrandError {}

/** With `throwOnUnsuccessful`: the Run failed or was cancelled. */
export class RunUnsuccessfulError extends ErrandError {
  readonly run: AnyRun;
  constructor(run: AnyRun) {
    super(`Run ${run.id} ${run.status}${run.error_message === null ? '.' : `: ${run.error_message}`}`);
    this.run = run;
  }
}

/** The `timeout` of a wait passed; the Run continues. */
export class WaitTimeoutError extends ErrandError {
  /** The last state that was read; null when none could be. */
  readonly run: AnyRun | null;
  constructor(runId: string, run: AnyRun | null) {
    super(`Run ${runId} is ${run?.status ?? 'of unknown status'} after the timeout of the wait; it goes on.`);
    this.run = run;
  }
}

const BY_STATUS: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** The error of an answer, of the class that fits its status. */
export function errorOf(status: number, detail: string | null, headers: Headers): APIError {
  const ErrorClass = BY_STATUS[status] ?? (status >= 500 ? InternalServerError : APIError);
  return new ErrorClass(status, detail, headers);
}

/** `Retry-After`, in seconds or as a date, in milliseconds from now; null without a readable one. */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
