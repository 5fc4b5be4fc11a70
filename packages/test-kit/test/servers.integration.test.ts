import { describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { createTestDatabase, queueBackends } from '../src/index.ts';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  // A server that refuses a session may close its connection while the client says goodbye.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  test('two test databases of one service share nothing', async () => {
    await using first = await createTestDatabase('runs');
    await using second = await createTestDatabase('runs');
    await query(first.url, 'CREATE TABLE mine (id int)');
    expect(await query(second.url, `SELECT to_regclass('mine') AS mine`)).toEqual([{ mine: null }]);
  });

  test('a test database is migrated, and grants the service its production rights', async () => {
    await using runs = await createTestDatabase('runs');
    expect(await query(runs.url, 'SELECT current_user')).toEqual([{ current_user: 'errand_runs' }]);
    expect(await query(runs.url, `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrated`)).toEqual(
      [{ migrated: true }],
    );
    await expect(query(runs.url, 'CREATE DATABASE more')).rejects.toThrow('permission denied');
  });

  test.each(['errand_gateway', 'postgres', 'template1'])(
    'the role of a service cannot connect to the database %s',
    async (other) => {
      await using runs = await createTestDatabase('runs');
      const url = Object.assign(new URL(runs.url), { pathname: `/${other}` }).href;
      await expect(query(url, 'SELECT 1')).rejects.toThrow('permission denied');
    },
  );

  test('a test database is dropped together with its sessions', async () => {
    const database = await createTestDatabase('runs');
    const client = new Client(database.url);
    client.on('error', () => {});
    const lost = new Promise((resolve) => client.once('end', resolve));
    await client.connect();
    await database.drop();
    await lost;
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});

describe.each(queueBackends())('a queue on $name', ({ name, create }) => {
  test('a test queue is empty at first and after it was dropped', async () => {
    await using queue = await create();
    if (name === 'postgres') {
      expect(
        await query(
          queue.url,
          `SELECT count(*)::int AS tables FROM pg_tables WHERE tableowner = current_user`,
        ),
      ).toEqual([{ tables: 0 }]);
      return;
    }
    const redis = new Redis(queue.url);
    expect(await redis.dbsize()).toBe(0);
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    await redis.set('job', 'one');
    await queue.drop();
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });
});
