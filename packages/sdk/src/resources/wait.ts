import { APIError, RunUnsuccessfulError, retryAfterOf, type AnyRun, WaitTimeoutError } from '../errors.ts';
import { APIPromise, type Exchange } from '../http/api-promise.ts';
import { delay, throwIfAborted } from '../http/delay.ts';
import { isTransient } from '../http/retry-policy.ts';
import type { RequestOptions, Transport } from '../http/transport.ts';
import type { RunEvent } from '../openapi/schemas.ts';
import { RunEventStream } from './event-stream.ts';

const FIRST_POLL_MS = 1_000;
const MAX_POLL_MS = 10_000;
const POLL_GROWTH = 1.5;
const READ_TIMEOUT_MS = 30_000;

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

export interface WaitOptions extends Pick<RequestOptions, 'signal' | 'headers' | 'maxRetries'> {
  /** Milliseconds to wait in all; then WaitTimeoutError. Default: no limit. */
  timeout?: number | undefined;
  /** Called with each event of the Run, in order. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Called with each new status and the Run that has it. */
  onStatus?: ((status: string, run: AnyRun) => void) | undefined;
  /** Statuses that end the wait besides the terminal ones, such as `waiting_for_approval`. */
  returnOn?: readonly string[] | undefined;
  /** Throw RunUnsuccessfulError when the Run failed or was cancelled. Default false: look at `status`. */
  throwOnUnsuccessful?: boolean | undefined;
}

/** A Run as its state is read, in whatever form the resource has. */
export type ReadRun<Run extends AnyRun> = (options: RequestOptions) => Promise<Exchange<Run>>;

/** Calls `onEvent` with the events of a Run, and `onChange` where its status may have changed. */
class Follower {
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  failure: unknown;

  constructor(
    events: (signal: AbortSignal) => AsyncIterable<RunEvent>,
    options: WaitOptions,
    onChange: () => void,
  ) {
    this.#done = this.#follow(events(this.#stop.signal), options, onChange);
  }

  async #follow(
    events: AsyncIterable<RunEvent>,
    { onEvent }: WaitOptions,
    onChange: () => void,
  ): Promise<void> {
    const iterator = events[Symbol.asyncIterator]();
    for (;;) {
      // Without a stream, polling goes on; an error of the callback is the caller's.
      const next = await iterator.next().catch(() => null);
      if (next === null || next.done) break;
      try {
        onEvent?.(next.value);
      } catch (error) {
        this.failure = error;
        break;
      }
      if (/^(?:run|approval|control)\./.test(next.value.type)) onChange();
    }
    onChange();
  }

  /** Waits for the remaining events of a Run that has ended, for `ms` at most. */
  async finish(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const over = new AbortController();
    const abort = (): void => over.abort();
    signal?.addEventListener('abort', abort, { once: true });
    await Promise.race([this.#done, delay(ms, over.signal).catch(() => undefined)]);
    signal?.removeEventListener('abort', abort);
    over.abort();
    throwIfAborted(signal);
  }

  stop(): void {
    this.#stop.abort();
  }
}

/** A timer that can be cut short. */
class Alarm {
  #wake: (() => void) | null = null;
  #isDue = false;

  readonly trigger = (): void => {
    this.#isDue = true;
    this.#wake?.();
  };

  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#isDue) {
      const stop = new AbortController();
      const abort = (): void => stop.abort();
      signal?.addEventListener('abort', abort, { once: true });
      await Promise.race([woken, delay(ms, stop.signal).catch(() => undefined)]);
      signal?.removeEventListener('abort', abort);
      stop.abort();
    }
    this.#isDue = false;
    throwIfAborted(signal);
  }
}

const LAST_EVENTS_MS = 5_000;

/**
 * Reads a Run until it ends, its status is one of `returnOn`, or the time is over. Failures of the network or the server
 * do not end the wait. Throws WaitTimeoutError, APIUserAbortError, an APIError that waiting cannot mend, or with
 * `throwOnUnsuccessful` RunUnsuccessfulError.
 */
export function waitForRun<Run extends AnyRun>(
  transport: Transport,
  runId: string,
  read: ReadRun<Run>,
  options: WaitOptions = {},
): APIPromise<Run> {
  return new APIPromise(lastExchange(transport, runId, read, options));
}

async function lastExchange<Run extends AnyRun>(
  transport: Transport,
  runId: string,
  read: ReadRun<Run>,
  options: WaitOptions,
): Promise<Exchange<Run>> {
  const { signal, timeout, headers, maxRetries } = options;
  const deadline = timeout === undefined ? Infinity : Date.now() + timeout;
  const alarm = new Alarm();
  const follower =
    options.onEvent === undefined
      ? null
      : new Follower(
          (stop) => new RunEventStream(transport, runId, { headers, signal: stop }),
          options,
          alarm.trigger,
        );
  let last: Exchange<Run> | null = null;
  try {
    for (let poll = FIRST_POLL_MS; ; poll = Math.min(poll * POLL_GROWTH, MAX_POLL_MS)) {
      const left = deadline - Date.now();
      let pause = poll;
      try {
        const previous: string | undefined = last?.data.status;
        last = await read({
          signal,
          headers,
          maxRetries: maxRetries ?? 0,
          timeout: Math.max(Math.min(left, READ_TIMEOUT_MS), 1),
        });
        const { status } = last.data;
        if (status !== previous) options.onStatus?.(status, last.data);
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (error instanceof APIError) pause = Math.max(poll, retryAfterOf(error.headers) ?? 0);
      }
      if (follower?.failure !== undefined) throw follower.failure;
      const run = last?.data ?? null;
      const isOver = run !== null && TERMINAL.has(run.status);
      if (last !== null && run !== null && (isOver || options.returnOn?.includes(run.status))) {
        if (isOver) await follower?.finish(LAST_EVENTS_MS, signal);
        if (follower?.failure !== undefined) throw follower.failure;
        if (options.throwOnUnsuccessful && isOver && run.status !== 'completed')
          throw new RunUnsuccessfulError(run);
        return last;
      }
      const rest = deadline - Date.now();
      if (rest <= 0) throw new WaitTimeoutError(runId, run);
      await alarm.sleep(Math.min(pause, rest), signal);
    }
  } finally {
    follower?.stop();
  }
}
