import { randomInt, randomUUID } from 'node:crypto';
import { createTestDatabase, openTestPool, queueBackends } from '@errand/test-kit';
import { ListRunsQuery, RunList, RunStatus } from '@errand/contracts';
import { canBecome } from '@errand/contracts/internal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../src/db/transaction.ts';
import { countRuns } from '../src/runs/count-runs.ts';
import { listStatement } from '../src/runs/list-statement.ts';
import { startHarness } from './harness.ts';

/** A UUIDv7 of the moment `at`, which PostgreSQL makes only from version 18. */
const ID = `(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(n::text), 3) || '8' ||
  right(md5(n::text), 15))::uuid`;
/** $2 Runs, up to three of which were created in the same moment, from now on back at $5 apart, many of them of two Runbooks. */
const FILL = `
  INSERT INTO runs (id, workspace_id, created_by, execution_target, status, runbook_id, task, metadata, created_at)
  SELECT ${ID}, $1, 'somebody', (CASE WHEN n % 7 = 0 THEN 'local' ELSE 'cloud' END)::execution_target,
         (CASE WHEN n % 5 = 0 THEN 'failed' WHEN n % 11 = 0 THEN 'queued' WHEN n % 13 = 0 THEN 'running'
               ELSE 'completed' END)::run_status,
         (CASE WHEN n % 3 = 0 THEN $3 WHEN n % 31 = 0 THEN $4 END)::uuid, 'Task ' || n, json_build_object('parity', n % 2), at
  FROM generate_series($2::int, 1, -1) AS n, LATERAL (SELECT now() - n / 3 * $5::interval AS at) AS moment`;

const runbooks = [randomUUID(), randomUUID(), randomUUID()] as const;

function fill(sql: Pool, workspaceId: string, runs: number, apart: string) {
  return sql.query(FILL, [workspaceId, runs, runbooks[0], runbooks[1], apart]);
}

function oneOf<Value>(values: readonly Value[]): Value | undefined {
  return values[randomInt(values.length)];
}
function maybe<Value>(choose: () => Value): Value | undefined {
  return randomInt(2) === 0 ? undefined : choose();
}

function randomQuery(runs: number, apartMs: number): ListRunsQuery {
  const moment = () => new Date(Date.now() - (randomInt(runs) / 3) * apartMs).toISOString();
  const filters = {
    status: maybe(() =>
      oneOf(['completed', 'completed', 'failed', 'failed', 'queued', 'running', 'cancelled']),
    ),
    executionTarget: maybe(() => oneOf(['cloud', 'local'])),
    runbookId: maybe(() => oneOf(runbooks)),
    createdAfter: randomInt(4) === 0 ? moment() : undefined,
    createdBefore: maybe(moment),
    metadata: randomInt(8) === 0 ? [['parity', '1']] : undefined,
  };
  const [limit, offset] = [String(1 + randomInt(20)), String(randomInt(Math.trunc(runs / 3)))];
  return ListRunsQuery.parse({ ...filters, limit, offset });
}

async function idsOf(client: PoolClient, statement: { text: string; values: unknown[] }) {
  return (await client.query<{ id: string }>(statement)).rows.map(({ id }) => id);
}

/** Lists by the counts and by walking, in one snapshot. */
function listTwice(sql: Pool, workspaceId: string, query: ListRunsQuery) {
  return inTransaction(sql, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    return {
      byCounts: await idsOf(client, listStatement(workspaceId, query, 0)),
      byWalking: await idsOf(client, listStatement(workspaceId, query, Infinity)),
    };
  });
}

