import { randomUUIDv7 } from 'node:crypto';
import { RunStatus, TERMINAL_STATUSES } from '@errand/contracts';
import { INITIAL_STATUS, canBecome } from '@errand/contracts/internal';
import { createTestDatabase, openTestPool } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';

const pairs = RunStatus.options.flatMap((from) =>
  RunStatus.options.filter((to) => to !== from).map((to) => ({ from, to, isAllowed: canBecome(from, to) })),
);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase('runs');
  pool = openTestPool(database.adminUrl, 1);
});
afterAll(async () => {
  await pool?.end();
  await database?.[Symbol.asyncDispose]();
});

test('the database allows exactly the transitions of the contract', async () => {
  const allowed = new Set<string>();
  for (const { from, to } of pairs) {
    const id = randomUUIDv7();
    await pool.query(
      `INSERT INTO runs (id, workspace_id, created_by, execution_target, task, status) VALUES ($1, $1, 'a', 'cloud', 'b', $2)`,
      [id, from],
    );
    const refusal = await pool
      .query('UPDATE runs SET status = $2 WHERE id = $1', [id, to])
      .then(() => null)
      .catch(String);
    if (refusal === null) allowed.add(`${from} -> ${to}`);
    else expect(refusal).toContain(`run ${id} is ${from} and cannot become ${to}`);
  }
  const stated = pairs.filter(({ isAllowed }) => isAllowed).map(({ from, to }) => `${from} -> ${to}`);
  expect([...allowed].toSorted()).toEqual(stated.toSorted());
});

test('the terminal statuses are those that no transition leaves', () => {
  const left = new Set(pairs.filter(({ isAllowed }) => isAllowed).map(({ from }) => from));
  expect(RunStatus.options.filter((status) => !left.has(status))).toEqual([...TERMINAL_STATUSES]);
});

test('every status but the first is the target of a transition', () => {
  const reached = new Set(pairs.filter(({ isAllowed }) => isAllowed).map(({ to }) => to));
  expect(RunStatus.options.filter((status) => !reached.has(status) && status !== INITIAL_STATUS)).toEqual([]);
});
