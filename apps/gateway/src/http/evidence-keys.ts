import { type EvidenceKeys, Problem, runRoutes } from '@errand/contracts';
import { evidenceServiceRoutes } from '@errand/contracts/internal';
import { type InternalClient, nameRoute, sendJson } from '@errand/service-kit';
import type { Handler } from 'express';

const PATH = runRoutes.getEvidenceKeys.path;
const CACHE_MS = 60_000;

/** Publishes the keys that verify evidence, which the runs service knows; read at most once a minute. */
export function evidenceKeys(runs: InternalClient): Handler {
  let recent: { keys: Promise<EvidenceKeys>; askedAt: number } | undefined;
  const read = (): Promise<EvidenceKeys> => {
    if (recent !== undefined && performance.now() - recent.askedAt < CACHE_MS) return recent.keys;
    const asked = { keys: runs.call(evidenceServiceRoutes.listKeys, {}), askedAt: performance.now() };
    asked.keys.catch(() => {
      if (recent === asked) recent = undefined;
    });
    recent = asked;
    return asked.keys;
  };
  return async (request, response, next) => {
    if (request.path !== PATH) {
      next();
      return;
    }
    nameRoute(request, PATH);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'Method not allowed. Allowed: GET.', { Allow: 'GET' });
    const keys = await read();
    sendJson(response, 200, keys);
  };
}
