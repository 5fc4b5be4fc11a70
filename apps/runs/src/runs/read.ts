import type { ListRunsQuery, RunList, RunState } from '@errand/contracts';
import { notFound } from '@errand/contracts';
import { isUnavailable } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { type Batched, batch } from '../db/batch.ts';
import { PUBLIC_COLUMNS, type RunRow, toRun, toRunState } from '../db/run-row.ts';

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

/** From this offset on, a page without filters is found by the counts of hours. */
const FAR_OFFSET = 10_000;

/** Where the walk to offset $3 begins: the end of the hour that holds it, and how many Runs are newer. No row: at the newest. */
const START = `
  WITH hours AS (
    SELECT hour, runs, sum(runs) OVER (ORDER BY hour DESC) AS up_to FROM run_hours WHERE workspace_id = $1
  ), uncounted AS (
    SELECT count(*) AS runs FROM runs
    WHERE workspace_id = $1 AND created_at >= (SELECT max(hour) FROM hours) + interval '1 hour'
  ), start AS (
    SELECT hour + interval '1 hour' AS before, uncounted.runs + up_to - hours.runs AS newer
    FROM hours CROSS JOIN uncounted
    WHERE uncounted.runs + up_to - hours.runs <= $3
    ORDER BY hour LIMIT 1
  )`;

/**
 * The statement for a page, which reads one Run more than `limit`. The page is found by an index-only scan and only its
 * Runs are read; one far away is looked for from the hour in which it begins.
 */
export function listStatement(
  workspaceId: string,
  query: ListRunsQuery,
): { text: string; values: unknown[] } {
  const values: unknown[] = [workspaceId, query.limit + 1, query.offset];
  const filters = [
    ['status = ', query.status],
    ['execution_target = ', query.executionTarget],
    ['runbook_id = ', query.runbookId],
    ['created_at > ', query.createdAfter],
    ['created_at < ', query.createdBefore],
  ] as const;
  const conditions = filters.flatMap(([condition, value]) =>
    value === undefined ? [] : [`AND ${condition}$${values.push(value)}`],
  );
  for (const [key, value] of query.metadata ?? [])
    conditions.push(`AND metadata ->> $${values.push(key)} = $${values.push(value)}`);
  const isFar = conditions.length === 0 && query.offset >= FAR_OFFSET;
  if (isFar) conditions.push(`AND created_at < coalesce((SELECT before FROM start), 'infinity')`);
  return {
    text: `${isFar ? START : ''}
     SELECT ${PUBLIC_COLUMNS} FROM runs
     JOIN (SELECT id FROM runs WHERE workspace_id = $1 ${conditions.join(' ')}
           ORDER BY created_at DESC, id DESC
           LIMIT $2 OFFSET $3::bigint${isFar ? ' - coalesce((SELECT newer FROM start), 0)' : ''}) AS page USING (id)
     ORDER BY created_at DESC, id DESC`,
    values,
  };
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
