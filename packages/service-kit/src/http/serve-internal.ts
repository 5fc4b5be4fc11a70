import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound, parseOrThrow, unauthenticated } from '@errand/contracts';
import { FILENAME_HEADER, type InternalAnswer, type InternalRoute } from '@errand/contracts/internal';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { nameRoute } from '../telemetry/http.ts';
import { sendJson, sendStream } from './answer.ts';
import { parseJson, readBody } from './body.ts';
import { createRouteTable } from './route-table.ts';
import { hasInternalToken } from './serve.ts';
import type { RequestHandler } from './server.ts';

/** A validated call. */
export interface InternalRequest<R extends InternalRoute> {
  readonly params: z.output<R['params']>;
  readonly query: z.output<R['query']>;
  readonly body: z.output<R['body']>;
  readonly request: IncomingMessage;
}

export interface SentFile {
  filename: string;
  contentType: string;
  bytes: number;
  content: Readable;
}

type Sent<A extends InternalAnswer> = A extends z.ZodType ? z.input<A> : A extends 'file' ? SentFile : void;

export type InternalHandler<R extends InternalRoute> = (
  call: InternalRequest<R>,
) => Promise<Sent<R['answer']>>;

export interface ServedInternalRoute {
  readonly route: InternalRoute;
  readonly handle: (call: InternalRequest<InternalRoute>) => Promise<unknown>;
}

/** Binds a handler to an internal route of the contract. */
export function serveInternal<R extends InternalRoute>(
  route: R,
  handle: InternalHandler<R>,
): ServedInternalRoute {
  return { route, handle };
}

async function readInput({ body, maxFileBytes }: InternalRoute, request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, maxFileBytes);
  if (maxFileBytes !== undefined) return bytes;
  return parseOrThrow(body, bytes.length === 0 ? undefined : parseJson(bytes));
}

async function sendFile(response: ServerResponse, file: SentFile): Promise<void> {
  response.writeHead(200, {
    'Content-Type': file.contentType,
    'Content-Length': file.bytes,
    [FILENAME_HEADER]: encodeURIComponent(file.filename),
  });
  await sendStream(response, file.content);
}

/** Serves calls between services: 401 without one of `tokens`, 404 for a method and path that no route has. */
export function serveInternalRoutes(
  routes: readonly ServedInternalRoute[],
  tokens: readonly string[],
): RequestHandler {
  const table = createRouteTable(routes.map(({ route }) => route));
  const handlers = new Map(routes.map(({ route, handle }) => [route.name, handle]));
  return async (request, response) => {
    if (!tokens.some((token) => hasInternalToken(request, token))) throw unauthenticated();
    const [pathname = '', search = ''] = (request.url ?? '').split('?', 2);
    const match = table(request.method ?? 'GET', pathname);
    if (match === null || 'allow' in match) throw notFound();
    const { route } = match;
    nameRoute(request, route.path);
    const params = route.params.safeParse(match.params);
    if (!params.success) throw notFound();
    const body = await readInput(route, request);
    const query = parseOrThrow(route.query, Object.fromEntries(new URLSearchParams(search)), 'query');
    const answer = await handlers.get(route.name)?.({ params: params.data, query, body, request });
    if (route.answer === null) response.writeHead(204).end();
    else if (route.answer === 'file') await sendFile(response, answer as SentFile);
    else sendJson(response, 200, answer);
  };
}
