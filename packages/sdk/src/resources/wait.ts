import { APIError, RunUnsuccessfulError, retryAfterOf, type AnyRun, WaitTimeoutError } from '../errors.ts';
import { APIPromise, type Exchange } from '../http/api-promise.ts';
import { delay, throwIfAborted } from '../http/delay.ts';
import { GarbledAnswerError, isTransient } from '../http/retry-policy.ts';
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
  /** Statuses other than the terminal ones that end the wait, such as `waiting_for_approval`. */
  returnOn?: readonly string[] | undefined;
  /** Throw RunUnsuccessfulError when the Run failed or was cancelled. Default false: look at `status`. */
  throwOnUnsuccessful?: boolean | undefined;
}

/** A Run of any resource, as returned when its state is read. */
export type ReadRun<Run extends AnyRun> = (options: RequestOptions) => Promise<Exchange<Run>>;

/** The events of a Run after one that is known. */
type EventsAfter = (after: number, signal: AbortSignal | undefined) => RunEventStream;

/** Calls `onEvent` with the events of a Run, and `onChange` where its status may have changed. */
class Follower {
  readonly #stop = new AbortController();
  readonly #eventsAfter: EventsAfter;
  readonly #onEvent: WaitOptions['onEvent'];
  readonly #onChange: () => void;
  readonly #done: Promise<boolean>;
  #last = 0;
  failure: unknown;

  constructor(eventsAfter: EventsAfter, { onEvent }: WaitOptions, onChange: () => void) {
    this.#eventsAfter = eventsAfter;
    this.#onEvent = onEvent;
    this.#onChange = onChange;
    this.#done = this.#follow(eventsAfter(0, this.#stop.signal));
  }

  /** False when the events ended early. */
  async #follow(events: AsyncIterable<RunEvent>): Promise<boolean> {
    const iterator = events[Symbol.asyncIterator]();
    for (;;) {
      // Without a stream, polling continues; the caller handles errors of the callback.
      const next = await iterator.next().catch(() => null);
      if (next === null || next.done) {
        this.#onChange();
        return next !== null;
      }
      this.#last = next.value.seq;
      try {
        this.#onEvent?.(next.value);
      } catch (error) {
        this.failure = error;
        this.#onChange();
        return true;
      }
      if (/^(?:run|approval|control)\./.test(next.value.type)) this.#onChange();
    }
  }

  /** Waits for the remaining events of a Run that has ended: from the stream for `ms` at most, then from pages. */
  async finish(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const over = new AbortController();
    const abort = (): void => over.abort();
    signal?.addEventListener('abort', abort, { once: true });
    const late = delay(ms, over.signal).then(
      () => false,
      () => false,
    );
    const isWhole = await Promise.race([this.#done, late]);
    signal?.removeEventListener('abort', abort);
    over.abort();
    throwIfAborted(signal);
    if (isWhole) return;
    this.stop();
    await this.#done;
    if (this.failure === undefined)
      await this.#follow({
        [Symbol.asyncIterator]: () => this.#eventsAfter(this.#last, signal).pages(),
      });
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

/** A proxy may answer with JSON of its own. */
function isRun(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'status' in data && typeof data.status === 'string';
}

/** A stream that is this late is held back by a proxy. */
const LAST_EVENTS_MS = 2_000;

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
          (after, stop) => new RunEventStream(transport, runId, { after, headers, signal: stop }, Infinity),
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
        const next = await read({
          signal,
          headers,
          maxRetries: maxRetries ?? 0,
          timeout: Math.max(Math.min(left, READ_TIMEOUT_MS), 1),
        });
        if (!isRun(next.data)) throw new GarbledAnswerError(next.response.status, next.response.headers);
        last = next;
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
