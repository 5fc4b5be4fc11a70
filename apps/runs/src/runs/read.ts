import { type ListRunsQuery, type RunList, type RunState, notFound } from '@errand/contracts';
import { isUnavailable } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { type Batched, batch } from '../db/batch.ts';
import { type RunRow, toRun, toRunState } from '../db/run-row.ts';
import { listStatement } from './list-statement.ts';

/** A Run that somebody asks for. */
export interface AskedRun {
  id: string;
  workspaceId: string;
}

/**
 * The Runs $1 of any workspace: a batch holds those of several callers, each of whom is then given only their own. Planning it
 * costs so little that the length of the array may differ each time.
 */
const GET_RUNS = `
  SELECT id, workspace_id, status, result, error_code, error_message, step_count FROM runs WHERE id = ANY ($1::uuid[])`;

const MAX_READ_BATCH = 64;

/** Reads the states of Runs, those that are asked for at the same time in one statement. Null: no such Run in the workspace. */
export function createRunReader(pool: Pool): Batched<AskedRun, RunState | null> {
  return batch(
    async (asked) => {
      const { rows } = await pool.query<RunRow & { workspace_id: string }>({
        name: 'get-runs',
        text: GET_RUNS,
        values: [[...new Set(asked.map(({ id }) => id))]],
      });
      const found = new Map(rows.map((row) => [row.id, row]));
      return asked.map(({ id, workspaceId }) => {
        const row = found.get(id);
        return row?.workspace_id === workspaceId ? toRunState(row) : null;
      });
    },
    { largest: MAX_READ_BATCH, isFinal: isUnavailable },
  );
}

/** The state of a Run. 404: no such Run in the workspace. */
export async function getRun({ readRun }: Context, workspaceId: string, id: string): Promise<RunState> {
  const state = await readRun({ id, workspaceId });
  if (state === null) throw notFound();
  return state;
}

/** 404: no such Run in the workspace. */
export async function requireRun(context: Context, workspaceId: string, runId: string): Promise<void> {
  const { rowCount } = await context.pool.query({
    name: 'require-run',
    text: 'SELECT FROM runs WHERE id = $1 AND workspace_id = $2',
    values: [runId, workspaceId],
  });
  if (rowCount === 0) throw notFound();
}

/** A page of Runs, newest first. */
export async function listRuns(
  context: Context,
  workspaceId: string,
  query: ListRunsQuery,
): Promise<RunList> {
  const { rows } = await context.pool.query<RunRow>(listStatement(workspaceId, query));
  return { data: rows.slice(0, query.limit).map(toRun), has_more: rows.length > query.limit };
}
