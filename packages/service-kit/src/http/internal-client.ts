import { Problem, unavailable } from '@errand/contracts';
import { LEASE_HEADER } from '@errand/contracts/internal';
import { type Dispatcher, Pool, errors } from 'undici';
import type { z } from 'zod';
import { currentRequestId } from '../logging.ts';
import { observeCalls } from '../telemetry/http.ts';

/** The connection broke after the request was sent: a 503 whose request may or may not have been accepted. */
export class ConnectionLostError extends Problem {
  constructor() {
    const { status, message, headers } = unavailable();
    super(status, message, headers);
  }
}

const BROKEN: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

function isBroken(error: unknown): boolean {
  return (
    error instanceof errors.SocketError ||
    (error instanceof Error && 'code' in error && BROKEN.has(error.code))
  );
}

export interface InternalCall {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON; bytes are sent as they are. */
  body?: unknown;
  signal?: AbortSignal;
  /** The lease of a claimed Run, on whose behalf the call is made. */
  lease?: string;
  /** The service delays its response; the call uses a connection outside the shared pool. */
  longPoll?: boolean;
}

export interface InternalClient {
  /**
   * Calls another service and parses its response with `schema`.
   * Throws the Problem that the service answered with, or a 503 when it is unavailable.
   */
  call<Schema extends z.ZodType>(request: InternalCall, schema: Schema): Promise<z.output<Schema>>;
  send(request: InternalCall): Promise<void>;
  /** Downloads a file with its name and type. */
  download(
    call: Pick<InternalCall, 'path' | 'query' | 'lease' | 'signal'>,
  ): Promise<{ filename: string; contentType: string; bytes: Uint8Array }>;
  /** The raw exchange, for a proxy that passes responses on. */
  forward(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Like `forward`, for a response without a time limit; uses a connection outside the shared pool. */
  stream(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** The header with the URI-encoded name of a downloaded file. */
export const FILENAME_HEADER = 'x-errand-filename';

const RESPONSE_TIMEOUT_MS = 4_500;
/** The service must begin its response within this time after the call. */
const UNAVAILABLE_TIMEOUT_MS = 5_000;
/** Shorter than a stopping server's grace for idle connections, so that no request is sent on one that it closes. */
const KEEP_ALIVE_TIMEOUT_MS = 1_000;

function queryString(query: InternalCall['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

function leaseHeader(lease: string | undefined): Record<string, string> {
  return lease === undefined ? {} : { [LEASE_HEADER]: lease };
}

/** A client of one service: keeps connections alive, sends `token` and the current request id, and limits calls to 5 s. */
export function createInternalClient(baseUrl: string, token: string): InternalClient {
  const limits = {
    connect: { timeout: 2_000 },
    headersTimeout: RESPONSE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_TIMEOUT_MS,
    bodyTimeout: RESPONSE_TIMEOUT_MS,
  };
  const pool = new Pool(baseUrl, { ...limits, connections: 64 });
  const unlimited = new Pool(baseUrl, { ...limits, connections: null });
  const authorization = `Bearer ${token}`;

  const observe = observeCalls(baseUrl);

  const dispatch = async (
    options: Dispatcher.RequestOptions,
    through: Pool,
  ): Promise<Dispatcher.ResponseData> => {
    const caller = options.signal instanceof AbortSignal ? options.signal : undefined;
    caller?.throwIfAborted();
    // undici checks the signal of a queued request only once it has a connection; the race ends the call before that.
    const request = new AbortController();
    const aborted = Promise.withResolvers<never>();
    const end = (reason?: unknown) => {
      request.abort(reason);
      aborted.reject(reason);
    };
    const timer = setTimeout(end, UNAVAILABLE_TIMEOUT_MS);
    const onAbort = () => end(caller?.reason);
    const stopListening = () => caller?.removeEventListener('abort', onAbort);
    caller?.addEventListener('abort', onAbort);
    try {
      const answer = await Promise.race([
        through.request({ ...options, signal: request.signal }),
        aborted.promise,
      ]);
      answer.body.once('close', stopListening);
      return answer;
    } catch (error) {
      stopListening();
      if (caller?.aborted) throw error;
      throw isBroken(error) ? new ConnectionLostError() : unavailable();
    } finally {
      clearTimeout(timer);
    }
  };

  const exchange = (options: Dispatcher.RequestOptions, through = pool): Promise<Dispatcher.ResponseData> =>
    observe === null ? dispatch(options, through) : observe(options, (traced) => dispatch(traced, through));

  const request = async (call: InternalCall): Promise<unknown> => {
    const isBytes = call.body instanceof Uint8Array;
    const requestId = currentRequestId();
    const options: Dispatcher.RequestOptions = {
      method: call.method,
      path: call.path + queryString(call.query),
      headers: {
        authorization,
        ...leaseHeader(call.lease),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
        ...(call.body === undefined
          ? {}
          : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      body: call.body === undefined ? null : isBytes ? (call.body as Uint8Array) : JSON.stringify(call.body),
      signal: call.signal ?? null,
    };
    const answer = await exchange(options, call.longPoll ? unlimited : pool);
    const text = await answer.body.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    if (answer.statusCode >= 400) {
      const detail = (body as { detail?: string } | null)?.detail ?? 'Request rejected.';
      throw answer.statusCode === 503 ? unavailable() : new Problem(answer.statusCode, detail);
    }
    return body;
  };

  const authorized = (options: Dispatcher.RequestOptions): Dispatcher.RequestOptions => ({
    ...options,
    headers: { ...(options.headers as object), authorization },
  });

  return {
    download: async ({ path, query, lease, signal }) => {
      const answer = await exchange({
        method: 'GET',
        path: path + queryString(query),
        headers: { authorization, ...leaseHeader(lease) },
        signal: signal ?? null,
      });
      if (answer.statusCode !== 200) {
        await answer.body.dump();
        throw new Problem(answer.statusCode, 'The file is not available.');
      }
      return {
        filename: decodeURIComponent(String(answer.headers[FILENAME_HEADER] ?? 'file')),
        contentType: String(answer.headers['content-type'] ?? 'application/octet-stream'),
        bytes: new Uint8Array(await answer.body.arrayBuffer()),
      };
    },
    call: async (call, schema) => schema.parse(await request(call)),
    send: async (call) => void (await request(call)),
    forward: (options) => exchange(authorized(options)),
    stream: (options) => exchange({ ...authorized(options), bodyTimeout: 0 }, unlimited),
    close: async () => void (await Promise.all([pool.close(), unlimited.destroy()])),
  };
}
