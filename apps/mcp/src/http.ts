import { randomUUID } from 'node:crypto';
import Errand from '@errand/sdk';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createErrandMcp } from './index.ts';

const SESSION_HEADER = 'mcp-session-id';

/** The caller of a request that has been authenticated. */
export interface McpCaller {
  readonly apiKey: string;
  readonly scopes: readonly string[];
}

/** Serves one MCP request over HTTP. Requires an authenticated caller; keeps nothing between requests. */
export type ServeMcp = (request: Request, caller: McpCaller) => Promise<Response>;

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}

/** `baseURL`: where the API is reached, which decides about every call with the caller's own key. */
export function createMcpOverHttp(baseURL: string, onError: (error: Error) => void): ServeMcp {
  const handler = createMcpHandler(
    ({ authInfo }) =>
      createErrandMcp({
        errand: new Errand({ apiKey: authInfo?.token, baseURL }),
        scopes: authInfo?.scopes ?? [],
        sessionOf: ({ http }) => http?.req?.headers.get(SESSION_HEADER) ?? undefined,
      }),
    { onerror: onError },
  );
  return async (request, { apiKey, scopes }) => {
    const parsedBody: unknown =
      request.method === 'POST'
        ? await request
            .clone()
            .json()
            .catch(() => undefined)
        : undefined;
    const authInfo = { token: apiKey, clientId: apiKey.slice(0, 12), scopes: [...scopes] };
    const response = await handler.fetch(request, { authInfo });
    if (!isInitialize(parsedBody) || !response.ok) return response;
    // The id only distinguishes clients' requests; no gateway remembers it.
    const headers = new Headers(response.headers);
    headers.set(SESSION_HEADER, randomUUID());
    return new Response(response.body, { status: response.status, headers });
  };
}
