import { createServer } from 'node:net';
import { once } from 'node:events';
import { createPool, isUnavailable } from '@errand/service-kit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PrismaPg } from '@prisma/adapter-pg';
import { Client, type Pool } from 'pg';
import { type TestDatabase, createTestDatabase } from '../src/index.ts';

const warnings: unknown[] = [];
const log = { warn: (...line: unknown[]) => void warnings.push(line) };
function open(connectionString: string, max = 2): Pool {
  return createPool({ connectionString, max, applicationName: 'pool-test', log });
}

async function caught(work: Promise<unknown>): Promise<unknown> {
  const failed = await work.then(
    () => false,
    (error: unknown) => ({ error }),
  );
  if (failed === false) throw new Error('nothing failed');
  return typeof failed === 'object' ? failed.error : undefined;
}

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  warnings.length = 0;
  database = await createTestDatabase('queue');
  pool = open(database.url);
});

afterEach(async () => {
  if (!pool.ended) await pool.end();
});
afterEach(() => database?.drop());

async function asAdmin(sql: string) {
  const client = new Client(database.adminUrl);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

describe('an unavailable database', () => {
  test('a query fails as unavailable when the database refuses connections', async () => {
    await pool.end();
    pool = open('postgres://user:none@127.0.0.1:1/none');
    expect(isUnavailable(await caught(pool.query('SELECT 1')))).toBe(true);
  });

  test('a query fails as unavailable when the database accepts a connection and never answers', async () => {
    // A socket that reads nothing would never notice its end, and keep this process running.
    const silent = createServer((socket) => void socket.on('error', () => {}).resume()).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await pool.end();
    pool = open(`postgres://user:none@127.0.0.1:${port}/none`);
    expect(pool.options.connectionTimeoutMillis).toBeLessThan(5000);
    expect(isUnavailable(await caught(pool.query('SELECT 1')))).toBe(true);
    silent.close();
  });

  test('the database ends the transaction of a stopped process, so that its locks are released', async () => {
    const { rows } = await pool.query('SHOW idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
    const client = await pool.connect();
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 50`);
    const ended = new Promise<Error>((resolve) => client.once('error', resolve));
    expect(isUnavailable(await ended)).toBe(true);
    client.release(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a query fails as unavailable when the database ends its session', async () => {
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const sleeping = caught(pool.query('SELECT pg_sleep(600)'));
    await asAdmin(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
    expect(isUnavailable(await sleeping)).toBe(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('the end of an idle session is logged, and the next query works', async () => {
    await pool.query('SELECT 1');
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    await asAdmin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pool-test'`,
    );
    await removed;
    expect(warnings).toHaveLength(1);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a statement fails as unavailable when the database ended the session before it', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await asAdmin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pool-test'`,
    );
    await ended;
    const error = await caught(client.query('SELECT 1'));
    client.release(error instanceof Error ? error : undefined);
    expect(isUnavailable(error)).toBe(true);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a query fails as unavailable when the database has no connection left', async () => {
    // This database only: other tests use the same role.
    const name = new URL(database.url).pathname.slice(1);
    await asAdmin(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    try {
      expect(isUnavailable(await caught(pool.query('SELECT 1')))).toBe(true);
    } finally {
      await asAdmin(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    }
  });

  test('a query fails as unavailable while all connections of the pool are in use', async () => {
    const held = await Promise.all([pool.connect(), pool.connect()]);
    expect(isUnavailable(await caught(pool.query('SELECT 1')))).toBe(true);
    for (const client of held) client.release();
  });

  test('a statement that times out fails as unavailable, and its connection still works', async () => {
    const { rows } = await pool.query('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '4500ms' }]);
    const client = await pool.connect();
    await client.query('SET statement_timeout = 50');
    expect(isUnavailable(await caught(client.query('SELECT pg_sleep(20)')))).toBe(true);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    client.release(true);
  });

  test("an unavailable database is recognised in the errors of Prisma's adapter", async () => {
    await pool.end();
    pool = open('postgres://user:none@127.0.0.1:1/none');
    const adapter = await new PrismaPg(pool).connect();
    const error = await caught(adapter.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] }));
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new Error('The query failed', { cause: error }))).toBe(true);
  });
});

test('a connection that is released inside a transaction is not reused', async () => {
  const client = await pool.connect();
  await client.query(`BEGIN; SET LOCAL application_name = 'of the transaction'`);
  client.release();
  expect((await pool.query('SHOW application_name')).rows).toEqual([{ application_name: 'pool-test' }]);
  expect(pool.totalCount).toBe(1);
});

describe('an error of the database that a retry would not mend', () => {
  test.each([
    ['a broken rule', `SELECT 1 / 0`],
    ['an unknown table', 'SELECT * FROM nowhere'],
    ['bad syntax', 'SELEKT'],
  ])('%s does not count as unavailable', async (_name, sql) => {
    expect(isUnavailable(await caught(pool.query(sql)))).toBe(false);
  });

  test('a wrong password does not count as unavailable', async () => {
    await pool.end();
    pool = open(Object.assign(new URL(database.url), { password: 'wrong' }).href);
    expect(isUnavailable(await caught(pool.query('SELECT 1')))).toBe(false);
  });

  test.each([null, undefined, 'ECONNREFUSED', 57, {}, new Error('plain')])(
    '%p does not count as unavailable',
    (value) => {
      expect(isUnavailable(value)).toBe(false);
    },
  );
});
