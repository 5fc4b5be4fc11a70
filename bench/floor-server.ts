/** The least that accepting and reading can cost: node:http and `pg`, one statement a request. Run by accept.ts. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.argv[2], max: 20 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS floor (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), body json NOT NULL)',
);
const { rows } = await pool.query<{ id: string }>(
  `INSERT INTO floor (body) VALUES ('{"task":"read me"}') RETURNING id`,
);
const readable = rows[0]?.id;

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = (status: number, body: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.method === 'GET') {
    const found = await pool.query<{ body: unknown }>({
      name: 'read',
      text: 'SELECT body FROM floor WHERE id = $1',
      values: [readable],
    });
    answer(200, found.rows[0]?.body);
    return;
  }
  let body = '';
  for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
  const made = await pool.query<{ id: string }>({
    name: 'insert',
    text: 'INSERT INTO floor (body) VALUES ($1) RETURNING id',
    values: [JSON.stringify(JSON.parse(body))],
  });
  answer(202, made.rows[0]);
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
