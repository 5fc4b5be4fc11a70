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
 * Sends server-sent events, as texts, until there are no more. A shutdown ends the response from outside, so each write checks
 * first; a slow reader delays only its own stream.
 */
async function sendStream(
  { log }: Pick<Context, 'log'>,
  response: ServerResponse,
  messages: (gone: AbortSignal) => AsyncIterable<string>,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.on('error', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  beginEventStream(response);
  const keepAlive = setInterval(() => {
    if (!response.writableEnded && !response.writableNeedDrain) response.write(': still here\n\n');
  }, KEEP_ALIVE_MS);
  try {
    for await (const text of messages(gone.signal)) {
      if (response.writableEnded) return;
      if (!response.write(text)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) log.warn({ err: error }, 'event stream failed');
    response.destroy();
  } finally {
    clearInterval(keepAlive);
  }
}

/** Each event of the Run with its `seq` as id, then one `end` event with the final status. */
export async function streamEvents(
  context: Context,
  runId: string,
  after: number,
  response: ServerResponse,
): Promise<void> {
  await sendStream(context, response, async function* messages(gone) {
    const events = watchEvents(context, runId, after, gone);
    for (;;) {
      const { done, value } = await events.next();
      if (done) {
        yield `event: end\ndata: ${JSON.stringify({ status: value })}\n\n`;
        return;
      }
      yield value.map((entry) => `id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`).join('');
    }
  });
}

/** Changes of the workspace's Runs, without an end. */
export async function streamChanges(
  context: Context,
  workspaceId: string,
  response: ServerResponse,
): Promise<void> {
  await sendStream(context, response, async function* messages(gone) {
    for await (const changes of context.runChanges.follow(workspaceId, gone))
      yield changes.map((change) => `data: ${JSON.stringify(change)}\n\n`).join('');
  });
}
