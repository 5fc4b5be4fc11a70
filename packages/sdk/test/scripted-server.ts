import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Errand, { type ClientOptions } from '../src/index.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; anything that a server on a bad network may do. */
export type Act = (response: ServerResponse, request: Received) => void;

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Act {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers with an error of the API, to be retried at once. */
export function refuse(status: number, headers: Record<string, string> = {}): Act {
  return json(status, { detail: `refused with ${status}` }, { 'retry-after': '0', ...headers });
}

/** Answers as a proxy does. */
export function page(status: number): Act {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' });
    response.end('<html><body>Bad gateway</body></html>');
  };
}

/** Reads the request and closes the connection. */
export const drop: Act = (response) => {
  response.destroy();
};

/** Begins an answer, and closes the connection in the middle of it. */
export const cut: Act = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
  response.write('{"id":"', () => response.destroy());
};

/** Never answers. */
export const hang: Act = () => {};

/** Sends these pieces of an event stream, then ends it. */
export function events(...pieces: string[]): Act {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

/** A server that answers the n-th request with the n-th act, and further ones with the last. */
export class ScriptedServer implements AsyncDisposable {
  readonly requests: Received[] = [];
  readonly baseURL: string;
  readonly #server;

  private constructor(acts: readonly Act[], server: ReturnType<typeof createServer>) {
    this.#server = server;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body: Buffer.concat(pieces).toString() };
        const act = acts[this.requests.length] ?? acts.at(-1);
        this.requests.push(received);
        act?.(response, received);
      });
    });
    this.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static start(...acts: Act[]): Promise<ScriptedServer> {
    return ScriptedServer.startAt(0, ...acts);
  }

  static async startAt(port: number, ...acts: Act[]): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    return new ScriptedServer(acts, server);
  }

  client(options: ClientOptions = {}): Errand {
    return new Errand({ apiKey: KEY, baseURL: this.baseURL, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

export const KEY = 'erk_12345678_secretsecretsecret';
export const RUN_ID = '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e';
export const accepted = json(202, { id: RUN_ID, status: 'queued', executionTarget: 'cloud' });

/** The answer of GET /v1/runs/{run_id}. */
export function state(status: string, rest: Record<string, unknown> = {}): Act {
  return json(200, { status, result: null, error_code: null, error_message: null, step_count: 0, ...rest });
}

/** One message of the event stream. */
export function message(seq: number, type = 'log'): string {
  const event = {
    seq,
    at: '2026-01-01T00:00:00.000Z',
    type,
    step_id: null,
    message: `event ${seq}`,
    data: null,
  };
  return `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

export const end = 'event: end\ndata: {"status":"completed"}\n\n';
