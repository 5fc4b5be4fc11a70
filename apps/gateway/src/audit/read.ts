import { Client } from 'pg';

/** An undefined field matches everything. */
export interface AuditFilter {
  workspaceId?: string | undefined;
  /** Inclusive. */
  since?: Date | undefined;
  objectId?: string | undefined;
  /** Maximum number of entries; the latest are kept. */
  limit: number;
}

/** An entry of the audit log of `service`. Null fields are unknown, or the caller was not signed in. */
export interface AuditEntry {
  at: Date;
  service: string;
  action: string;
  object: string | null;
  workspace: string | null;
  user: string | null;
  key: string | null;
  /** The public part of the key. */
  keyPrefix: string | null;
  address: string | null;
  requestId: string | null;
}

const READ = `
  SELECT at, $1 AS service, action, object_id AS object, workspace_id AS workspace, user_id AS "user", key_id AS key,
         key_prefix AS "keyPrefix", address, request_id AS "requestId"
  FROM audit_log
  WHERE ($2::text IS NULL OR workspace_id = $2) AND ($3::timestamptz IS NULL OR at >= $3)
    AND ($4::text IS NULL OR object_id = $4)
  ORDER BY id DESC LIMIT $5`;

/** No statement timeout: an operator waits for the result. */
async function readOne(
  service: string,
  connectionString: string,
  { workspaceId, since, objectId, limit }: AuditFilter,
): Promise<AuditEntry[]> {
  const client = new Client({ connectionString, application_name: 'errand-admin' });
  await client.connect();
  try {
    const values = [service, workspaceId ?? null, since ?? null, objectId ?? null, limit];
    return (await client.query<AuditEntry>(READ, values)).rows;
  } finally {
    await client.end();
  }
}

/** Entries of all given services, oldest first. `databases` maps a service's name to its connection string. */
export async function readAudit(
  databases: Readonly<Record<string, string>>,
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  const logs = await Promise.all(
    Object.entries(databases).map(([service, url]) => readOne(service, url, filter)),
  );
  return logs
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .slice(-filter.limit);
}