describe('a page found by the counts holds the Runs that walking there finds', () => {
  const RUNS = 1_500;
  const APART_MS = 6_000;
  const BLOCK = 40;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let sql: Pool;
  beforeAll(async () => {
    database = await createTestDatabase('runs');
    sql = openTestPool(database.adminUrl, 6);
  });
  afterAll(async () => {
    await sql?.end();
    await database?.[Symbol.asyncDispose]();
  });

  const expectSame = async (workspaceId: string, pages: number) => {
    for (let page = 0; page < pages; page += 1) {
      const query = randomQuery(RUNS, APART_MS);
      const { byCounts, byWalking } = await listTwice(sql, workspaceId, query);
      expect({ query, ids: byCounts }).toEqual({ query, ids: byWalking });
    }
  };
  const changeStatus = async (workspaceId: string) => {
    const [from, to] = [oneOf(RunStatus.options), oneOf(RunStatus.options)];
    if (from === undefined || to === undefined || !canBecome(from, to)) return;
    await sql.query(
      `UPDATE runs SET status = $3 WHERE id IN (
         SELECT id FROM runs WHERE workspace_id = $1 AND status = $2 ORDER BY random() LIMIT 5 FOR UPDATE SKIP LOCKED)`,
      [workspaceId, from, to],
    );
  };
  const removeSome = (workspaceId: string) =>
    sql.query(
      `DELETE FROM runs WHERE id IN (
         SELECT id FROM runs WHERE workspace_id = $1 AND created_at < now() - $2 * interval '1 ms'
         ORDER BY created_at DESC LIMIT 1 + trunc(random() * 6) FOR UPDATE SKIP LOCKED)`,
      [workspaceId, (randomInt(RUNS) / 3) * APART_MS],
    );
  const accept = (workspaceId: string) =>
    sql.query(
      `INSERT INTO runs (id, workspace_id, created_by, execution_target, task) VALUES ($1, $2, 'somebody', 'cloud', 'New')`,
      [randomUUID(), workspaceId],
    );
  const changeSomething = async (workspaceId: string) => {
    await changeStatus(workspaceId);
    await oneOf([changeStatus, changeStatus, removeSome, accept])?.(workspaceId);
  };
  /** `runs` of all blocks by list, as counted and as they are. */
  const countedAndTrue = async (workspaceId: string) => {
    const { rows } = await sql.query<{ list: string; counted: number; there: number }>(
      `WITH counted AS (SELECT list, sum(runs)::int AS runs FROM run_counts WHERE workspace_id = $1 GROUP BY 1),
       there AS (
         SELECT concat_ws(' ', status, execution_target, runbook_id) AS list, count(*)::int AS runs FROM runs
         WHERE workspace_id = $1 AND created_at <= (SELECT max(newest) FROM run_counts WHERE workspace_id = $1)
         GROUP BY CUBE (status, execution_target, runbook_id) HAVING grouping(runbook_id) = 1 OR runbook_id IS NOT NULL)
       SELECT list, coalesce(counted.runs, 0) AS counted, coalesce(there.runs, 0) AS there
       FROM counted FULL JOIN there USING (list) ORDER BY list`,
      [workspaceId],
    );
    return {
      counted: rows.map(({ list, counted }) => [list, counted]),
      there: rows.map(({ list, there }) => [list, there]),
    };
  };

  test('before anything is counted, once it is, and between changes that are applied only later', async () => {
    const workspaceId = randomUUID();
    await fill(sql, workspaceId, RUNS, `${APART_MS} ms`);
    await fill(sql, randomUUID(), RUNS, `${APART_MS} ms`);
    await expectSame(workspaceId, 30);
    for (let round = 0; round < 8; round += 1) {
      await countRuns(sql, BLOCK);
      await expectSame(workspaceId, 30);
      for (let change = 0; change < 20; change += 1) await changeSomething(workspaceId);
      await expectSame(workspaceId, 40);
    }
    await countRuns(sql, BLOCK);
    const { counted, there } = await countedAndTrue(workspaceId);
    expect(counted).toEqual(there);
    expect(counted[0]?.[1]).toBeGreaterThan(RUNS / 4);
  });

  test('while Runs change and two processes count', async () => {
    const workspaceId = randomUUID();
    await fill(sql, workspaceId, RUNS, `${APART_MS} ms`);
    let isDone = false;
    const meanwhile = async (work: () => Promise<unknown>) => {
      while (!isDone) await work();
    };
    const others = [
      meanwhile(() => changeSomething(workspaceId)),
      meanwhile(() => changeSomething(workspaceId)),
      meanwhile(() => countRuns(sql, BLOCK)),
      meanwhile(() => countRuns(sql, BLOCK)),
    ];
    await expectSame(workspaceId, 300).finally(() => (isDone = true));
    await Promise.all(others);
    await countRuns(sql, BLOCK);
    const { counted, there } = await countedAndTrue(workspaceId);
    expect(counted).toEqual(there);
  });

  test('after all Runs of a workspace were removed, of which nothing is left in the counts', async () => {
    const workspaceId = randomUUID();
    await fill(sql, workspaceId, RUNS, `${APART_MS} ms`);
    await countRuns(sql, BLOCK);
    await sql.query('DELETE FROM runs WHERE workspace_id = $1', [workspaceId]);
    await expectSame(workspaceId, 10);
    await countRuns(sql, BLOCK);
    const { rows } = await sql.query(
      `SELECT list FROM run_counts WHERE workspace_id = $1 UNION ALL
       SELECT was::text FROM run_count_changes WHERE workspace_id = $1`,
      [workspaceId],
    );
    expect(rows).toEqual([]);
  });
});

test('a far page of the API is the one that walking finds, by each filter', async () => {
  const [backend] = queueBackends();
  if (backend === undefined) throw new Error('there is no queue to test with');
  await using h = await startHarness(backend);
  await fill(h.sql, h.principal.workspaceId, 36_000, '6 seconds');
  await countRuns(h.sql);
  for (const filter of ['', 'status=completed', 'executionTarget=cloud', `runbookId=${runbooks[0]}`]) {
    const search = new URLSearchParams(`${filter}&limit=20&offset=11900`);
    const query = ListRunsQuery.parse(Object.fromEntries(search));
    const { byWalking } = await listTwice(h.sql, h.principal.workspaceId, query);
    const { data } = RunList.parse((await h.call('GET', `/v1/runs?${search}`)).body);
    expect({ filter, ids: data.map(({ id }) => id) }).toEqual({ filter, ids: byWalking.slice(0, 20) });
    expect(data).toHaveLength(20);
  }
});
