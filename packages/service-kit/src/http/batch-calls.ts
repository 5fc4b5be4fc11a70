import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { unavailable } from '@errand/contracts';
import { BATCH_PATH } from './batch-path.ts';
import { ConnectionLostError } from './connection-lost.ts';
import type { InternalClient } from './internal-client.ts';

const MAX_BATCH_SIZE = 64;
/** Calls at once of which no request has been answered yet; more would only make batches smaller. */
const MAX_CALLS = 4;
/** A larger body travels on its own. */
const MAX_BODY_BYTES = 8_192;

/** A request as it travels in a batch; the body is text. */
export interface BatchedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface BatchedAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** One line of the response; lines come in the order in which the requests were answered. */
export type Line = [index: number, statusCode: number, headers: BatchedAnswer['headers'], body: string];

/** The body as text; undefined when it cannot travel in a batch, because it is large or not UTF-8. */
export function batchableBody(body: Buffer): string | null | undefined {
  if (body.length === 0) return null;
  return body.length <= MAX_BODY_BYTES && isUtf8(body) ? body.toString('utf8') : undefined;
}

interface Waiting {
  readonly request: BatchedRequest;
  readonly resolve: (answer: BatchedAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends a request in the next batch. Rejects with the reason of `signal`; with a 503 if it was not sent yet, and never is. */
export type SendBatched = (request: BatchedRequest, signal: AbortSignal) => Promise<BatchedAnswer>;

/** Collects the requests of one tick, and those that arrive while enough calls are in progress, into one call to a service. */
export function createBatches(forward: InternalClient['forward']): SendBatched {
  const queue = new Set<Waiting>();
  let calls = 0;
  let isScheduled = false;

  const flush = () => {
    isScheduled = false;
    if (queue.size === 0) return;
    const batch = [...queue].slice(0, MAX_BATCH_SIZE);
    for (const waiting of batch) queue.delete(waiting);
    calls += 1;
    let isWaiting = true;
    // Once one request is answered, a slow one of the same call holds up no other.
    const answered = () => {
      if (!isWaiting) return;
      isWaiting = false;
      calls -= 1;
      schedule();
    };
    void sendBatch(forward, batch, answered).finally(answered);
    schedule();
  };
  const schedule = () => {
    if (isScheduled || queue.size === 0 || calls >= MAX_CALLS) return;
    isScheduled = true;
    setImmediate(flush);
  };

  return async (request, signal) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<BatchedAnswer>();
    const waiting = { request, resolve, reject };
    const abort = () => {
      reject(queue.delete(waiting) ? unavailable() : signal.reason);
    };
    signal.addEventListener('abort', abort);
    queue.add(waiting);
    schedule();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

async function sendBatch(
  forward: InternalClient['forward'],
  batch: readonly Waiting[],
  answered: () => void,
): Promise<void> {
  const unanswered = new Map(batch.entries());
  try {
    const { statusCode, headers, body } = await forward({
      method: 'POST',
      path: BATCH_PATH,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch.map(({ request }) => request)),
    });
    if (statusCode !== 200) {
      const refusal = { statusCode, headers, body: await body.text() };
      for (const { resolve } of batch) resolve(refusal);
      return;
    }
    let rest = '';
    // undici's `setEncoding` sets no decoder, so that a character in two chunks would be lost.
    const decoder = new StringDecoder('utf8');
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) answered();
      for (const line of lines) {
        const [index, status, answerHeaders, text] = JSON.parse(line) as Line;
        unanswered.get(index)?.resolve({ statusCode: status, headers: answerHeaders, body: text });
        unanswered.delete(index);
      }
    }
    if (unanswered.size > 0) throw new ConnectionLostError();
  } catch (error) {
    const reason = unanswered.size < batch.length ? new ConnectionLostError() : error;
    for (const { reject } of unanswered.values()) reject(reason);
  }
}
