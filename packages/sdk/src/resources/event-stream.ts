import { ErrandError } from '../errors.ts';
import { delay, throwIfAborted } from '../http/delay.ts';
import { IDLE_TIMEOUT_MS, OUTAGE_TIMEOUT_MS, openEventStream, Reconnection } from '../http/reconnection.ts';
import { IdleStreamError, readServerSentEvents } from '../http/server-sent-events.ts';
import { callOf, type RequestOptions, type Transport } from '../http/transport.ts';
import type { RunEvent, RunEventPage } from '../openapi/schemas.ts';

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
  #reconnection: Reconnection;

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
    this.#reconnection = new Reconnection(outageMs);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
    const { signal } = this.#options;
    this.#reconnection = new Reconnection(this.#outageMs);
    for (;;) {
      const before = this.#last;
      let wait: number;
      try {
        const end = yield* this.#connection();
        if (end === 'run-ended') return;
        // Behind a proxy that holds a stream back, pages still come through.
        if (end === 'idle' && (yield* this.pages())) return;
        wait = this.#reconnection.afterEnd(this.#last > before);
      } catch (error) {
        wait = this.#reconnection.afterError(error);
      }
      await delay(wait, signal);
    }
  }

  async *#connection(): AsyncGenerator<RunEvent, End, undefined> {
    const response = await this.#open();
    this.#reconnection.heard();
    if (response.body === null) return 'broken';
    try {
      for await (const { event, data } of readServerSentEvents(response.body, IDLE_TIMEOUT_MS)) {
        this.#reconnection.heard();
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

  #open(): Promise<Response> {
    const call = callOf('listRunEvents', {
      path: { run_id: this.#runId },
      query: this.#last > 0 ? { after: this.#last } : undefined,
    });
    const headers = this.#last > 0 ? { 'last-event-id': String(this.#last) } : {};
    return openEventStream(this.#transport, call, {
      ...this.#options,
      headers: { ...this.#options.headers, ...headers },
    });
  }

  /** Yields the events that pages have by now. True: the Run has ended. */
  async *pages(): AsyncGenerator<RunEvent, boolean, undefined> {
    for (;;) {
      const call = callOf('listRunEvents', {
        path: { run_id: this.#runId },
        query: { after: this.#last },
      });
      const { data: page } = await this.#transport.exchange<RunEventPage>(call, this.#options);
      this.#reconnection.heard();
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
