import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem, unavailable } from '@errand/contracts';
import { isUnavailable } from '../database/unavailable.ts';
import type { Logger } from '../logging.ts';

/** Headers of every answer. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** Sends `body` as JSON. Closes the connection instead when the response has already begun. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

/**
 * Sends `content` as the body of a response whose head is written. A caller that leaves is no failure: the content is closed.
 * @throws the error of `content` when it cannot be read to its end
 */
export async function sendStream(response: ServerResponse, content: Readable): Promise<void> {
  let hasLeft = response.destroyed;
  response.once('close', () => {
    hasLeft ||= !response.writableFinished && !content.destroyed;
  });
  try {
    await pipeline(content, response);
  } catch (error) {
    content.destroy();
    if (!hasLeft) throw error;
  }
}

/** Maps a thrown value to the error that the caller sees. Only a Problem is shown as it is. */
export function problemOf(error: unknown, log: Logger): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) {
    log.warn({ err: error }, 'dependency unavailable');
    return unavailable();
  }
  log.error({ err: error }, 'request failed');
  return new Problem(500, 'Something went wrong on our side. The request id identifies it.');
}

/** Answers with the status and headers of the problem, and `{ detail }` as JSON. */
export function sendProblem(response: ServerResponse, problem: Problem): void {
  return sendJson(response, problem.status, { detail: problem.message }, problem.headers);
}

/** Answers on a connection for which Node makes no response: one that speaks no HTTP, or asked for a WebSocket. */
export function endWithProblem(connection: Duplex, problem: Problem, requestId: string): void {
  const { status, message, headers } = problem;
  const body = JSON.stringify({ detail: message });
  const lines = Object.entries({
    ...COMMON_HEADERS,
    'X-Request-ID': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
