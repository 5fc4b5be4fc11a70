import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseOrRefuse, SeenSeq } from '@errand/contracts';
import type { Context } from '../context.ts';
import { watchEvents } from '../runs/events.ts';

const KEEP_ALIVE_MS = 15_000;

export const wantsStream = (request: IncomingMessage): boolean =>
  request.headers.accept?.includes('text/event-stream') ?? false;

/** Where a client that lost its stream goes on. 422 when it is not a sequence number. */
export const lastEventId = (request: IncomingMessage): number | undefined => {
  const given = request.headers['last-event-id'];
  return given === undefined ? undefined : parseOrRefuse(SeenSeq, given, 'Last-Event-ID');
};

/** Server-sent events: each event of the Run with its `seq` as id, then one `end` event with the final status. */
export const streamEvents = async (
  context: Context,
  runId: string,
  after: number,
  response: ServerResponse,
): Promise<void> => {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  const events = watchEvents(context, runId, after, gone.signal);
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done) {
        response.write(`event: end\ndata: ${JSON.stringify({ status: value })}\n\n`);
        break;
      }
      response.write(value.map((entry) => `id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`).join(''));
    }
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) context.log.warn({ err: error, runId }, 'an event stream broke');
    response.destroy();
  } finally {
    clearInterval(keepAlive);
  }
};
