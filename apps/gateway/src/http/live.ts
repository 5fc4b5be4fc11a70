import { setTimeout as delay } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { Problem, notFound, unavailable } from '@errand/contracts';
import { Viewer } from '@errand/contracts/internal';
import { type InternalClient, type RequestHandler, nameRoute } from '@errand/service-kit';
import type pg from 'pg';
import { LIVE_PAGE, LIVE_SCRIPT, LIVE_STYLE } from '../live/page.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const FILES: Readonly<Record<string, { type: string; text: string }>> = {
  '/live/script.js': { type: 'text/javascript; charset=utf-8', text: LIVE_SCRIPT },
  '/live/style.css': { type: 'text/css; charset=utf-8', text: LIVE_STYLE },
};
const PATH = /^\/live\/([^/]+)(\/pictures)?$/;
/** How often an open stream re-checks the key or member that it was issued to. */
const CHECK_INTERVAL_MS = 500;

/** A key that is neither revoked nor expired, or no key; and in either case a member of the workspace. */
const MAY_WATCH = {
  name: 'may-watch',
  text: `SELECT FROM members WHERE workspace_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR EXISTS (
           SELECT FROM api_keys WHERE id = $3 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())))`,
};

const invalid = () => new Problem(401, 'This address of a live view is not valid, or no longer.');

/**
 * The live view: a page at /live/{run_id}, and its pictures, which come from the runs service. The token in the address
 * opens one Run for a short time, for as long as the key or member that it was issued to may read it.
 */
export function liveRoutes(parts: {
  runs: InternalClient;
  pool: pg.Pool;
  stopping: AbortSignal;
}): RequestHandler {
  const { runs, pool, stopping } = parts;
  const mayWatch = async ({ workspaceId, userId, keyId }: Viewer): Promise<boolean> => {
    const { rowCount } = await pool.query({ ...MAY_WATCH, values: [workspaceId, userId, keyId] });
    return rowCount === 1;
  };
  const viewerOf = async (runId: string, search: string): Promise<Viewer> => {
    const { statusCode, body } = await runs.forward({
      method: 'GET',
      path: `/live/${encodeURIComponent(runId)}/viewer${search}`,
    });
    const text = await body.text();
    if (statusCode === 503) throw unavailable();
    if (statusCode === 404) throw notFound();
    if (statusCode !== 200) throw invalid();
    const viewer = Viewer.parse(JSON.parse(text));
    if (!(await mayWatch(viewer))) throw invalid();
    return viewer;
  };
  return async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://gateway');
    const file = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined;
    const [, runId, pictures] = PATH.exec(pathname) ?? [];
    if (file === undefined && runId === undefined) throw notFound();
    nameRoute(request, file === undefined ? '/live/{run_id}' : pathname);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'Method not allowed. Allowed: GET.', { Allow: 'GET' });
    response.setHeader('Content-Security-Policy', POLICY);
    if (file !== undefined) {
      response.writeHead(200, { 'Content-Type': file.type }).end(file.text);
      return;
    }
    const viewer = await viewerOf(runId ?? '', search);
    if (pictures === undefined) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(LIVE_PAGE);
      return;
    }
    const over = new AbortController();
    response.once('close', () => over.abort());
    const checking = async () => {
      do await delay(CHECK_INTERVAL_MS, undefined, { signal: over.signal });
      while (await mayWatch(viewer).catch(() => true));
      over.abort();
    };
    checking().catch(() => undefined);
    const answer = await runs.stream({
      method: 'GET',
      path: `/live/${viewer.runId}/pictures${search}`,
      signal: AbortSignal.any([over.signal, stopping]),
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw answer.statusCode === 503 ? unavailable() : invalid();
    }
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    await pipeline(answer.body, response).catch(() => response.destroy());
    over.abort();
  };
}
