import { Problem } from '@errand/contracts';
import type { LeaseHolder } from '@errand/contracts/internal';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { RELAXED_COMMIT } from '../db/relaxed-commit.ts';
import { diagnostics } from '../lifecycle/diagnostics.ts';
import { HELD, leaseLost } from '../lifecycle/heartbeat.ts';

/** Most bytes that the files of one Run, and all files of one workspace, may have together. */
export interface StorageQuotas {
  runBytes: number;
  workspaceBytes: number;
}

/**
 * Counts $5 bytes for the file $4 unless it is known already, a quota does not admit it, or the Run is another's. Files of a Run
 * come together and lock its row one after the other, so none waits for the disk.
 */
const RESERVE = `
  WITH held AS (
    SELECT id, workspace_id, stored_bytes + $5 <= $6 AS fits, EXISTS (SELECT FROM artifacts WHERE id = $4) AS known
    FROM runs WHERE ${HELD} FOR UPDATE
  ), counted AS (
    INSERT INTO workspace_storage (workspace_id, stored_bytes)
    SELECT workspace_id, $5 FROM held WHERE fits AND NOT known AND $5 <= $7
    ON CONFLICT (workspace_id) DO UPDATE SET stored_bytes = workspace_storage.stored_bytes + excluded.stored_bytes
    WHERE workspace_storage.stored_bytes + excluded.stored_bytes <= $7
    RETURNING workspace_id
  ), noted AS (
    UPDATE runs SET stored_bytes = runs.stored_bytes + $5 FROM counted WHERE runs.id = $1
  )
  SELECT fits, known, EXISTS (SELECT FROM counted) AS counted FROM held WHERE ${RELAXED_COMMIT}`;

/** Subtracts the counted bytes; the removal of a Run has subtracted its own. */
const GIVE_BACK = `
  WITH run AS (UPDATE runs SET stored_bytes = stored_bytes - $2 WHERE id = $1 RETURNING workspace_id)
  UPDATE workspace_storage SET stored_bytes = stored_bytes - $2 FROM run WHERE workspace_storage.workspace_id = run.workspace_id`;

/**
 * Counts a file before it is kept, so that no number of uploads at once exceeds a quota. False: it was stored before. 409:
 * the Run is not held by this executor; 413: a quota does not admit the file.
 */
export async function reserveStorage(
  { pool, storage }: Pick<Context, 'pool' | 'storage'>,
  runId: string,
  artifactId: string,
  { attempt, executorId }: LeaseHolder,
  bytes: number,
): Promise<boolean> {
  const { rows } = await pool.query<{ fits: boolean; known: boolean; counted: boolean }>({
    name: 'reserve-storage',
    text: RESERVE,
    values: [runId, attempt, executorId, artifactId, bytes, storage.runBytes, storage.workspaceBytes],
  });
  const [run] = rows;
  if (run === undefined) throw leaseLost();
  if (run.known) return false;
  if (run.counted) return true;
  const quota = run.fits ? 'workspace' : 'run';
  diagnostics.fileRefused.publish({ quota });
  if (run.fits) throw workspaceQuotaUsedUp(storage);
  throw new Problem(
    413,
    `The storage quota of a Run is used up: its files may have ${storage.runBytes} bytes together (ERRAND_RUN_STORAGE_BYTES).`,
  );
}

/** 413 for a file that no longer fits the workspace. */
export function workspaceQuotaUsedUp({ workspaceBytes }: StorageQuotas): Problem {
  return new Problem(
    413,
    `The storage quota of the workspace is used up: its files and those of its Runs may have ${workspaceBytes} bytes together (ERRAND_WORKSPACE_STORAGE_BYTES).`,
  );
}

/** A file that was counted is not kept after all. */
export async function giveBackStorage(
  { pool }: Pick<Context, 'pool'>,
  runId: string,
  bytes: number,
): Promise<void> {
  await pool.query({ name: 'give-back-storage', text: GIVE_BACK, values: [runId, bytes] });
}

/** Bytes that all files have. */
export async function readStoredBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT coalesce(sum(stored_bytes), 0)::float8 AS bytes FROM workspace_storage',
  );
  return rows[0]?.bytes ?? 0;
}
