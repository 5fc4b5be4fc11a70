import type { ListRunsQuery } from '@errand/contracts';
import { PUBLIC_COLUMNS } from '../db/run-row.ts';
import { listName } from './count-runs.ts';

/** From this offset on, a page is found by the counts of `countRuns`. */
const FAR_OFFSET = 10_000;

/**
 * The statement for a page, which reads one Run more than `limit`. The page is found by an index-only scan and only its
 * Runs are read; one from `farOffset` on is looked for from the block in which it begins, unless metadata are filtered by, which
 * no count covers.
 */
export function listStatement(
  workspaceId: string,
  query: ListRunsQuery,
  farOffset = FAR_OFFSET,
): { text: string; values: unknown[] } {
  const values: unknown[] = [workspaceId, query.limit + 1, query.offset];
  const place = (value: unknown) => `$${values.push(value)}`;
  const compare = (column: string, value: unknown) =>
    value === undefined ? '' : `AND ${column} ${place(value)}`;
  const onWhatLasts = `${compare('execution_target =', query.executionTarget)} ${compare('runbook_id =', query.runbookId)}`;
  const status = query.status === undefined ? undefined : place(query.status);
  const before = query.createdBefore === undefined ? undefined : place(query.createdBefore);
  const metadata = (query.metadata ?? []).map(
    ([key, value]) => `AND metadata ->> ${place(key)} = ${place(value)}`,
  );
  const conditions = [
    onWhatLasts,
    status === undefined ? '' : `AND status = ${status}`,
    before === undefined ? '' : `AND created_at < ${before}`,
    compare('created_at >', query.createdAfter),
    ...metadata,
  ].join(' ');
  if (query.offset < farOffset || metadata.length > 0)
    return { values, text: pageStatement(conditions, '$3') };
  const start = startOf({ list: place(listName(query)), conditions, onWhatLasts, status, before });
  const fromStart = `${conditions} AND created_at <= coalesce((SELECT at FROM start), 'infinity')`;
  return {
    values,
    text: start + pageStatement(fromStart, '$3::bigint - coalesce((SELECT newer FROM start), 0)'),
  };
}

function pageStatement(conditions: string, offset: string): string {
  return `
  SELECT ${PUBLIC_COLUMNS} FROM runs
  JOIN (SELECT id FROM runs WHERE workspace_id = $1 ${conditions}
        ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET ${offset}) AS page USING (id)
  ORDER BY created_at DESC, id DESC`;
}

/** Parts of a query in SQL; `status` and `before` are the placeholders of these filters. */
interface Filters {
  list: string;
  conditions: string;
  /** Conditions on what never changes of a Run, which its changes name as well. */
  onWhatLasts: string;
  status: string | undefined;
  before: string | undefined;
}

/**
 * Where the walk to offset $3 begins: at the newest Run of the block that holds it, with the number of listed Runs that are
 * newer. No row: at the newest of all. What no block counts is counted here: Runs newer than the blocks, and changes since.
 */
function startOf({ list, conditions, onWhatLasts, status, before }: Filters): string {
  const isWhole = before === undefined ? '' : `AND newest < ${before}`;
  const added =
    status === undefined
      ? '-(became IS NULL)::int'
      : `coalesce((became = ${status})::int, 0) - (was = ${status})::int`;
  return `
  WITH counted AS (
    SELECT max(newest) AS newest FROM run_counts WHERE workspace_id = $1 AND list = '' ${isWhole}
  ), uncounted AS MATERIALIZED (
    -- Materialized, or a plan made without statistics of run_counts counts again for every block.
    -- PostgreSQL takes what has two bounds for a small part of all Runs, as this is, and what has one for a third.
    SELECT count(*) AS runs FROM runs
    WHERE workspace_id = $1 AND created_at > (SELECT newest FROM counted) AND created_at < 'infinity' ${conditions}
  ), counts AS (
    SELECT newest AS at, runs, true AS is_block FROM run_counts
    WHERE workspace_id = $1 AND list = ${list} ${isWhole}
    UNION ALL
    SELECT created_at, ${added}, false FROM run_count_changes
    WHERE workspace_id = $1 AND created_at <= (SELECT newest FROM counted) ${onWhatLasts}
  ), newer AS (
    SELECT at, is_block,
           coalesce(sum(runs) OVER (ORDER BY at DESC RANGE UNBOUNDED PRECEDING EXCLUDE GROUP), 0) AS runs
    FROM counts
  ), start AS (
    SELECT at, uncounted.runs + newer.runs AS newer FROM newer CROSS JOIN uncounted
    WHERE is_block AND uncounted.runs + newer.runs <= $3
    ORDER BY at LIMIT 1
  )`;
}
