import type { RunExecutionJob } from '@errand/contracts/queue';
import type { Pool, PoolClient } from 'pg';
import type { Context } from '../context.ts';

/** Runs admitted ahead of the executors, however few are active. */
export const MIN_QUEUED_AHEAD = 4;
/** Where Runs are short, as many are admitted ahead as are claimed in this time. */
const ADMIT_AHEAD_MS = 25;
/** Runs admitted ahead, as a share of the active ones, which indicate how many the executors can take. */
const QUEUED_AHEAD_SHARE = 1 / 4;
/** A Run that is still not claimed this long after admission is unlikely to be claimed soon. */
const STALE_MS = 60_000;
/** How much a stale Run counts against the capacity, where a fresh one counts 1. */
const STALE_WEIGHT = 1 / 10;

/** Key of the `pg_advisory_xact_lock` that lets one process admit at a time. */
export const ADMISSION_LOCK = 6_143_007;

/** Each workspace with a due Run, and its oldest one. A skip scan: one index step per workspace, however long its backlog. */
const DUE_WORKSPACES = `
  (SELECT workspace_id, run_id FROM outbox WHERE admitted_at IS NULL AND due_at <= now()
   ORDER BY workspace_id, run_id LIMIT 1)
  UNION ALL
  SELECT following.* FROM due_workspaces CROSS JOIN LATERAL (
    SELECT workspace_id, run_id FROM outbox
    WHERE admitted_at IS NULL AND due_at <= now() AND outbox.workspace_id > due_workspaces.workspace_id
    ORDER BY workspace_id, run_id LIMIT 1) AS following`;

/** The workspaces that use slots: their active Runs, and their Runs that are admitted but not claimed yet. */
const LOADS = `
  SELECT workspace_id, sum(active_runs)::int AS active_runs, sum(admitted)::int AS admitted, sum(weight) AS weight FROM (
    SELECT workspace_id, active_runs, 0, 0 FROM workspace_loads
    UNION ALL
    SELECT workspace_id, 0, 1, CASE WHEN admitted_at < now() - interval '${STALE_MS} ms' THEN ${STALE_WEIGHT} ELSE 1 END
    FROM outbox WHERE admitted_at IS NOT NULL
  ) AS part(workspace_id, active_runs, admitted, weight)
  GROUP BY workspace_id`;

/** How many Runs may be admitted but not claimed yet, and how many can be admitted now. */
const CAPACITY = `
  SELECT max_ahead, greatest(0, floor(max_ahead - weight))::int AS open_slots FROM (
    SELECT greatest($2::int, sum(active_runs) * ${QUEUED_AHEAD_SHARE})::int AS max_ahead, coalesce(sum(weight), 0) AS weight
    FROM loads) AS ahead`;

/** Admits $2 Runs for an executor that claims them at once, however many others wait to be claimed. */
const TAKEN = 'SELECT 2147483647 AS max_ahead, $2::int AS open_slots';

/**
 * Deals the open slots to the workspaces that use the fewest, one at a time, within the limit of each. No workspace gets
 * more than `max_ahead` itself, so none can fill the queue with stale Runs. Rows locked by others wait for the next pass.
 * $1: the limit of a workspace.
 */
function dealing({ capacity, change }: Readonly<Record<'capacity' | 'change', string>>): string {
  return `
  WITH RECURSIVE due_workspaces(workspace_id, oldest) AS (${DUE_WORKSPACES}), loads AS (${LOADS}),
  capacity AS (${capacity}), eligible AS (
    SELECT workspace_id, used, least($1::int - used, max_ahead - admitted, open_slots) AS share
    FROM (
      SELECT due_workspaces.*, coalesce(active_runs + admitted, 0) AS used, coalesce(admitted, 0) AS admitted
      FROM due_workspaces LEFT JOIN loads USING (workspace_id)
    ) AS loaded CROSS JOIN capacity
    WHERE used < $1::int AND admitted < max_ahead
    ORDER BY used, oldest LIMIT (SELECT open_slots FROM capacity)
  ), selected AS (
    SELECT next.run_id FROM eligible CROSS JOIN LATERAL (
      SELECT run_id, row_number() OVER (ORDER BY run_id) AS position FROM (
        SELECT run_id FROM outbox
        WHERE admitted_at IS NULL AND outbox.workspace_id = eligible.workspace_id AND due_at <= now()
        ORDER BY run_id LIMIT eligible.share
      ) AS first
    ) AS next
    ORDER BY used + next.position, next.run_id LIMIT (SELECT open_slots FROM capacity)
  ), locked AS (
    SELECT run_id FROM outbox WHERE run_id = ANY(ARRAY(SELECT run_id FROM selected)) AND admitted_at IS NULL
    FOR UPDATE SKIP LOCKED
  ), admitted AS (
    UPDATE outbox SET ${change} WHERE run_id = ANY(ARRAY(SELECT run_id FROM locked)) RETURNING run_id, attempt, admitted_at
  )`;
}

