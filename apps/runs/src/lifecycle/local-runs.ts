import { conflict } from '@errand/contracts';
import {
  type AwaitLocalWork,
  type ClaimRun,
  type ClaimedRun,
  type DeviceOwner,
  HELD_STATUSES,
  type LocalWork,
  WORK_TIMEOUT_MS,
  sqlStatuses,
} from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { CLAIMED_COLUMNS, type ClaimRow, claim, toClaimedRun } from './claim.ts';
import { HELD } from './heartbeat.ts';
import { recoverLost } from './recover-lost.ts';

/** A row of an attempt that was claimed since is stale. */
const IS_NEXT = 'queue.attempt = runs.attempt + 1 AND queue.due_at <= now()';

/** It has a step of `desktop.*`, itself or in a Runbook that it runs, or a task for applications. */
const NEEDS_DESKTOP = `(
  coalesce(jsonb_path_exists(runs.runbook::jsonb, '$.**.primitive ? (@ starts with "desktop.")'), false)
  OR jsonb_path_exists(runs.options::jsonb, '$.applicationScope[*] ? (@ starts with "app:")'))`;

const OFFER = `
  SELECT runs.id AS "runId", queue.attempt FROM device_queue AS queue JOIN runs ON runs.id = queue.run_id
  WHERE queue.workspace_id = $1 AND queue.owner_id = $2 AND ${IS_NEXT} AND NOT ($3 AND ${NEEDS_DESKTOP})
  ORDER BY queue.run_id LIMIT 1`;

/** Held Runs whose status is another than the device knows, or that are watched where it does not know of. */
const CHANGED = `
  SELECT held."runId", CASE WHEN runs.status IN ${sqlStatuses(HELD_STATUSES)} THEN runs.status END AS status
  FROM json_to_recordset($1::json) AS held("runId" uuid, attempt int, status text, watchers text[])
  LEFT JOIN runs ON runs.id = held."runId" AND runs.attempt = held.attempt AND runs.lease_owner = $2
  WHERE runs.status IS NULL OR runs.status::text <> held.status
     OR runs.watched_until > now() AND NOT runs.watch_addresses <@ held.watchers`;

async function look(context: Context, wait: AwaitLocalWork): Promise<LocalWork> {
  const changed =
    wait.held.length === 0
      ? []
      : (
          await context.pool.query<LocalWork['changed'][number]>({
            name: 'changed-local-runs',
            text: CHANGED,
            values: [JSON.stringify(wait.held), wait.executorId],
          })
        ).rows;
  if (!wait.ready) return { offer: null, changed };
  const { rows } = await context.pool.query<NonNullable<LocalWork['offer']>>({
    name: 'offer-local-run',
    text: OFFER,
    values: [wait.workspaceId, wait.userId, wait.leavesDesktopRuns ?? false],
  });
  return { offer: rows[0] ?? null, changed };
}

/** Resolves when a local Run waits for the device, or one that it holds has another status or watcher; without either after a while. */
export async function awaitLocalWork(context: Context, wait: AwaitLocalWork): Promise<LocalWork> {
  const deadline = performance.now() + WORK_TIMEOUT_MS;
  const topics = [wait.userId, ...wait.held.map(({ runId }) => runId)];
  for (;;) {
    const left = Math.ceil(deadline - performance.now());
    // Subscribes before it reads, so that no change falls between the two.
    const changed = context.watch.nextOf(topics, Math.max(1, left), context.stopping);
    changed.catch(() => undefined);
    const work = await look(context, wait);
    if (work.offer !== null || work.changed.length > 0 || left <= 0) return work;
    if (context.stopping.aborted) return work;
    await changed.catch(() => undefined);
  }
}

const OWNED = `
  SELECT FROM device_queue AS queue JOIN runs ON runs.id = queue.run_id
  WHERE runs.id = $1 AND runs.execution_target = 'local' AND queue.workspace_id = $2 AND queue.owner_id = $3 AND ${IS_NEXT}`;

/** A Run that the device holds for this attempt without having reported anything. */
const CLAIM_AGAIN = `
  WITH claimed AS (
    UPDATE runs SET lease_expires_at = now() + $4 * interval '1 ms'
    WHERE ${HELD} AND attempt_seq = 0 AND workspace_id = $5 AND created_by = $6
    RETURNING *
  ) SELECT ${CLAIMED_COLUMNS} FROM claimed`;

/**
 * Gives a local Run to a device of its owner for one attempt. A device whose link was lost before it had the answer claims again
 * and gets the same attempt, until it has reported something. 409 as `claim`, and for another's Run.
 */
export async function claimLocal(
  context: Context,
  runId: string,
  { workspaceId, userId, ...request }: Omit<ClaimRun, 'reserved'> & DeviceOwner,
): Promise<ClaimedRun> {
  const { attempt, executorId } = request;
  const { rowCount } = await context.pool.query(OWNED, [runId, workspaceId, userId]);
  if (rowCount === 0) {
    const values = [runId, attempt, executorId, context.lease.leaseMs, workspaceId, userId];
    const { rows } = await context.pool.query<ClaimRow>(CLAIM_AGAIN, values);
    if (rows[0] !== undefined) return await toClaimedRun(context, rows[0], request);
    throw conflict('The Run is not queued for this attempt.');
  }
  const claimed = await claim(context, runId, { ...request, reserved: false });
  // If this is lost the row is stale, which `IS_NEXT` sees.
  await context.pool.query('DELETE FROM device_queue WHERE run_id = $1 AND attempt = $2', [runId, attempt]);
  return claimed;
}

/** Takes all Runs from a device that was revoked. */
export async function disconnectDevice(context: Context, executorId: string): Promise<void> {
  const { rows } = await context.pool.query<{ id: string }>(
    `SELECT id FROM runs WHERE lease_owner = $1 AND lease_expires_at IS NOT NULL`,
    [executorId],
  );
  for (const { id } of rows) await recoverLost(context, id, (run) => run.lease_owner === executorId);
}
