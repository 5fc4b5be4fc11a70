import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LeaseHolder } from '@errand/contracts/internal';
import type { RunEventsJob } from '@errand/contracts/queue';
import { type EncryptionKeys, deriveKey, reportProof } from '@errand/service-kit';

/**
 * A claim returns a token. Every later call of that execution presents it, and signs its reports with it. It is a MAC over
 * Run, attempt and executor, which each statement compares with the row (HELD): it is worthless once another executor holds
 * the lease. None is stored.
 */
export interface LeaseTokens {
  issue(runId: string, holder: LeaseHolder): string;
  proves(token: unknown, runId: string, holder: LeaseHolder): boolean;
  /** Whether the report comes from the claim that it names. */
  provesReport(job: RunEventsJob): boolean;
}

/** Issues under the current key, and accepts tokens of all `keys`. */
export function createLeaseTokens(keys: EncryptionKeys): LeaseTokens {
  const [current, ...previous] = keys.map((key) => deriveKey(key, 'leases of Runs'));
  if (current === undefined) throw new Error('no encryption key is configured');
  const sign = (key: typeof current, runId: string, { attempt, executorId }: LeaseHolder): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([runId, attempt, executorId]))
      .digest('base64url');
  /** Whether `presented` is what `expect` makes of the token under any configured key. */
  const matches = (
    presented: string,
    runId: string,
    holder: LeaseHolder,
    expect: (token: string) => string = (token) => token,
  ): boolean => {
    const bytes = Buffer.from(presented);
    return [current, ...previous].some((key) => {
      const expected = Buffer.from(expect(sign(key, runId, holder)));
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  };
  return {
    issue: (runId, holder) => sign(current, runId, holder),
    proves: (token, runId, holder) => typeof token === 'string' && matches(token, runId, holder),
    provesReport: ({ runId, attempt, executorId, report, proof }) =>
      matches(proof, runId, { attempt, executorId }, (token) => reportProof(token, report)),
  };
}
