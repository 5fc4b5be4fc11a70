import { randomUUID } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { RunList } from '@errand/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countHours } from '../src/runs/count-hours.ts';
import { type Harness, startHarness } from './harness.ts';

const RUNS = 12_000;
/** A UUIDv7 of the moment `at`, which PostgreSQL makes only from version 18. */
const ID = `(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(n::text), 3) || '8' ||
  right(md5(n::text), 15))::uuid`;
/** Runs 20 s apart fill 66 hours and a part of the current one. */
const FILL = `
  INSERT INTO runs (id, workspace_id, created_by, execution_target, status, task, created_at)
  SELECT ${ID}, $1, 'somebody', 'cloud', 'completed', 'Task ' || n, at
  FROM generate_series($2::int, 1, -1) AS n, LATERAL (SELECT now() - n * interval '20 seconds' AS at) AS moment`;

const backend = queueBackends()[0];
let h: Harness;
beforeAll(async () => {
  if (backend === undefined) throw new Error('there is no queue to test with');
  h = await startHarness(backend);
});
afterAll(async () => {
  await h?.[Symbol.asyncDispose]();
});

test('a far page holds the same Runs whether its hours are counted or not, and after Runs were removed', async () => {
  const principal = { ...h.principal, workspaceId: randomUUID() };
  await h.sql.query(FILL, [principal.workspaceId, RUNS]);
  const expected = async (offset: number): Promise<string[]> => {
    const { rows } = await h.sql.query<{ id: string }>(
      'SELECT id FROM runs WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET $2',
      [principal.workspaceId, offset],
    );
    return rows.map(({ id }) => id);
  };
  const listed = async (offset: number): Promise<string[]> => {
    const { body } = await h.as(principal).call('GET', `/v1/runs?limit=20&offset=${offset}`);
    return RunList.parse(body).data.map(({ id }) => id);
  };
  const same = async () => {
    for (const offset of [9_999, 10_000, 10_777, 11_990, 20_000])
      expect({ offset, ids: await listed(offset) }).toEqual({ offset, ids: await expected(offset) });
  };
  await same();
  await countHours(h.sql);
  const { rows } = await h.sql.query<{ runs: number }>(
    'SELECT sum(runs)::int AS runs FROM run_hours WHERE workspace_id = $1',
    [principal.workspaceId],
  );
  expect(rows[0]?.runs).toBeGreaterThan(RUNS - 600);
  await same();
  await h.sql.query(
    `DELETE FROM runs WHERE workspace_id = $1 AND created_at < now() - interval '1 hour' AND abs(hashtext(id::text)) % 9 = 0`,
    [principal.workspaceId],
  );
  await countHours(h.sql);
  await same();
});
