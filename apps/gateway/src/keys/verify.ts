import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '@errand/contracts';
import type { Logger } from '@errand/service-kit';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { scopesOf } from '../identity/member-rights.ts';
import { PREFIX_LENGTH, hashKey, prefixOf } from './format.ts';
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
  /** The key's public prefix. */
  readonly prefix: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly userId: string;
  /** The key's scopes that its creator's role still allows. */
  readonly scopes: readonly Scope[];
  readonly fourEyes: boolean;
}

export interface KeyVerifier {
  /**
   * The key's record; null when the key is malformed, unknown, expired, revoked, or its creator has left the workspace.
   * If `address` is given, unknown keys count against it: throws 429 after too many.
   */
  verify(key: string, address?: string): Promise<VerifiedKey | null>;
  /** Drops a key from the cache, so that a change takes effect in this process at once. */
  forget(prefix: string): void;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

/** How long a key is served from the cache. A revoked key must stop working within a second on every gateway. */
const CACHE_TTL_MS = 800;
const MAX_CACHED_KEYS = 10_000;
const TOUCH_INTERVAL_MS = 60_000;

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

function isAfter(moment: Date | null): boolean {
  return moment !== null && moment.getTime() > Date.now();
}

function matches(stored: StoredKey, hash: Uint8Array): boolean {
  if (stored.expires_at !== null && !isAfter(stored.expires_at)) return false;
  if (timingSafeEqual(stored.secret_hash, hash)) return true;
  const previous = isAfter(stored.previous_expires_at) ? stored.previous_hash : null;
  return previous !== null && timingSafeEqual(previous, hash);
}

/** When a key that matches now stops to: milliseconds since the epoch. */
function validUntil({ expires_at, previous_expires_at, secret_hash }: StoredKey, hash: Uint8Array): number {
  const ends = [expires_at, timingSafeEqual(secret_hash, hash) ? null : previous_expires_at];
  return Math.min(...ends.map((end) => end?.getTime() ?? Infinity));
}

interface Verdict {
  readonly verified: VerifiedKey;
  readonly until: number;
}

interface CachedKey {
  readonly askedAt: number;
  readonly stored: Promise<StoredKey | null>;
  /** What `stored` resolved to. */
  row: StoredKey | null;
  /** By the whole key as it was sent. Found by the text's hash, so that time tells nothing of how much of a guess is right. */
  readonly verdicts: Map<string, Verdict>;
}

/** Verifies keys against the database, with a cache of less than a second. */
export function createKeyVerifier(pool: pg.Pool, unknownKeys: UnknownKeys, log: Logger): KeyVerifier {
  const cache = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });
  const touched = new LRUCache<string, true>({ max: MAX_CACHED_KEYS, ttl: TOUCH_INTERVAL_MS });
  const pendingWrites = new Set<Promise<void>>();

  const query = (prefix: string): Promise<StoredKey | null> => {
    const askedAt = performance.now();
    const stored = pool.query<StoredKey>({ ...FIND, values: [prefix] }).then(({ rows }) => rows[0] ?? null);
    const entry: CachedKey = { askedAt, stored, row: null, verdicts: new Map() };
    cache.set(prefix, entry);
    const drop = () => {
      if (cache.peek(prefix) === entry) cache.delete(prefix);
    };
    stored.then((row) => {
      entry.row = row;
      if (row === null) drop();
    }, drop);
    return stored;
  };

  const touch = (stored: StoredKey) => {
    if (touched.has(stored.id)) return;
    if (isAfter(stored.last_used_at && new Date(stored.last_used_at.getTime() + TOUCH_INTERVAL_MS))) return;
    touched.set(stored.id, true);
    const write = pool
      .query(TOUCH, [stored.id])
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'recording last use of API key failed'))
      .finally(() => pendingWrites.delete(write));
    pendingWrites.add(write);
  };

  /** A cached key may have been rotated on another gateway, so only a fresh query rejects. */
  const find = async (prefix: string, hash: Uint8Array): Promise<StoredKey | null> => {
    const recent = cache.get(prefix);
    if (recent !== undefined && performance.now() - recent.askedAt < CACHE_TTL_MS) {
      const stored = await recent.stored;
      if (stored !== null && matches(stored, hash)) return stored;
    }
    const stored = await query(prefix);
    return stored !== null && matches(stored, hash) ? stored : null;
  };

  /** Whether this exact key was valid when last queried: its holder is not blocked by what others send. */
  const wasValid = async (prefix: string, hash: Uint8Array): Promise<boolean> => {
    const stored = await cache.get(prefix)?.stored.catch(() => null);
    return stored !== undefined && stored !== null && matches(stored, hash);
  };

  /** A key that was verified against a record that is still in use; anything else is looked at in full. */
  const verdictOf = (key: string): VerifiedKey | undefined => {
    const recent = cache.get(key.slice(0, PREFIX_LENGTH));
    if (recent === undefined || performance.now() - recent.askedAt >= CACHE_TTL_MS) return undefined;
    const verdict = recent.verdicts.get(key);
    return verdict !== undefined && Date.now() < verdict.until ? verdict.verified : undefined;
  };

  return {
    verify: async (key, address) => {
      const known = verdictOf(key);
      if (known !== undefined) return known;
      const prefix = prefixOf(key);
      if (prefix === null) return null;
      const hash = hashKey(key);
      if (address !== undefined && !(await wasValid(prefix, hash))) unknownKeys.refuseExcess(address);
      const stored = await find(prefix, hash);
      const entry = cache.peek(prefix);
      if (stored === null) {
        if (address !== undefined) await unknownKeys.note(address);
        return null;
      }
      touch(stored);
      const verified = {
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
      if (entry?.row === stored) entry.verdicts.set(key, { verified, until: validUntil(stored, hash) });
      return verified;
    },
    forget: (prefix) => void cache.delete(prefix),
    close: async () => void (await Promise.all(pendingWrites)),
  };
}
