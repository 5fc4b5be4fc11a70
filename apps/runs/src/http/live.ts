import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Id, type RunStatus, isTerminal, notFound, unauthenticated } from '@errand/contracts';
import type { Viewer } from '@errand/contracts/internal';
import { type RequestHandler, hasInternalToken, nameRoute, sendJson } from '@errand/service-kit';
import type { Context } from '../context.ts';
import type { Picture } from '../live/views.ts';

/** A watcher hears at least this often, so that both sides notice a broken connection; also how often tokens are renewed. */
const KEEP_ALIVE_MS = 15_000;
const PATH = /^\/live\/([^/?]+)\/(viewer|pictures)$/;

/** What the gateway reads for the live view: who a token belongs to, and the pictures as a stream. */
export function liveRoutes(context: Context, internalToken: string): RequestHandler {
  return async (request, response) => {
    if (!hasInternalToken(request, internalToken)) throw unauthenticated();
    const url = new URL(request.url ?? '', 'http://runs');
    const [, runId = '', what = ''] = PATH.exec(url.pathname) ?? [];
    nameRoute(request, '/live/{run_id}');
    if (!Id.safeParse(runId).success || request.method !== 'GET') throw notFound();
    const viewer = context.liveTokens.read(url.searchParams.get('token') ?? '', runId);
    if (viewer === null) throw unauthenticated();
    if ((await statusOf(context, viewer)) === null) throw notFound();
    if (what === 'viewer') sendJson(response, 200, viewer);
    else await streamPictures(context, viewer, response);
  };
}

async function statusOf({ pool }: Context, viewer: Viewer): Promise<RunStatus | null> {
  const { rows } = await pool.query<{ status: RunStatus }>({
    name: 'status-for-viewer',
    text: 'SELECT status FROM runs WHERE id = $1 AND workspace_id = $2',
    values: [viewer.runId, viewer.workspaceId],
  });
  return rows[0]?.status ?? null;
}

/** Each message: its length in four bytes, JSON, and as many bytes of a picture as the JSON says. */
function messageOf(message: Record<string, unknown>, picture: Uint8Array = new Uint8Array(0)): Buffer {
  const json = Buffer.from(JSON.stringify({ ...message, bytes: picture.length }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, picture]);
}

function pictureMessage({ jpeg }: Picture): Buffer {
  return jpeg === null ? messageOf({ picture: 'withheld' }) : messageOf({ picture: 'jpeg' }, jpeg);
}

/** Pictures as they come, the status when it changes, and a new token in time, until the Run has ended. */
async function streamPictures(context: Context, viewer: Viewer, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.on('error', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  const signal = AbortSignal.any([gone.signal, context.stopping]);
  const send = async (message: Buffer): Promise<void> => {
    if (!response.write(message)) await once(response, 'drain', { signal });
  };
  const pictures = async () => {
    for await (const picture of context.liveViews.watch(viewer.runId, signal))
      await send(pictureMessage(picture));
  };
  const showing = pictures().catch(() => undefined);
  try {
    let told: RunStatus | null = null;
    let toldAt = -Infinity;
    while (!signal.aborted) {
      const changed = context.watch.next(viewer.runId, KEEP_ALIVE_MS, signal);
      changed.catch(() => undefined);
      const status = await statusOf(context, viewer);
      const ended = status === null || isTerminal(status);
      if (status !== told || performance.now() - toldAt >= KEEP_ALIVE_MS) {
        const { expiresAt: _, ...identity } = viewer;
        await send(messageOf({ status, ended, token: context.liveTokens.issue(identity) }));
        [told, toldAt] = [status, performance.now()];
      }
      if (ended) break;
      await changed.catch(() => undefined);
    }
  } catch (error) {
    if (!signal.aborted) context.log.warn({ err: error }, 'live view ended');
  } finally {
    gone.abort();
    await showing;
    if (!response.destroyed) response.end();
  }
}
