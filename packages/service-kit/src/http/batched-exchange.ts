import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { BatchedAnswer, BatchedRequest } from './batch-calls.ts';
import { holdBody } from './body.ts';

const HOST = 'batch.internal';

/** A request of a batch as a handler sees it. */
export function requestOf(
  { method, path, headers, body }: BatchedRequest,
  authorization: string,
): IncomingMessage {
  const bytes = Buffer.from(body ?? '');
  const request = new Readable({
    read() {
      if (bytes.length > 0) this.push(bytes);
      this.push(null);
    },
  });
  const fields = {
    method,
    url: path,
    httpVersion: '1.1',
    headers: { host: HOST, ...headers, authorization },
  };
  return holdBody(Object.assign(request, fields) as unknown as IncomingMessage, bytes);
}

/** What a handler needs of a response that it ends in one write. One with a socket's parts costs more than most handlers do. */
class ResponseOfBatch extends EventEmitter {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  readonly #headers: Record<string, string> = {};
  readonly #answered: (answer: BatchedAnswer | null) => void;

  constructor(answered: (answer: BatchedAnswer | null) => void) {
    super();
    this.#answered = answered;
  }

  setHeader(name: string, value: unknown): this {
    this.#headers[name.toLowerCase()] = String(value);
    return this;
  }

  writeHead(statusCode: number, headers: Readonly<Record<string, unknown>> = {}): this {
    this.statusCode = statusCode;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    this.headersSent = true;
    return this;
  }

  end(body: string | Uint8Array = ''): this {
    if (this.writableEnded) return this;
    this.headersSent = true;
    this.writableFinished = true;
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    this.#close({ statusCode: this.statusCode, headers: this.#headers, body: text });
    return this;
  }

  /** Gives the request no answer. */
  destroy(): this {
    if (!this.writableEnded) this.#close(null);
    return this;
  }

  #close(answer: BatchedAnswer | null): void {
    this.writableEnded = true;
    this.#answered(answer);
    this.emit('close');
  }
}

/** Calls `answered` once a handler has ended the response; with null when it destroyed it. It must not stream. */
export function responseOf(answered: (answer: BatchedAnswer | null) => void): ServerResponse {
  return new ResponseOfBatch(answered) as unknown as ServerResponse;
}
