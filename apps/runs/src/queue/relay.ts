import { isTelemetryOn } from '@errand/service-kit';
import type { TypedQueue } from '@errand/service-kit/queue';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

const BATCH = 100;

/** A Run that is still not claimed after this long may use a reserved slot: the other slots are probably busy. */
const RESERVED_AFTER_MS = 300;

/** True for the oldest admitted Run of a workspace that has no active Run and finds no free slot. */
const NEEDS_RESERVED = `
  reserved_at IS NULL AND published_at < now() - interval '${RESERVED_AFTER_MS} ms'
  AND NOT EXISTS (SELECT FROM workspace_loads AS load
                  WHERE load.workspace_id = outbox.workspace_id AND load.active_runs > 0)
  AND NOT EXISTS (SELECT FROM outbox AS older
                  WHERE older.workspace_id = outbox.workspace_id AND older.admitted_at IS NOT NULL
                    AND older.run_id < outbox.run_id)`;

/** Rows stay locked until their jobs are in the queue, so that two relays never publish the same row. */
function admitted(traced: boolean) {
  return `
  SELECT run_id, attempt, admitted_at, published_at IS NULL AS is_new,
         ${traced ? '(SELECT traceparent FROM runs WHERE id = run_id)' : 'NULL'} AS traceparent
  FROM outbox
  WHERE admitted_at IS NOT NULL AND (published_at IS NULL OR (${NEEDS_RESERVED}))
  ORDER BY admitted_at, run_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
}

interface Admitted {
  run_id: string;
  attempt: number;
  admitted_at: Date;
  is_new: boolean;
  traceparent: string | null;
}

/**
 * One job id per admission, so that republishing does not add a second job. `admitted_at` is part of it because the queue
 * may still remember the job of an earlier admission of the same attempt.
 */
function toJob({ run_id, attempt, admitted_at, traceparent }: Admitted) {
  return {
    id: `${run_id}-${attempt}-${admitted_at.getTime()}`,
    data: { runId: run_id, attempt },
    traceparent,
  };
}

/** Publishes admitted Runs as queue jobs. Returns how many; a full batch means that there may be more. */
export function publishAdmitted(
  context: Pick<Context, 'pool'>,
  queues: { any: TypedQueue<'run-execution'>; reserved: TypedQueue<'run-execution-reserved'> },
): Promise<number> {
  return inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<Admitted>(admitted(isTelemetryOn()));
    if (rows.length === 0) return 0;
    const [forAny, forReserved] = [rows.filter(({ is_new }) => is_new), rows.filter(({ is_new }) => !is_new)];
    if (forAny.length > 0) {
      await queues.any.add(forAny.map(toJob));
      await client.query('UPDATE outbox SET published_at = now() WHERE run_id = ANY($1::uuid[])', [
        idsOf(forAny),
      ]);
    }
    if (forReserved.length > 0) {
      await queues.reserved.add(forReserved.map(toJob));
      await client.query('UPDATE outbox SET reserved_at = now() WHERE run_id = ANY($1::uuid[])', [
        idsOf(forReserved),
      ]);
    }
    return rows.length;
  });
}

function idsOf(rows: readonly Admitted[]): string[] {
  return rows.map(({ run_id }) => run_id);
}

export function isFullBatch(published: number): boolean {
  return published === BATCH;
}
