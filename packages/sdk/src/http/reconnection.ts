import { throwIfAborted } from './delay.ts';
import { backoffMs, GarbledAnswerError, isTransient, retryDelay } from './retry-policy.ts';
import type { Call, RequestOptions, Transport } from './transport.ts';

/** The server sends a comment every 15 s, so a stream that is silent for longer is dead, or held back by a proxy. */
export const IDLE_TIMEOUT_MS = 45_000;
/** Without any connection for this long, a stream gives up. */
export const OUTAGE_TIMEOUT_MS = 60_000;

/** Opens an event stream. Throws APIError when the answer is something else. */
export async function openEventStream(
  transport: Transport,
  call: Call,
  options: RequestOptions,
): Promise<Response> {
  const response = await transport.open(
    { ...call, accept: 'text/event-stream' },
    { ...options, maxRetries: 0 },
  );
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  await response.body?.cancel().catch(() => undefined);
  throwIfAborted(options.signal);
  throw new GarbledAnswerError(response.status, response.headers);
}

/** When a stream connects again, and when it gives up. */
export class Reconnection {
  readonly #outageMs: number;
  #failures = 0;
  /** When the server was last heard; the outage counts from here. */
  #heardAt = Date.now();

  /** `outageMs`: it gives up after this long without any connection. */
  constructor(outageMs: number) {
    this.#outageMs = outageMs;
  }

  heard(): void {
    this.#heardAt = Date.now();
  }

  /** Milliseconds to wait after a connection that ended, which brought something new or not. */
  afterEnd(broughtNews: boolean): number {
    // A quiet connection was one until now.
    this.heard();
    this.#failures = broughtNews ? 0 : this.#failures + 1;
    return broughtNews ? 0 : backoffMs(this.#failures - 1);
  }

  /** Milliseconds to wait after a connection that could not be made. Throws the error when it is final. */
  afterError(error: unknown): number {
    this.#failures += 1;
    const wait = isTransient(error) ? retryDelay(error, 'always', this.#failures - 1) : null;
    if (wait === null || Date.now() - this.#heardAt > this.#outageMs) throw error;
    return wait;
  }
}
