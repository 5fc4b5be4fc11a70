import { ErrandError } from '../errors.ts';
import { delay, throwIfAborted } from '../http/delay.ts';
import { backoffMs, GarbledAnswerError, isTransient, retryDelay } from '../http/retry-policy.ts';
import { IdleStreamError, readServerSentEvents } from '../http/server-sent-events.ts';
import { callOf, type RequestOptions, type Transport } from '../http/transport.ts';
import type { RunEvent, RunEventPage } from '../openapi/schemas.ts';

/** The server sends a comment every 15 s, so a stream that is silent for longer is dead, or held back by a proxy. */
const IDLE_TIMEOUT_MS = 45_000;
/** Without any connection for this long, the stream gives up. */
const OUTAGE_TIMEOUT_MS = 60_000;

const TERMINAL_EVENTS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

export interface StreamOptions extends RequestOptions {
  /** `seq` of the last event that is known already. Default 0: all events. */
  after?: number | undefined;
}

/** What one connection ended with: the Run, a break, or silence. */
type End = 'run-ended' | 'broken' | 'idle';

function isEvent(value: unknown): value is RunEvent {
  return typeof value === 'object' && value !== null && 'seq' in value && Number.isSafeInteger(value.seq);
}

function parseEvent(text: string): RunEvent | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEvent(value) ? value : null;
  } catch {
    return null;
  }
}

/** The events of a Run in order, each once, until the Run ends. Reconnects where a connection broke. */
export class RunEventStream implements AsyncIterable<RunEvent> {
  readonly #transport: Transport;
  readonly #runId: string;
  readonly #options: RequestOptions;
  readonly #outageMs: number;
  #last: number;
  /** When the server was last heard; the outage counts from here. */
  #heardAt = Date.now();

  /** `outageMs`: it gives up after this long without any connection. */
  constructor(
    transport: Transport,
    runId: string,
    { after = 0, ...options }: StreamOptions,
    outageMs = OUTAGE_TIMEOUT_MS,
  ) {
    this.#transport = transport;
    this.#runId = runId;
    this.#options = options;
    this.#last = after;
    this.#outageMs = outageMs;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
    const { signal } = this.#options;
    this.#heardAt = Date.now();
    for (let failures = 0; ;) {
      const before = this.#last;
      let wait: number;
      try {
        const end = yield* this.#connection();
        if (end === 'run-ended') return;
        // Behind a proxy that holds a stream back, pages still come through.
        if (end === 'idle' && (yield* this.pages())) return;
        failures = this.#last > before ? 0 : failures + 1;
        wait = failures === 0 ? 0 : backoffMs(failures - 1);
      } catch (error) {
        failures += 1;
        wait = this.#delayAfter(error, failures);
      }
      await delay(wait, signal);
    }
  }

  #delayAfter(error: unknown, failures: number): number {
    const wait = isTransient(error) ? retryDelay(error, 'always', failures - 1) : null;
    if (wait === null || Date.now() - this.#heardAt > this.#outageMs) throw error;
    return wait;
  }

  async *#connection(): AsyncGenerator<RunEvent, End, undefined> {
    const response = await this.#open();
    this.#heardAt = Date.now();
    if (response.body === null) return 'broken';
    try {
      for await (const { event, data } of readServerSentEvents(response.body, IDLE_TIMEOUT_MS)) {
        this.#heardAt = Date.now();
        if (event === 'end') return 'run-ended';
        if (event !== 'message') continue;
        const parsed = parseEvent(data);
        // Events have no gaps: after one, or after a garbled event, the missing ones are asked for again.
        if (parsed === null || parsed.seq > this.#last + 1) return 'broken';
        if (parsed.seq <= this.#last) continue;
        this.#last = parsed.seq;
        yield parsed;
      }
      return 'broken';
    } catch (error) {
      throwIfAborted(this.#options.signal);
      if (error instanceof IdleStreamError) return 'idle';
      if (error instanceof ErrandError) throw error;
      return 'broken';
    }
  }

  async #open(): Promise<Response> {
    const { signal } = this.#options;
    const call = callOf('listRunEvents', {
      path: { run_id: this.#runId },
      query: this.#last > 0 ? { after: this.#last } : undefined,
    });
    const headers = this.#last > 0 ? { 'last-event-id': String(this.#last) } : {};
    const response = await this.#transport.open(
      { ...call, accept: 'text/event-stream' },
      { ...this.#options, maxRetries: 0, headers: { ...this.#options.headers, ...headers } },
    );
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    await response.body?.cancel().catch(() => undefined);
    throwIfAborted(signal);
    throw new GarbledAnswerError(response.status, response.headers);
  }

  /** Yields the events that pages have by now. True: the Run has ended. */
  async *pages(): AsyncGenerator<RunEvent, boolean, undefined> {
    for (;;) {
      const call = callOf('listRunEvents', {
        path: { run_id: this.#runId },
        query: { after: this.#last },
      });
      const { data: page } = await this.#transport.exchange<RunEventPage>(call, this.#options);
      this.#heardAt = Date.now();
      for (const event of page.data) {
        if (event.seq <= this.#last) continue;
        this.#last = event.seq;
        yield event;
        if (TERMINAL_EVENTS.has(event.type)) return true;
      }
      if (!page.has_more) return false;
    }
  }
}
