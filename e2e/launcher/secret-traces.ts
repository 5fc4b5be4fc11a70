import { randomBytes } from 'node:crypto';
import type { RunningStack } from '@errand/local-stack';
import { Client } from 'pg';

/** Hexadecimal, so that most encodings leave it unchanged and one search finds it. */
export function newCore() {
  return randomBytes(12).toString('hex');
}
/** A secret with characters that HTML, URLs and JSON each encode, around a core that they leave as it is. */
export function around(core: string) {
  return `tea & "${core}" <é/`;
}

function base64Of(text: string) {
  return [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .slice(Math.ceil((shift * 4) / 3), -4),
  );
}
/** The bytes that a leak of the secret would leave: plain, in capitals, UTF-16, base64 at any offset, or hexadecimal. */
export function tracesOf(secretCore: string, secret: string): Buffer[] {
  return [secretCore, secretCore.toUpperCase(), ...base64Of(secret), ...base64Of(secretCore)]
    .flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])
    .concat(Buffer.from(Buffer.from(secret).toString('hex')));
}
export function holds(bytes: Buffer, traces: Buffer[]) {
  return traces.some((trace) => bytes.includes(trace));
}

/** An excerpt of each text around the leak in it. */
export function leaksIn(texts: readonly string[], traces: Buffer[]): string[] {
  return texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const at = Math.max(...traces.map((trace) => bytes.indexOf(trace)));
    return at < 0
      ? []
      : [`${text.slice(0, 60)} … ${bytes.subarray(Math.max(0, at - 200), at + 100).toString()}`];
  });
}

/** Every row of every table of every database, as text. */
export async function everyRow(stack: RunningStack): Promise<string[]> {
  const rows: string[] = [];
  const connect = async (database: string) => {
    const url = new URL(stack.postgres.adminUrl);
    url.pathname = `/${database}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    return client;
  };
  const admin = await connect('postgres');
  const databases = await admin.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE datallowconn',
  );
  await admin.end();
  for (const { name } of databases.rows) {
    const client = await connect(name);
    const tables = await client.query<{ table: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS table FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { table } of tables.rows) {
      const result = await client.query<{ row: string }>(
        `SELECT row_to_json(entry)::text AS row FROM ${table} AS entry`,
      );
      rows.push(...result.rows.map(({ row }) => `${name} ${table} ${row}`));
    }
    await client.end();
  }
  return rows;
}
