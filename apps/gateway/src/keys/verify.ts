import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '@errand/contracts';
import type { Logger } from '@errand/service-kit';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { scopesOf } from '../identity/member-rights.ts';
import { hashKey, prefixOf } from './format.ts';
import type { UnknownKeys } from './unknown-keys.ts';

interface StoredKey {
  id: string;
  name: string;
  workspace_id: string;
  created_by: string;
  secret_hash: Buffer;
  previous_hash: Buffer | null;
  previous_expires_at: Date | null;
  scopes: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  role: string;
  withheld_scopes: string[];
  four_eyes: boolean;
}

export interface VerifiedKey {
  readonly id: string;
  /** Its public part. */
  readonly prefix: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly userId: string;
  /** Those of the key that its maker's role allows. */
  readonly scopes: readonly Scope[];
  readonly fourEyes: boolean;
}

export interface KeyVerifier {
  /**
   * Whose key it is; null for one that is malformed, unknown, expired, revoked, or whose maker has left the workspace.
   * With the caller's address, keys that are not known count against it: 429 after too many.
   */
  verify(key: string, address?: string): Promise<VerifiedKey | null>;
  /** Forgets what is remembered of a key, so that a change of it counts here at once. */
  forget(prefix: string): void;
  /** Waits for what is still being written. */
  close(): Promise<void>;
}

/** How long a key is trusted without asking the database; a revoked one must be dead within a second everywhere. */
const FRESH_MS = 800;
const MAX_REMEMBERED = 10_000;
const TOUCH_EVERY_MS = 60_000;

const FIND = {
  name: 'find-api-key',
  text: `SELECT k.id, k.name, k.workspace_id, k.created_by, k.secret_hash, k.previous_hash, k.previous_expires_at,
                k.scopes, k.expires_at, k.last_used_at, m.role, w.withheld_scopes, w.four_eyes
         FROM api_keys k
         JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.created_by
         JOIN workspaces w ON w.id = k.workspace_id
         WHERE k.prefix = $1 AND k.revoked_at IS NULL`,
};
const TOUCH = `UPDATE api_keys SET last_used_at = now()
               WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

const isAfter = (moment: Date | null): boolean => moment !== null && moment.getTime() > Date.now();

const opens = (stored: StoredKey, hash: Uint8Array): boolean => {
  if (stored.expires_at !== null && !isAfter(stored.expires_at)) return false;
  if (timingSafeEqual(stored.secret_hash, hash)) return true;
  const previous = isAfter(stored.previous_expires_at) ? stored.previous_hash : null;
  return previous !== null && timingSafeEqual(previous, hash);
};

interface Remembered {
  readonly askedAt: number;
  readonly stored: Promise<StoredKey | null>;
}

/** Verifies keys against the database, trusting what it remembers of each for less than a second. */
export const createKeyVerifier = (pool: pg.Pool, unknownKeys: UnknownKeys, log: Logger): KeyVerifier => {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  const touched = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: TOUCH_EVERY_MS });
  const writing = new Set<Promise<void>>();

  const ask = (prefix: string): Promise<StoredKey | null> => {
    const askedAt = performance.now();
    const stored = pool.query<StoredKey>({ ...FIND, values: [prefix] }).then(({ rows }) => rows[0] ?? null);
    const entry = { askedAt, stored };
    remembered.set(prefix, entry);
    const drop = () => {
      if (remembered.peek(prefix) === entry) remembered.delete(prefix);
    };
    stored.then((found) => found ?? drop(), drop);
    return stored;
  };

  const touch = (stored: StoredKey) => {
    if (touched.has(stored.id)) return;
    if (isAfter(stored.last_used_at && new Date(stored.last_used_at.getTime() + TOUCH_EVERY_MS))) return;
    touched.set(stored.id, true);
    const write = pool
      .query(TOUCH, [stored.id])
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of a key was not noted'))
      .finally(() => writing.delete(write));
    writing.add(write);
  };

  /** A remembered key may have been rotated elsewhere since, so only a fresh answer refuses. */
  const find = async (prefix: string, hash: Uint8Array): Promise<StoredKey | null> => {
    const recent = remembered.get(prefix);
    if (recent !== undefined && performance.now() - recent.askedAt < FRESH_MS) {
      const stored = await recent.stored;
      if (stored !== null && opens(stored, hash)) return stored;
    }
    const stored = await ask(prefix);
    return stored !== null && opens(stored, hash) ? stored : null;
  };

  /** Whether this very key was good when it was last looked up: its holder is not stopped by what others send. */
  const wasGood = async (prefix: string, hash: Uint8Array): Promise<boolean> => {
    const stored = await remembered.get(prefix)?.stored.catch(() => null);
    return stored !== undefined && stored !== null && opens(stored, hash);
  };

  return {
    verify: async (key, address) => {
      const prefix = prefixOf(key);
      if (prefix === null) return null;
      const hash = hashKey(key);
      if (address !== undefined && !(await wasGood(prefix, hash))) unknownKeys.refuseExcess(address);
      const stored = await find(prefix, hash);
      if (stored === null) {
        if (address !== undefined) await unknownKeys.note(address);
        return null;
      }
      touch(stored);
      return {
        id: stored.id,
        prefix,
        name: stored.name,
        workspaceId: stored.workspace_id,
        userId: stored.created_by,
        scopes: scopesOf(stored.role, stored.withheld_scopes).filter((scope) =>
          stored.scopes.includes(scope),
        ),
        fourEyes: stored.four_eyes,
      };
    },
    forget: (prefix) => void remembered.delete(prefix),
    close: async () => void (await Promise.all(writing)),
  };
};
