import { Client } from 'pg';

/** The databases on the server: one for each service that stores data, and one for the queue. */
export type DatabaseName = 'gateway' | 'runs' | 'runbooks' | 'queue';

/**
 * Creates a role and a database `errand_<name>` for each of `passwords`, and sets its password. A role can reach only
 * its own database. Idempotent. Returns the connection strings.
 */
export async function provision<Name extends string>(
  adminUrl: string,
  passwords: Readonly<Record<Name, string>>,
): Promise<Record<Name, string>> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC');
    const urls: [string, string][] = [];
    for (const [name, password] of Object.entries<string>(passwords))
      urls.push([name, await provisionOne(admin, adminUrl, `errand_${name}`, password)]);
    return Object.fromEntries(urls) as Record<Name, string>;
  } finally {
    await admin.end();
  }
}

async function provisionOne(
  admin: Client,
  adminUrl: string,
  name: string,
  password: string,
): Promise<string> {
  const { rows } = await admin.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [name],
  );
  const id = admin.escapeIdentifier(name);
  if (!rows[0]?.role) await admin.query(`CREATE ROLE ${id}`);
  await admin.query(`ALTER ROLE ${id} LOGIN PASSWORD ${admin.escapeLiteral(password)}`);
  if (!rows[0]?.database) await admin.query(`CREATE DATABASE ${id} OWNER ${id}`);
  await admin.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${id} FROM PUBLIC`);
  const url = new URL(adminUrl);
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}