/** $2: Runs admitted ahead, however few are active. */
export const ADMIT = `${dealing({ capacity: CAPACITY, change: 'admitted_at = now()' })}
  SELECT open_slots AS "openSlots", (SELECT coalesce(json_agg(admitted ORDER BY run_id), '[]') FROM admitted) AS admitted FROM capacity`;

/** Marked as published, so that the relay adds no job; should the executor be lost before its claim, the sweep publishes them. */
const TAKE = `${dealing({ capacity: TAKEN, change: 'admitted_at = now(), published_at = now()' })}
  SELECT run_id AS "runId", attempt FROM admitted`;

/**
 * How long a plan is used again: planning takes several times as long as executing, but a plan for the backlog of a quiet hour
 * would read all of a long one.
 */
const PLAN_LIFETIME_MS = 1_000;

const STATEMENTS = { admit: ADMIT, take: TAKE };
type Statement = keyof typeof STATEMENTS;

/** When each statement was prepared on each connection. */
const preparedAt = new WeakMap<PoolClient, Partial<Record<Statement, number>>>();

let lastEmptyAt = -Infinity;

/** The backlog is empty: plans, which were made for it or a longer one, stay valid, so that the next Run need not wait for new ones. */
export function keepPlans(): void {
  lastEmptyAt = performance.now();
}

/** SQL that prepares the statement on a connection where that was long ago, and Runs were queued since, or never. */
function prepare(client: PoolClient, name: Statement): string {
  const times = preparedAt.get(client) ?? {};
  preparedAt.set(client, times);
  const before = times[name];
  const now = performance.now();
  if (before !== undefined && now - Math.max(before, lastEmptyAt) < PLAN_LIFETIME_MS) return '';
  times[name] = now;
  return `${before === undefined ? '' : `DEALLOCATE ${name}; `}PREPARE ${name} (int, int) AS ${STATEMENTS[name]};`;
}

/**
 * Executes a statement by a plan of the last second; all that is sent is one message, and so one transaction. It does not wait
 * for the disk: a choice that is lost with the server was not claimed either, because the claim's commit would have kept it.
 */
async function execute<Row>(
  pool: Pool,
  name: Statement,
  limit: number,
  count: number,
  before = '',
): Promise<Row[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const answers: unknown = await client.query(
      `${prepare(client, name)}
       SET LOCAL plan_cache_mode = force_generic_plan;
       SET LOCAL synchronous_commit = off;
       ${before}
       EXECUTE ${name} (${limit}, ${count})`,
    );
    // The driver answers several statements with one result for each.
    return (answers as { rows: Row[] }[]).at(-1)?.rows ?? [];
  } catch (error) {
    // Closes the connection, because the state of its prepared statement is unknown.
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/**
 * Up to `count` Runs of the backlog that an executor claims without a job, chosen as admission does. Takes no lock of other
 * processes: the claim decides, and what finds no slot returns to the backlog.
 */
export async function takeFromBacklog(
  { pool, workspaceRunLimit }: Pick<Context, 'pool' | 'workspaceRunLimit'>,
  count: number,
): Promise<RunExecutionJob[]> {
  return await execute<RunExecutionJob>(pool, 'take', workspaceRunLimit, count);
}

type AdmittedInJson = Omit<AdmittedRun, 'admitted_at'> & { admitted_at: string };

/** A Run of the outbox that may be queued. */
export interface AdmittedRun {
  run_id: string;
  attempt: number;
  admitted_at: Date;
}

export interface Admission {
  admitted: readonly AdmittedRun[];
  /** How many could have been: zero when those that are admitted already wait for executors. */
  openSlots: number;
}

/**
 * Admits as many Runs of the backlog as executors will soon take, fairly between workspaces. The lock lasts for one message: a
 * process that stalls cannot keep it from the others.
 */
export async function admit({
  pool,
  workspaceRunLimit,
  claims,
}: Pick<Context, 'pool' | 'workspaceRunLimit' | 'claims'>): Promise<Admission> {
  const minAhead = Math.max(MIN_QUEUED_AHEAD, Math.ceil(claims.perSecond() * (ADMIT_AHEAD_MS / 1_000)));
  const [result] = await execute<Omit<Admission, 'admitted'> & { admitted: AdmittedInJson[] }>(
    pool,
    'admit',
    workspaceRunLimit,
    minAhead,
    `SELECT pg_advisory_xact_lock(${ADMISSION_LOCK});`,
  );
  if (result === undefined) throw new Error('the statement that admits Runs returned no row');
  return {
    openSlots: result.openSlots,
    admitted: result.admitted.map((run) => ({ ...run, admitted_at: new Date(run.admitted_at) })),
  };
}
