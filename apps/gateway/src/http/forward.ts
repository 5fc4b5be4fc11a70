import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Owner, type Route, unavailable } from '@errand/contracts';
import { PRINCIPAL_HEADER, PUBLIC_ORIGIN_HEADER, type Principal } from '@errand/contracts/internal';
import {
  type InternalClient,
  type Logger,
  Unanswered,
  beginEventStream,
  readBody,
} from '@errand/service-kit';

export type Services = Readonly<Record<Exclude<Owner, 'gateway'>, InternalClient>>;

/** Passes a request to the service that owns its route, and the answer back as it comes. */
export type Forward = (
  service: InternalClient,
  route: Route,
  principal: Principal,
  request: IncomingMessage,
  response: ServerResponse,
  /** Asked again and again while a live stream is open; it ends when its reader may no longer read. */
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
const ANSWER_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'location',
  'allow',
  'retry-after',
  'idempotency-replayed',
];
/** The service must begin to answer within this time, counted from the whole request. */
const PATIENCE_MS = 4_800;

/** A key that is revoked, or a session that ended, is noticed by its streams within this time and what it is trusted for. */
const LOOK_MS = 500;

/** A reader who takes nothing of an answer for this time is cut off. */
const UNREAD_MS = 60_000;

/** Answers up to this size are passed on in one piece, with their head in one write: piping costs more than they do. */
const WHOLE_BYTES = 65_536;

const pick = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Headers carry no other characters, and names of people and keys have any. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const wantsStream = (request: IncomingMessage): boolean =>
  request.headers.accept?.includes('text/event-stream') ?? false;

const isFile = ({ answers }: Route): boolean =>
  Object.values(answers).some(({ contentType }) => contentType !== undefined);

/** A 503 says that nothing was accepted, and without a key the client cannot ask: it gets no answer at all. */
const isUnknown = (error: unknown, { method, headers }: IncomingMessage): boolean =>
  error instanceof Unanswered && method === 'POST' && headers['x-idempotency-key'] === undefined;

/** Resolves when the reader of a stream may no longer read; while nobody knows, it may. Rejects when `over` is aborted. */
const untilUnwelcome = async (mayRead: () => Promise<boolean>, over: AbortSignal): Promise<void> => {
  do await delay(LOOK_MS, undefined, { signal: over });
  while (await mayRead().catch(() => true));
};

/** `stopping` ends live streams, whose readers then resume them elsewhere; `publicOrigin` is where people open the product. */
export const createForward =
  (log: Logger, stopping: AbortSignal, publicOrigin: string, unreadMs = UNREAD_MS): Forward =>
  async (service, route, principal, request, response, mayRead) => {
    const body = await readBody(request);
    const cut = new AbortController();
    const gone = () => {
      if (!response.writableFinished) cut.abort();
    };
    response.once('close', gone);
    const deadline = setTimeout(gone, PATIENCE_MS);
    const isStream = wantsStream(request);
    const way = isStream || isFile(route) ? 'stream' : 'forward';
    const over = new AbortController();
    try {
      const options = {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: {
          ...pick(request.headers, REQUEST_HEADERS),
          [PRINCIPAL_HEADER]: asciiJson(principal),
          [PUBLIC_ORIGIN_HEADER]: publicOrigin,
        },
        body: body.length === 0 ? null : body,
        signal: isStream ? AbortSignal.any([cut.signal, stopping]) : cut.signal,
      };
      const answer = await service[way](options).finally(() => clearTimeout(deadline));
      if (answer.statusCode === 401) {
        log.error('a service does not know the internal token of this gateway');
        await answer.body.dump();
        throw unavailable();
      }
      response.setTimeout(unreadMs);
      response.writeHead(answer.statusCode, pick(answer.headers, ANSWER_HEADERS));
      if (isStream) {
        response.flushHeaders();
        if (answer.statusCode === 200) beginEventStream(response);
        void untilUnwelcome(mayRead, over.signal).then(gone, () => undefined);
      }
      if (Number(answer.headers['content-length']) <= WHOLE_BYTES) response.end(await answer.body.bytes());
      else await pipeline(answer.body, response);
    } catch (error) {
      // The stop of this gateway has ended the stream, and its client is still to read so.
      if (stopping.aborted && response.writableEnded) return;
      if (response.destroyed || response.headersSent || isUnknown(error, request)) response.destroy();
      else throw cut.signal.aborted || stopping.aborted ? unavailable() : error;
    } finally {
      over.abort();
      response.off('close', gone);
    }
  };
