import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { Problem, notFound } from '@errand/contracts';
import { UPLOAD_TIMEOUT_MS } from '@errand/contracts/internal';
import { type Logger, withRequestId } from '../logging.ts';
import { observeRequests } from '../telemetry/http.ts';
import { COMMON_HEADERS, endWithProblem, problemOf, sendProblem } from './answer.ts';
import { BATCH_PATH } from './batch-path.ts';
import { trackConnections } from './connections.ts';
import { requestIdOf } from './request-id.ts';
import { ApiResponse } from './response.ts';
import { serveBatches } from './serve-batches.ts';
import { type SocketHandler, serveWebSockets } from './web-sockets.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface HttpServer {
  /** Its base URL, for example `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Stops accepting, ends event streams (their clients resume elsewhere), and cuts other responses after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** The request id in the raw bytes of a request that Node's parser rejects. */
const REQUEST_ID_LINE = /^x-request-id:[ \t]*([A-Za-z0-9._-]{1,128})[ \t]*\r?$/im;

const commonHeaders = Object.entries(COMMON_HEADERS).flat();

const NO_HOST = 'The request has no Host header.';

/** Two parties could take such a request for one to different hosts (RFC 9112, section 3.2). */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

function rejectManyHosts() {
  throw new Problem(400, 'The request has more than one Host header.');
}

function rejectExpectation() {
  throw new Problem(417, 'The Expect header must be 100-continue.');
}

/** The target of a CONNECT is a host, not a path. */
function rejectProxying() {
  throw notFound();
}

/** How long a rejected client has to read the response and close the connection. */
const MAX_LINGER_MS = 2_000;

const PARSER_ERRORS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request took too long to arrive.'),
};
const NO_HTTP = new Problem(400, 'The request is not valid HTTP.');

/** Requests that Node's parser rejects never reach a handler; they are answered here in the API's own form. */
function answerClientError(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = REQUEST_ID_LINE.exec(error.rawPacket?.toString('latin1') ?? '')?.[1] ?? randomUUID();
  endWithProblem(socket, PARSER_ERRORS[error.code ?? ''] ?? NO_HTTP, requestId);
  const cut = setTimeout(() => socket.destroy(), MAX_LINGER_MS).unref();
  socket.once('close', () => clearTimeout(cut));
}

/** Starts an HTTP server whose responses, including errors, all have the API's form and headers. */
export async function startHttpServer(options: {
  host: string;
  port: number;
  log: Logger;
  handle: RequestHandler;
  /** Callers with this internal token may send many requests in one; `handle` answers each of them. */
  batches?: { token: string; handle: RequestHandler };
  /** Requests for a WebSocket, whose messages have at most `maxPayload` bytes. Without it they are answered as any other. */
  sockets?: { handle: SocketHandler; maxPayload: number };
}): Promise<HttpServer> {
  const observe = observeRequests();
  const answer = (request: IncomingMessage, response: ServerResponse, handle: RequestHandler) => {
    const requestId = requestIdOf(request);
    request.headers['x-request-id'] = requestId;
    ApiResponse.add(response, ['X-Request-ID', requestId]);
    // An answer of a batch gets these from the gateway.
    if (response instanceof ApiResponse) ApiResponse.add(response, commonHeaders);
    const work = () => {
      const failed = (error: unknown) => sendProblem(response, problemOf(error, options.log));
      Promise.try(() => {
        if (request.headers.host === undefined && request.httpVersion === '1.1')
          throw new Problem(400, NO_HOST);
        return handle(request, response);
      }).catch(failed);
    };
    withRequestId(requestId, () => (observe === null ? work() : observe(request, response, requestId, work)));
  };
  const { batches } = options;
  const answerBatch =
    batches && serveBatches(batches.token, (request, response) => answer(request, response, batches.handle));
  const server: Server = createServer(
    {
      ServerResponse: ApiResponse,
      // For uploads. Other bodies are read whole, within a time limit of their own.
      requestTimeout: UPLOAD_TIMEOUT_MS,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      // Node's own 400 has no body; `answer` sends one.
      requireHostHeader: false,
      shouldUpgradeCallback: ({ headers }) =>
        options.sockets !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      const isBatch = request.url === BATCH_PATH && answerBatch !== undefined;
      const handle = isBatch ? answerBatch : options.handle;
      answer(request, response, hasManyHosts(request) ? rejectManyHosts : handle);
    },
  );
  // Without a listener Node answers these itself, without a body.
  server.on('checkExpectation', (request, response) => answer(request, response, rejectExpectation));

  server.on('clientError', answerClientError);
  // Node makes no response for a CONNECT, and without a listener closes the connection without an answer.
  server.on('connect', (request, connection: Socket) => {
    const response = new ApiResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(connection);
    response.once('finish', () => connection.end());
    connection.on('error', () => connection.destroy());
    answer(request, response, request.url?.startsWith('/') ? options.handle : rejectProxying);
  });
  const connections = trackConnections(server);
  const sockets = options.sockets && serveWebSockets(server, options.sockets, options.log);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // Accepting fails while file descriptors run out; without a listener the event would end the process.
  server.on('error', (error) => options.log.warn({ err: error }, 'accepting a connection failed'));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    close: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // The HTTP server's own `close` also cuts idle connections, on which a request may be on its way.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(cut);
          resolve();
        });
        sockets?.close();
        connections.drain(graceMs);
      }),
  };
}
