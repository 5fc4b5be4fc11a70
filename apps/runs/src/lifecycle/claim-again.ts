import { Problem, conflict } from '@errand/contracts';
import { type ClaimRun, type ClaimedRun, RUN_TRANSITIONS } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { CLAIMED_COLUMNS, type ClaimRow, claim, toClaimedRun } from './claim.ts';
import { lockRun } from './end.ts';

/** The Run $1 is locked, and held for its attempt. */
const CLAIM_AGAIN = `
  WITH claimed AS (
    UPDATE runs SET attempt = attempt + 1, lease_expires_at = now() + $2 * interval '1 ms', updated_at = now()
    WHERE id = $1 AND NOT EXISTS (SELECT FROM intents WHERE run_id = runs.id AND intents.attempt = runs.attempt)
    RETURNING *
  ) SELECT ${CLAIMED_COLUMNS} FROM claimed`;

/**
 * Claims a Run for an executor that had no answer to the same claim. If that was granted, and the attempt has reported and
 * declared nothing, the executor gets the next attempt, so that an answer to the first that arrives late lets no one act.
 * 409 as `claim`.
 */
export async function claimAgain(context: Context, runId: string, request: ClaimRun): Promise<ClaimedRun> {
  try {
    // First, because it waits for an earlier claim whose transaction is not over.
    return await claim(context, runId, request);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
  }
  const row = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId);
    if (run?.attempt !== request.attempt || run.lease_owner !== request.executorId) return null;
    if (run.status !== RUN_TRANSITIONS.claim.to || run.attempt_seq > 0) return null;
    const { rows } = await client.query<ClaimRow>(CLAIM_AGAIN, [runId, context.lease.leaseMs]);
    return rows[0] ?? null;
  });
  if (row === null) throw conflict('The Run is not queued for this attempt.');
  context.watch.changed(runId);
  return await toClaimedRun(context, row, request);
}
