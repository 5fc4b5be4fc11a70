import { Problem, Scope, missingScope, notFound, unavailable } from '@errand/contracts';
import { type Principal, Viewer } from '@errand/contracts/internal';
import type { InternalClient } from '@errand/service-kit';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { scopesOf } from '../identity/member-rights.ts';

/** A caller who may watch a Run. */
export interface Watcher {
  principal: Principal;
  /** They used a token, which is renewed while they watch; otherwise a session cookie. */
  hasToken: boolean;
  /** Whether they are still allowed to watch. */
  isAllowed(): Promise<boolean>;
}

/** Callers who may watch: a key that is neither revoked nor expired, or a member; both with a member's rights. */
const FIND = {
  name: 'find-watcher',
  text: `SELECT m.role, w.withheld_scopes, u.name AS member, k.name AS key, k.prefix, k.scopes
         FROM members m
         JOIN workspaces w ON w.id = m.workspace_id
         JOIN users u ON u.id = m.user_id
         LEFT JOIN api_keys k ON k.id = $3 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
         WHERE m.workspace_id = $1 AND m.user_id = $2 AND ($3::uuid IS NULL OR k.id IS NOT NULL)`,
};
interface FoundWatcher {
  role: string;
  withheld_scopes: string[];
  member: string;
  key: string | null;
  prefix: string | null;
  scopes: string[] | null;
}

/** Watchers with the same key or member share a check, which is never older than this. */
const CHECK_TTL_MS = 400;
const MAX_CHECKS = 10_000;
const NEEDED = 'runs:read';

function invalid(): Problem {
  return new Problem(401, 'The address of this live view is invalid or has expired.');
}

function mayWatch(principal: Principal | null): boolean {
  return principal?.scopes.includes(NEEDED) ?? false;
}

export type FindWatcher = (request: IncomingMessage, runId: string, token: string | null) => Promise<Watcher>;

/** Identifies the caller by the token in the address, or else by the session. Throws 401, 403, 404, 503. */
export function createFindWatcher(parts: {
  runs: InternalClient;
  pool: pg.Pool;
  findSession: (cookie: string | undefined) => Promise<Principal | null>;
}): FindWatcher {
  const { runs, pool, findSession } = parts;
  const checks = new LRUCache<string, Promise<Principal | null>>({ max: MAX_CHECKS, ttl: CHECK_TTL_MS });
  const shared = (id: string, check: () => Promise<Principal | null>): Promise<Principal | null> => {
    const found = checks.get(id) ?? check();
    found.catch(() => checks.delete(id));
    if (!checks.has(id)) checks.set(id, found);
    return found;
  };

  const findPrincipal = async ({ workspaceId, userId, keyId }: Viewer): Promise<Principal | null> => {
    const { rows } = await pool.query<FoundWatcher>({ ...FIND, values: [workspaceId, userId, keyId] });
    const [found] = rows;
    if (found === undefined) return null;
    const allowed = scopesOf(found.role, found.withheld_scopes);
    return {
      workspaceId,
      userId,
      keyId,
      ...(found.prefix !== null && { keyPrefix: found.prefix }),
      name: found.key ?? found.member,
      scopes: Scope.options.filter(
        (scope) => allowed.includes(scope) && (found.scopes?.includes(scope) ?? true),
      ),
    };
  };
  const viewerOf = async (runId: string, token: string): Promise<Viewer> => {
    const { statusCode, body } = await runs.forward({
      method: 'GET',
      path: `/live/${encodeURIComponent(runId)}/viewer`,
      query: { token },
    });
    const text = await body.text();
    if (statusCode === 503) throw unavailable();
    if (statusCode === 404) throw notFound();
    if (statusCode !== 200) throw invalid();
    return Viewer.parse(JSON.parse(text));
  };
  /** A brief outage of the database ends no view. */
  const isAllowed = (id: string, check: () => Promise<Principal | null>) => async (): Promise<boolean> => {
    try {
      return mayWatch(await shared(id, check));
    } catch {
      return true;
    }
  };

  return async (request, runId, token) => {
    if (token !== null) {
      const viewer = await viewerOf(runId, token);
      const id = JSON.stringify([viewer.workspaceId, viewer.userId, viewer.keyId]);
      const find = () => findPrincipal(viewer);
      const principal = await find();
      if (principal === null || !mayWatch(principal)) throw invalid();
      return { principal, hasToken: true, isAllowed: isAllowed(id, find) };
    }
    const { cookie } = request.headers;
    const find = () => findSession(cookie);
    const principal = await find();
    if (principal === null) throw invalid();
    if (!mayWatch(principal)) throw missingScope(NEEDED);
    return { principal, hasToken: false, isAllowed: isAllowed(`session ${cookie}`, find) };
  };
}
