import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem, identityRoutes, unauthenticated } from '@errand/contracts';
import type { ServeMcp } from '@errand/mcp/http';
import { nameRoute, readBody } from '@errand/service-kit';
import type { Handler } from 'express';
import type { Authentication } from './authenticate.ts';

const MCP_PATH = '/mcp';
/** Headers of MCP's streamable HTTP. */
const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
];

function headersOf({ headers }: IncomingMessage): Headers {
  const forwarded = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') forwarded.set(name, value);
  }
  return forwarded;
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body as never), response);
}

/** Serves MCP at /mcp for API keys. Pages of other origins are refused. */
export function mcpRoute(parts: {
  serveMcp: ServeMcp;
  authentication: Authentication;
  origin: string;
  origins: readonly string[];
}): Handler {
  const { serveMcp, authentication, origin, origins } = parts;
  return async (request, response, next) => {
    if (request.path !== MCP_PATH) {
      next();
      return;
    }
    nameRoute(request, MCP_PATH);
    const apiKey = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (apiKey === undefined) throw unauthenticated();
    if (request.headers.origin !== undefined && !origins.includes(request.headers.origin))
      throw new Problem(403, 'Cross-origin pages cannot use MCP.');
    const { scopes } = await authentication.authenticate(request, response, identityRoutes.getMe);
    const body = await readBody(request);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const webRequest = new Request(origin + MCP_PATH, {
      method: request.method,
      headers: headersOf(request),
      body: body.length === 0 ? null : new Uint8Array(body),
      signal: gone.signal,
    });
    try {
      await send(await serveMcp(webRequest, { apiKey, scopes }), response);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  };
}
