import { createHmac, timingSafeEqual } from 'node:crypto';
import { Viewer } from '@errand/contracts/internal';
import { type EncryptionKeys, deriveKey } from '@errand/service-kit';

/** How long an address opens the page; a page that is open gets a new token in time. */
const TOKEN_TTL_MS = 10 * 60_000;

/** Tokens that let one caller watch one Run for a short time. None is stored. */
export interface LiveTokens {
  issue(viewer: Omit<Viewer, 'expiresAt'>): string;
  /** Null: not a token for this Run, or an expired one. */
  read(token: string, runId: string): Viewer | null;
}

/** Issues under the current key, and accepts tokens of all `keys`. `now` is in ms since the epoch. */
export function createLiveTokens(keys: EncryptionKeys, now: () => number = Date.now): LiveTokens {
  const [current, ...previous] = keys.map((key) => deriveKey(key, 'live view of Runs'));
  if (current === undefined) throw new Error('no encryption key is configured');
  const sign = (key: typeof current, payload: string) =>
    createHmac('sha256', key).update(payload).digest('base64url');
  return {
    issue: (viewer) => {
      const expiresAt = now() + TOKEN_TTL_MS;
      const payload = Buffer.from(JSON.stringify({ ...viewer, expiresAt })).toString('base64url');
      return `${payload}.${sign(current, payload)}`;
    },
    read: (token, runId) => {
      const [payload = '', mac = '', ...rest] = token.split('.');
      const presented = Buffer.from(mac);
      const isSigned = [current, ...previous].some((key) => {
        const expected = Buffer.from(sign(key, payload));
        return presented.length === expected.length && timingSafeEqual(presented, expected);
      });
      if (!isSigned || rest.length > 0) return null;
      const viewer = Viewer.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      return viewer.runId === runId && viewer.expiresAt > now() ? viewer : null;
    },
  };
}
