import { APIConnectionError, APIError, retryAfterOf } from '../errors.ts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** A longer `Retry-After` is not waited for: the caller gets the error and can wait that long. */
const MAX_RETRY_AFTER_MS = 60_000;

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Answers that say that the request was not carried out. */
const NOT_DONE_STATUSES: ReadonlySet<number> = new Set([408, 429]);
/** Error codes of Node, Bun and undici for a connection that was never made. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a request may be repeated after any failure, or only when nothing can have been done. */
export type Repeatable = 'always' | 'when-nothing-was-done';

/** An answer with a success status whose body was cut or garbled on the way. */
export class GarbledAnswerError extends APIError {
  constructor(status: number, headers: Headers) {
    super(status, null, headers);
    this.name = APIError.name;
  }
}

/** Backoff before retry number `retry`, from 0: 0.5 s doubling to 8 s, shortened at random by up to a quarter. */
export function backoffMs(retry: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** retry, MAX_DELAY_MS) * (1 - Math.random() / 4);
}

/** Milliseconds to wait before retry number `retry`; null when the failure is final. */
export function retryDelay(error: unknown, repeatable: Repeatable, retry: number): number | null {
  if (!isTransient(error)) return null;
  if (repeatable === 'when-nothing-was-done' && !isNothingDone(error)) return null;
  const asked = error instanceof APIError ? retryAfterOf(error.headers) : null;
  if (asked === null) return backoffMs(retry);
  return asked <= MAX_RETRY_AFTER_MS ? asked : null;
}

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): error is APIError | APIConnectionError {
  if (error instanceof APIConnectionError || error instanceof GarbledAnswerError) return true;
  return error instanceof APIError && RETRIED_STATUSES.has(error.status);
}

/** Whether a failure says that the request was not carried out. */
export function isNothingDone(error: unknown): boolean {
  if (error instanceof APIError) {
    // The API sends its 503 with Retry-After; one without is a proxy's, which may have passed the request on.
    if (error.status === 503) return retryAfterOf(error.headers) !== null;
    return NOT_DONE_STATUSES.has(error.status);
  }
  return (
    error instanceof APIConnectionError && causesOf(error.cause).every((code) => NOT_SENT_CODES.has(code))
  );
}

/** The codes of an error's innermost causes; several when a host has several addresses, or none. */
export function causesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [''];
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return error.errors.flatMap(causesOf);
  if ('cause' in error && error.cause !== undefined) return causesOf(error.cause);
  return ['code' in error && typeof error.code === 'string' ? error.code : ''];
}
