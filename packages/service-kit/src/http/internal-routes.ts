import { Id, Problem, notFound, parseOrThrow, unauthenticated } from '@errand/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { nameRoute } from '../telemetry/http.ts';
import { sendJson } from './answer.ts';
import { readBody } from './body.ts';
import type { RequestHandler } from './server.ts';
import { hasInternalToken } from './serve.ts';

export interface InternalRequest {
  /** The `{id}` segments of the path, in order, each a UUID. */
  readonly ids: readonly string[];
  readonly json: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
  readonly query: <Schema extends z.ZodType>(schema: Schema) => z.output<Schema>;
  readonly bytes: (limit: number) => Promise<Buffer>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Returns a JSON value, nothing for a 204, or writes to `response` itself. */
export type InternalHandler = (request: InternalRequest) => Promise<unknown>;

/** Handlers by `method path`, such as `POST /internal/runs/{id}/claim`. */
export type InternalRoutes = Readonly<Record<string, InternalHandler>>;

/** Serves calls between services: 401 without `token`, 404 for a path that is not listed. */
export function serveInternalRoutes(routes: InternalRoutes, token: string): RequestHandler {
  const compiled = Object.entries(routes).map(([name, handle]) => {
    const [method, path = ''] = name.split(' ');
    return { method, path, pattern: new RegExp(`^${path.replaceAll('{id}', '([^/]+)')}$`), handle };
  });
  return async (request, response) => {
    if (!hasInternalToken(request, token)) throw unauthenticated();
    const [pathname = '', search = ''] = (request.url ?? '').split('?', 2);
    for (const { method, path, pattern, handle } of compiled) {
      const match = pattern.exec(pathname);
      if (match === null || method !== request.method) continue;
      nameRoute(request, path);
      const ids = match.slice(1);
      if (!ids.every((id) => Id.safeParse(id).success)) throw notFound();
      const answer = await handle({
        ids,
        request,
        response,
        bytes: (limit) => readBody(request, limit),
        json: async (schema) => parseOrThrow(schema, parse(await readBody(request))),
        query: (schema) => parseOrThrow(schema, Object.fromEntries(new URLSearchParams(search)), 'query'),
      });
      if (response.headersSent) return;
      if (answer === undefined) response.writeHead(204).end();
      else sendJson(response, 200, answer);
      return;
    }
    throw notFound();
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new Problem(400, 'The request body is not valid JSON.');
  }
}
