import path from 'node:path';
import { expect, test } from '@jest/globals';
import { schemaDrift } from '@errand/service-kit';
import { createTestDatabase, openTestPool, waitFor } from '@errand/test-kit';
import { removeExpired } from '../src/identity/remove-expired.ts';
import { startGateway } from './gateway.ts';

test('the migrations lead to the schema that the client is generated from', async () => {
  await using database = await createTestDatabase('gateway');
  const schemaPath = path.join(import.meta.dirname, '../prisma/schema.prisma');
  expect(await schemaDrift({ connectionString: database.url, schemaPath })).toBe('');
});

test('several gateways concurrently remove expired rows only, in batches and without audit entries', async () => {
  await using database = await createTestDatabase('gateway');
  const sql = openTestPool(database.url, 4);
  const count = async (what: string) =>
    (await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`)).rows[0]?.n;
  try {
    {
      await using gateway = await startGateway({ database });
      await gateway.signUp();
    }
    await sql.query(`
      INSERT INTO sessions (id, token, expires_at, user_id, updated_at)
      SELECT 'old-' || n, 'token-' || n, now() - interval '25 hours', (SELECT id FROM users), now()
      FROM generate_series(1, 1200) AS n`);
    await sql.query(`
      INSERT INTO device_codes (id, device_code, user_code, status, expires_at)
      VALUES ('old', 'a', 'a', 'pending', now() - interval '25 hours'), ('recent', 'b', 'b', 'pending', now())`);
    await sql.query(`
      INSERT INTO verifications (id, identifier, value, expires_at)
      VALUES ('old', 'a', 'a', now() - interval '25 hours'), ('recent', 'b', 'b', now())`);
    const entries = await count('audit_log');
    expect(await removeExpired(sql)).toBe(true);
    expect(await count('sessions')).toBe(701);
    const all = async () => {
      while (await removeExpired(sql));
    };
    await Promise.all([all(), all()]);
    // Rows that one has locked the other leaves, so only now is nothing left for sure.
    await all();
    expect(await count('sessions')).toBe(1);
    expect(
      (await sql.query('SELECT id FROM device_codes UNION ALL SELECT id FROM verifications')).rows,
    ).toEqual([{ id: 'recent' }, { id: 'recent' }]);
    expect(await count('audit_log')).toBe(entries);

    await sql.query("UPDATE sessions SET expires_at = now() - interval '2 days'");
    await using _gateway = await startGateway({ database });
    await waitFor('the removal of old sessions', async () => (await count('sessions')) === 0);
  } finally {
    await sql.end();
  }
});
