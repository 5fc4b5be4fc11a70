import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BatchedAnswer, BatchedRequest } from './batch-calls.ts';
import { holdBody, readBody } from './body.ts';

const HOST = 'batch.internal';

/** What a handler needs of a request whose body is there. A stream costs more than most handlers do. */
class RequestOfBatch {
  readonly httpVersion = '1.1';
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ method, path, headers }: BatchedRequest, authorization: string, body: Buffer) {
    this.method = method;
    this.url = path;
    this.headers = { host: HOST, ...headers, authorization };
    holdBody(this as unknown as IncomingMessage, body);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    yield await readBody(this as unknown as IncomingMessage);
  }
}

/** A request of a batch as a handler sees it: its body can be read and iterated over. */
export function requestOf(request: BatchedRequest, authorization: string): IncomingMessage {
  const body = Buffer.from(request.body ?? '');
  return new RequestOfBatch(request, authorization, body) as unknown as IncomingMessage;
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
