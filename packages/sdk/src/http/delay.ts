import { APIUserAbortError } from '../errors.ts';

/** @throws {APIUserAbortError} when `signal` is aborted; its `cause` is the signal's reason */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new APIUserAbortError('The request was aborted.', { cause: signal.reason });
}

/** Resolves after `ms`; rejects with APIUserAbortError as soon as `signal` is aborted. */
export async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  let onAbort: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve) => {
      onAbort = resolve;
      signal?.addEventListener('abort', onAbort, { once: true });
      timer = setTimeout(resolve, ms);
    });
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  }
  throwIfAborted(signal);
}
