import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { chatCompletions } from './chat-completions.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import type { Dialect, Refusal, Reply } from './reply.ts';

export type { Refusal, Reply } from './reply.ts';

const dialects = {
  anthropic,
  openai,
  google,
  'openai-compatible': chatCompletions,
} as const satisfies Record<string, Dialect>;
export type ModelProvider = keyof typeof dialects;
export const modelProviders = Object.keys(dialects) as ModelProvider[];

/** One request as received. */
export interface Asked {
  /** Counts from 1. */
  turn: number;
  path: string;
  headers: IncomingMessage['headers'];
  /** The body, unparsed. */
  text: string;
}

/** Plays a model: answers a request with a reply, or with a provider's error. */
export type Script = (asked: Asked) => Reply | Refusal;

export interface ModelServer {
  /** The base URL to configure for the provider. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Answers all further requests; may be replaced. */
  script: Script;
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function stream(response: ServerResponse, dialect: Dialect, reply: Reply, turn: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = dialect.events(reply, turn);
  const shown = reply.breaksOff === true ? events.slice(0, Math.ceil(events.length / 2)) : events;
  for (const { event, data } of shown) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  if (reply.breaksOff === true) setImmediate(() => response.destroy());
  else response.end();
}

/** Starts a local server that speaks a provider's wire protocol and answers from a script, without a model. */
export async function startModelServer(
  provider: ModelProvider,
  script: Script = () => ({ text: '' }),
): Promise<ModelServer> {
  const dialect = dialects[provider];
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://model');
    const text = await read(request);
    if (!dialect.matches(path))
      return void response.writeHead(404).end('{"error":{"message":"no such route"}}');
    const question = { turn: asked.length + 1, path, headers: request.headers, text };
    asked.push(question);
    const reply = model.script(question);
    if (!('status' in reply)) return stream(response, dialect, reply, question.turn);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? '{"error":{"message":"the provider says no"}}');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    script,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}
