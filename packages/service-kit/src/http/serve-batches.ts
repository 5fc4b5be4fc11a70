import type { IncomingMessage, ServerResponse } from 'node:http';
import { unauthenticated } from '@errand/contracts';
import inject, { type InjectOptions, type Response as InjectResponse } from 'light-my-request';
import type { BatchedAnswer, BatchedRequest, Line } from './batch-calls.ts';
import { readBody } from './body.ts';
import { hasInternalToken } from './serve.ts';
import type { RequestHandler } from './server.ts';

const MAX_BATCH_BYTES = 4 * 1_048_576;

/** Answers a batch: each request as if it had come alone, as soon as its own answer is there. */
export function serveBatches(token: string, answer: RequestHandler): RequestHandler {
  const dispatch = (request: IncomingMessage, response: ServerResponse): void => {
    // A real response also closes, which is when its duration and its span end.
    response.once('finish', () => response.emit('close'));
    void answer(request, response);
  };
  return async (request, response) => {
    if (!hasInternalToken(request, token)) throw unauthenticated();
    const requests = JSON.parse(
      (await readBody(request, MAX_BATCH_BYTES)).toString('utf8'),
    ) as BatchedRequest[];
    const authorization = request.headers.authorization ?? '';
    let left = requests.length;
    let lines = '';
    let isScheduled = false;
    const write = () => {
      isScheduled = false;
      if (response.destroyed) return;
      if (left === 0) response.end(lines);
      else if (lines !== '') response.write(lines);
      lines = '';
    };
    const schedule = () => {
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(write);
    };
    response.setHeader('Content-Type', 'application/x-ndjson');
    if (left === 0) schedule();
    for (const [index, { method, path, headers, body }] of requests.entries()) {
      const options: InjectOptions = {
        method,
        url: path,
        headers: { ...headers, authorization },
        ...(body !== null && { payload: body }),
      };
      inject(dispatch, options, (error, answered) => {
        left -= 1;
        // A request without a line is one whose outcome is unknown to the caller.
        if (answered !== undefined && !error) {
          const line: Line = [index, answered.statusCode, headersOf(answered), answered.payload];
          lines += `${JSON.stringify(line)}\n`;
        }
        schedule();
      });
    }
  };
}

function headersOf(answered: InjectResponse): BatchedAnswer['headers'] {
  return answered.headers as BatchedAnswer['headers'];
}
