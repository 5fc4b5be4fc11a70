import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

const BATCH = 20;
/** Random ones of the oldest, as with the Runs themselves. */
const PENDING = `
  SELECT owner_id FROM pending_artifact_deletions
  WHERE owner_id IN (SELECT owner_id FROM pending_artifact_deletions ORDER BY removed_at LIMIT 1000)
  ORDER BY random() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/**
 * Deletes the bytes of removed Runs and uploaded files. The row of each is deleted only after its bytes, so an interrupted deletion is
 * repeated by a later pass. True when there may be more; throws when some files could not be deleted.
 */
export async function removeFiles({
  pool,
  artifacts,
}: Pick<Context, 'pool' | 'artifacts'>): Promise<boolean> {
  const outcomes = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ owner_id: string }>(PENDING);
    const removals = await Promise.allSettled(rows.map(({ owner_id }) => artifacts.removeAll(owner_id)));
    const removed = rows.filter((_row, index) => removals[index]?.status === 'fulfilled');
    await client.query('DELETE FROM pending_artifact_deletions WHERE owner_id = ANY($1::uuid[])', [
      removed.map(({ owner_id }) => owner_id),
    ]);
    return removals;
  });
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return outcomes.length === BATCH;
}
