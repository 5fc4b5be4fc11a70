import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LeaseHolder } from '@errand/contracts/internal';
import { type EncryptionKeys, deriveKey } from '@errand/service-kit';

/**
 * A claim returns a token, and every later call of that execution presents it. It is a MAC over Run, attempt and executor,
 * which each statement compares with the row (HELD): it is worthless once another executor holds the lease. None is stored.
 */
export interface LeaseTokens {
  issue(runId: string, holder: LeaseHolder): string;
  proves(token: unknown, runId: string, holder: LeaseHolder): boolean;
}

export function createLeaseTokens(keys: EncryptionKeys): LeaseTokens {
  const [current, ...previous] = keys.map((key) => deriveKey(key, 'leases of Runs'));
  if (current === undefined) throw new Error('no encryption key is configured');
  const sign = (key: typeof current, runId: string, { attempt, executorId }: LeaseHolder): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([runId, attempt, executorId]))
      .digest('base64url');
  return {
    issue: (runId, holder) => sign(current, runId, holder),
    proves: (token, runId, holder) => {
      if (typeof token !== 'string') return false;
      const presented = Buffer.from(token);
      return [current, ...previous].some((key) => {
        const expected = Buffer.from(sign(key, runId, holder));
        return presented.length === expected.length && timingSafeEqual(presented, expected);
      });
    },
  };
}
