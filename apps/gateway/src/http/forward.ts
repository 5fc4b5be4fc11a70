import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Owner, type Route, runRoutes, unavailable } from '@errand/contracts';
import {
  FORWARD_TIMEOUT_MS,
  PRINCIPAL_HEADER,
  PUBLIC_ORIGIN_HEADER,
  type Principal,
  UPLOAD_TIMEOUT_MS,
} from '@errand/contracts/internal';
import {
  type InternalClient,
  type Logger,
  ConnectionLostError,
  acceptsEventStream,
  batchableBody,
  beginEventStream,
  readBody,
} from '@errand/service-kit';
import { sendUpload } from './send-upload.ts';

export type Services = Readonly<Record<Exclude<Owner, 'gateway'>, InternalClient>>;

/** Forwards a request to the service that owns its route, and streams the response back. */
export type Forward = (
  service: InternalClient,
  route: Route,
  principal: Principal,
  request: IncomingMessage,
  response: ServerResponse,
  /** Polled while an event stream is open; the stream ends once it returns false. */
  mayRead: () => Promise<boolean>,
) => Promise<void>;

const REQUEST_HEADERS = [
  'content-type',
  'content-encoding',
  'accept',
  'last-event-id',
  'x-idempotency-key',
  'x-request-id',
];
const RESPONSE_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'location',
  'allow',
  'retry-after',
  'idempotency-replayed',
];
/** The most frequent requests, whose answers are short and quick. */
const BATCHED_ROUTES: ReadonlySet<string> = new Set(
  [runRoutes.createRun, runRoutes.getRun, runRoutes.runRunbook].map(({ name }) => name),
);

/** How often an open stream re-checks its credentials. Revocation takes effect within this plus the key cache's TTL. */
const CREDENTIAL_CHECK_INTERVAL_MS = 500;

/** A client that reads nothing of its response for this long is disconnected. */
const UNREAD_TIMEOUT_MS = 60_000;

/** Responses up to this size are buffered and sent in one write together with their head, which is faster than piping. */
const MAX_BUFFERED_BYTES = 65_536;

function pick(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}

/** Header values are ASCII; names of people and keys may hold any character. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const principalHeaders = new WeakMap<Principal, string>();

/** As JSON; the principal of a key stays the same object while it is in use. */
function principalHeader(principal: Principal): string {
  const known = principalHeaders.get(principal);
  if (known !== undefined) return known;
  const header = asciiJson(principal);
  principalHeaders.set(principal, header);
  return header;
}

/** The service refuses this gateway's own token. */
function requireTrusted(statusCode: number, log: Logger): void {
  if (statusCode !== 401) return;
  log.error('internal token rejected by service');
  throw unavailable();
}

function wantsStream({ answers }: Route, request: IncomingMessage): boolean {
  return Object.values(answers).some(({ stream }) => stream !== undefined) && acceptsEventStream(request);
}

function isFile({ answers }: Route): boolean {
  return Object.values(answers).some(({ contentType }) => contentType !== undefined);
}

/** A 503 would promise that nothing was accepted. Without an idempotency key a client could not find out: disconnect. */
function isOutcomeUnknown(error: unknown, { method, headers }: IncomingMessage): boolean {
  return (
    error instanceof ConnectionLostError && method === 'POST' && headers['x-idempotency-key'] === undefined
  );
}

/** Resolves once `mayRead` returns false; a failed check counts as true. Rejects when `over` is aborted. */
async function untilUnauthorized(mayRead: () => Promise<boolean>, over: AbortSignal): Promise<void> {
  do await delay(CREDENTIAL_CHECK_INTERVAL_MS, undefined, { signal: over });
  while (await mayRead().catch(() => true));
}

/** `stopping` ends event streams, which clients resume on another gateway. `publicOrigin` is sent on to the services. */
export function createForward(
  log: Logger,
  stopping: AbortSignal,
  publicOrigin: string,
  unreadMs = UNREAD_TIMEOUT_MS,
): Forward {
  return async (service, route, principal, request, response, mayRead) => {
    const { maxFileBytes } = route;
    const body = maxFileBytes === undefined ? await readBody(request) : null;
    const cut = new AbortController();
    const gone = () => {
      if (!response.writableFinished) cut.abort(new ConnectionLostError());
    };
    response.once('close', gone);
    const deadline = setTimeout(gone, maxFileBytes === undefined ? FORWARD_TIMEOUT_MS : UPLOAD_TIMEOUT_MS);
    const isStream = wantsStream(route, request);
    const over = new AbortController();
    try {
      const forwarded = {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: {
          ...pick(request.headers, REQUEST_HEADERS),
          [PRINCIPAL_HEADER]: principalHeader(principal),
          [PUBLIC_ORIGIN_HEADER]: publicOrigin,
        },
      };
      const text = body !== null && BATCHED_ROUTES.has(route.name) ? batchableBody(body) : undefined;
      if (text !== undefined) {
        const answer = await service.batched({ ...forwarded, body: text }, cut.signal);
        requireTrusted(answer.statusCode, log);
        response.setTimeout(unreadMs);
        response.writeHead(answer.statusCode, pick(answer.headers, RESPONSE_HEADERS)).end(answer.body);
        return;
      }
      const signal = isStream ? AbortSignal.any([cut.signal, stopping]) : cut.signal;
      const answer = await (
        maxFileBytes === undefined
          ? service[isStream || isFile(route) ? 'stream' : 'forward']({
              ...forwarded,
              body: body?.length === 0 ? null : body,
              signal,
            })
          : sendUpload(service, { ...forwarded, signal }, request, maxFileBytes)
      ).finally(() => clearTimeout(deadline));
      if (answer.statusCode === 401) await answer.body.dump();
      requireTrusted(answer.statusCode, log);
      response.setTimeout(unreadMs);
      response.writeHead(answer.statusCode, pick(answer.headers, RESPONSE_HEADERS));
      if (isStream) {
        response.flushHeaders();
        if (answer.statusCode === 200) beginEventStream(response);
        void untilUnauthorized(mayRead, over.signal).then(gone, () => undefined);
      }
      if (Number(answer.headers['content-length']) <= MAX_BUFFERED_BYTES)
        response.end(await answer.body.bytes());
      else await pipeline(answer.body, response);
    } catch (error) {
      // Shutdown ended the stream normally; let the client read that end.
      if (stopping.aborted && response.writableEnded) return;
      if (response.destroyed || response.headersSent || isOutcomeUnknown(error, request)) response.destroy();
      else throw stopping.aborted ? unavailable() : error;
    } finally {
      clearTimeout(deadline);
      if (isStream) over.abort();
      response.off('close', gone);
    }
  };
}
