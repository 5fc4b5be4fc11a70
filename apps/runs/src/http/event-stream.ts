import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseOrThrow, SeenSeq } from '@errand/contracts';
import type { Context } from '../context.ts';
import { beginEventStream } from '@errand/service-kit';
import { watchEvents } from '../events/list.ts';

const KEEP_ALIVE_MS = 15_000;

/** The `seq` after which a client resumes its stream. 422 when it is not a sequence number. */
export function lastEventId(request: IncomingMessage): number | undefined {
  const header = request.headers['last-event-id'];
  return header === undefined ? undefined : parseOrThrow(SeenSeq, header, 'Last-Event-ID');
}

/**
 * Server-sent events: each event of the Run with its `seq` as id, then one `end` event with the final status. A shutdown
 * ends the response from outside, so each write checks first; a slow reader delays only its own stream.
 */
export async function streamEvents(
  context: Context,
  runId: string,
  after: number,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.on('error', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  beginEventStream(response);
  const send = async (text: string): Promise<void> => {
    if (!response.write(text)) await once(response, 'drain', { signal: gone.signal });
  };
  const keepAlive = setInterval(() => {
    if (!response.writableEnded && !response.writableNeedDrain) response.write(': still here\n\n');
  }, KEEP_ALIVE_MS);
  const events = watchEvents(context, runId, after, gone.signal);
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (response.writableEnded) return;
      if (done) {
        response.end(`event: end\ndata: ${JSON.stringify({ status: value })}\n\n`);
        return;
      }
      await send(value.map((entry) => `id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`).join(''));
    }
  } catch (error) {
    if (!gone.signal.aborted) context.log.warn({ err: error, runId }, 'event stream failed');
    response.destroy();
  } finally {
    clearInterval(keepAlive);
  }
}
