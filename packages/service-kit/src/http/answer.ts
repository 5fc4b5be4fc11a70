import type { ServerResponse } from 'node:http';
import { Problem, unavailable } from '@errand/contracts';
import { isUnavailable } from '../database/unavailable.ts';
import type { Logger } from '../logging.ts';

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

export function sendProblem(response: ServerResponse, problem: Problem): void {
  return sendJson(response, problem.status, { detail: problem.message }, problem.headers);
}
