import { ErrandError } from '../errors.ts';
import { delay, throwIfAborted } from '../http/delay.ts';
import { IDLE_TIMEOUT_MS, OUTAGE_TIMEOUT_MS, openEventStream, Reconnection } from '../http/reconnection.ts';
import { readServerSentEvents } from '../http/server-sent-events.ts';
import { callOf, type RequestOptions, type Transport } from '../http/transport.ts';
import type { RunChange } from '../openapi/schemas.ts';

export interface ChangesOptions extends RequestOptions {
  /** Called when the connection is lost. The first change after it was made again is `reset`. */
  onDisconnect?: (() => void) | undefined;
}

/** Null: a message that was garbled, or of a type that this version does not know. */
function parseChange(text: string): RunChange | null {
  try {
    const value = JSON.parse(text) as RunChange;
    return value.type === 'reset' || value.type === 'changed' ? value : null;
  } catch {
    return null;
  }
}

/** Changes of the workspace's Runs, without an end. Reconnects where a connection broke. */
export class RunChangeStream implements AsyncIterable<RunChange> {
  readonly #transport: Transport;
  readonly #options: ChangesOptions;

  constructor(transport: Transport, options: ChangesOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunChange, void, undefined> {
    const { onDisconnect, signal } = this.#options;
    const reconnection = new Reconnection(OUTAGE_TIMEOUT_MS);
    for (;;) {
      let wait: number;
      try {
        const response = await openEventStream(this.#transport, callOf('followRuns', {}), this.#options);
        const broughtNews = yield* this.#read(response, () => reconnection.heard());
        wait = reconnection.afterEnd(broughtNews);
      } catch (error) {
        wait = reconnection.afterError(error);
      }
      onDisconnect?.();
      await delay(wait, signal);
    }
  }

  /** Yields what one connection brings. True: a Run changed. */
  async *#read(response: Response, heard: () => void): AsyncGenerator<RunChange, boolean, undefined> {
    let broughtNews = false;
    heard();
    if (response.body === null) return false;
    try {
      for await (const { data } of readServerSentEvents(response.body, IDLE_TIMEOUT_MS)) {
        heard();
        const change = parseChange(data);
        if (change === null) continue;
        broughtNews ||= change.type === 'changed';
        yield change;
      }
    } catch (error) {
      throwIfAborted(this.#options.signal);
      if (error instanceof ErrandError) throw error;
    }
    return broughtNews;
  }
}
