import { unauthenticated } from '@errand/contracts';
import type { BatchedRequest, Line } from './batch-calls.ts';
import { requestOf, responseOf } from './batched-exchange.ts';
import { readBody } from './body.ts';
import { hasInternalToken } from './serve.ts';
import type { RequestHandler } from './server.ts';

const MAX_BATCH_BYTES = 4 * 1_048_576;

/** Answers a batch: each request as if it had come alone, as soon as its own answer is there. */
export function serveBatches(token: string, answer: RequestHandler): RequestHandler {
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
    for (const [index, one] of requests.entries()) {
      const each = responseOf((answered) => {
        left -= 1;
        // A request without a line is one whose outcome is unknown to the caller.
        if (answered !== null) {
          const line: Line = [index, answered.statusCode, answered.headers, answered.body];
          lines += `${JSON.stringify(line)}\n`;
        }
        schedule();
      });
      void answer(requestOf(one, authorization), each);
    }
  };
}
