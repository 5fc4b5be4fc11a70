import { Problem, unavailable } from '@errand/contracts';
import {
  CALL_TIMEOUT_MS,
  FILENAME_HEADER,
  KEEP_ALIVE_TIMEOUT_MS,
  RESPONSE_TIMEOUT_MS,
  UPLOAD_TIMEOUT_MS,
  type InternalAnswer,
  type InternalRoute,
  LEASE_HEADER,
  type LeaseRoute,
} from '@errand/contracts/internal';
import { type Dispatcher, Pool, errors } from 'undici';
import type { z } from 'zod';
import { currentRequestId } from '../logging.ts';
import { observeCalls } from '../telemetry/http.ts';
import { type SendBatched, createBatches } from './batch-calls.ts';
import { ConnectionLostError } from './connection-lost.ts';

const BROKEN: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

function isBroken(error: unknown): boolean {
  return (
    error instanceof errors.SocketError ||
    (error instanceof Error && 'code' in error && BROKEN.has(error.code))
  );
}

/** A property that can be left out when the route takes nothing there: the type of `z.object({})` has any key. */
type Part<Name extends string, Value> = string extends keyof Value
  ? { readonly [K in Name]?: Value }
  : undefined extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

/** What a route of the contract takes. */
export type InternalCall<R extends InternalRoute> = Part<'params', z.output<R['params']>> &
  Part<'query', z.output<R['query']>> &
  Part<'body', z.input<R['body']>> &
  (R extends LeaseRoute ? { readonly lease: string } : unknown) & { readonly signal?: AbortSignal };

export interface ReceivedFile {
  filename: string;
  contentType: string;
  bytes: Uint8Array;
}

type Received<A extends InternalAnswer> = A extends z.ZodType
  ? z.output<A>
  : A extends 'file'
    ? ReceivedFile
    : void;

export interface InternalClient {
  /**
   * Calls another service and parses its response as the route says.
   * Throws the Problem that the service answered with, or a 503 when it is unavailable.
   */
  call<R extends InternalRoute>(route: R, call: InternalCall<R>): Promise<Received<R['answer']>>;
  /** The raw exchange, for a proxy that passes responses on. */
  forward(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Like `forward`, for a small request whose response is short: many travel in one call. */
  batched: SendBatched;
  /** Like `forward`, for a request whose body arrives at a client's speed; uses a connection outside the shared pool. */
  upload(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Like `forward`, for a response without a time limit; uses a connection outside the shared pool. */
  stream(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** A call, without the types of its route. */
interface Call {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  lease?: string;
  signal?: AbortSignal;
}

function urlOf({ path }: InternalRoute, { params = {}, query = {} }: Call): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? place : `${place}?${search.toString()}`;
}

function contentOf({ maxFileBytes }: InternalRoute, { body }: Call) {
  if (body === undefined) return { headers: {}, body: null };
  return maxFileBytes === undefined
    ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers: { 'content-type': 'application/octet-stream' }, body: body as Uint8Array };
}

async function problemIn({ statusCode, body }: Dispatcher.ResponseData): Promise<Problem> {
  const text = await body.text();
  if (statusCode === 503) return unavailable();
  const { detail = 'Request rejected.' } = (text === '' ? {} : JSON.parse(text)) as { detail?: string };
  return new Problem(statusCode, detail);
}

async function fileIn({ headers, body }: Dispatcher.ResponseData): Promise<ReceivedFile> {
  return {
    filename: decodeURIComponent(String(headers[FILENAME_HEADER] ?? 'file')),
    contentType: String(headers['content-type'] ?? 'application/octet-stream'),
    bytes: new Uint8Array(await body.arrayBuffer()),
  };
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
    timeoutMs = CALL_TIMEOUT_MS,
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
    const timer = setTimeout(end, timeoutMs);
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

  const exchange = (
    options: Dispatcher.RequestOptions,
    through = pool,
    timeoutMs?: number,
  ): Promise<Dispatcher.ResponseData> =>
    observe === null
      ? dispatch(options, through, timeoutMs)
      : observe(options, (traced) => dispatch(traced, through, timeoutMs));

  const request = async (route: InternalRoute, call: Call): Promise<unknown> => {
    const requestId = currentRequestId();
    const content = contentOf(route, call);
    const options: Dispatcher.RequestOptions = {
      method: route.method,
      path: urlOf(route, call),
      headers: {
        authorization,
        ...content.headers,
        ...(call.lease !== undefined && { [LEASE_HEADER]: call.lease }),
        ...(requestId !== undefined && { 'x-request-id': requestId }),
      },
      body: content.body,
      signal: call.signal ?? null,
    };
    const answer = await exchange(options, route.longPoll ? unlimited : pool);
    if (answer.statusCode >= 400) throw await problemIn(answer);
    if (route.answer === 'file') return await fileIn(answer);
    if (route.answer !== null) return route.answer.parse(await answer.body.json());
    await answer.body.dump();
    return undefined;
  };

  const authorized = (options: Dispatcher.RequestOptions): Dispatcher.RequestOptions => ({
    ...options,
    headers: { ...(options.headers as object), authorization },
  });

  const forward: InternalClient['forward'] = (options) => exchange(authorized(options));
  const sendBatched = createBatches((options) => dispatch(authorized(options), pool));

  return {
    call: (route, call) => request(route, call as Call) as Promise<never>,
    forward,
    batched: (request, signal) =>
      observe === null
        ? sendBatched(request, signal)
        : observe(request, (traced) => sendBatched(traced, signal)),
    upload: (options) =>
      exchange({ ...authorized(options), headersTimeout: 0 }, unlimited, UPLOAD_TIMEOUT_MS),
    stream: (options) => exchange({ ...authorized(options), bodyTimeout: 0 }, unlimited),
    close: async () => void (await Promise.all([pool.close(), unlimited.destroy()])),
  };
}
