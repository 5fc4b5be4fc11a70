import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { IServerAdapter } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import { Problem } from '@errand/contracts';
import { type QueueName, queues as contracts } from '@errand/contracts/queue';
import type { Queues } from '@errand/service-kit/queue';

/** Path of the dashboard on the runs service's own port. The gateway has no such route. */
export const BOARD_PATH = '/operator/queues';

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

export interface QueueBoard {
  /** Mounted at BOARD_PATH. */
  handle: Middleware;
  close(): Promise<void>;
}

const QUEUES = Object.keys(contracts) as QueueName[];

/** Loads nothing from other origins, not even fonts, and cannot be framed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** The ids of a job. The rest comes from pages and callers, and is not for operators. */
function idsOnly(data: unknown): unknown {
  try {
    const { runId, attempt } = JSON.parse(String(data)) as { runId?: unknown; attempt?: unknown };
    return { runId, attempt };
  } catch {
    return null;
  }
}

function digest(text: string) {
  return createHash('sha256').update(text).digest();
}

/** The password of Basic authentication, with any user name; browsers can prompt for it. */
function passwordOf(request: IncomingMessage): string {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() !== 'basic') return '';
  return Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

function guard(token: string): Middleware {
  const expected = digest(token);
  return (request, response, next) => {
    if (!timingSafeEqual(digest(passwordOf(request)), expected))
      throw new Problem(401, 'Operator token required.', {
        'WWW-Authenticate': 'Basic realm="Errand operators"',
      });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'The queue dashboard is read-only.', { Allow: 'GET, HEAD' });
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    next();
  };
}

/** A read-only Bull Board, behind `token`. */
export function openQueueBoard(queues: Queues, token: string): QueueBoard {
  const inspected = QUEUES.map((name) => queues.inspect(name));
  const serverAdapter = new ExpressAdapter().setBasePath(BOARD_PATH);
  createBullBoard({
    queues: inspected.map((queue) => {
      const adapter = new BullMQAdapter(queue, { readOnlyMode: true });
      adapter.setFormatter('data', idsOnly);
      adapter.setFormatter('returnValue', () => null);
      return adapter;
    }),
    // The same shape: the package bundles its own copy of the type.
    serverAdapter: serverAdapter as unknown as IServerAdapter,
    options: { uiConfig: { boardTitle: 'Errand queues', hideDocsLink: true, hideRedisDetails: true } },
  });
  const board = serverAdapter.getRouter() as Middleware;
  const check = guard(token);
  return {
    handle: (request, response, next) =>
      check(request, response, (error) =>
        error === undefined ? board(request, response, next) : next(error),
      ),
    close: async () => void (await Promise.all(inspected.map((queue) => queue.close()))),
  };
}
