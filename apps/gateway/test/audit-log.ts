import type { Pool } from 'pg';

export interface Entry {
  id: string;
  at: Date;
  workspace_id: string | null;
  user_id: string | null;
  key_id: string | null;
  key_prefix: string | null;
  action: string;
  object_id: string | null;
  address: string | null;
  request_id: string | null;
}

/** Reads the audit log of a gateway from its database. */
export function auditLogOf(database: () => Pool) {
  const entries = async (): Promise<Entry[]> =>
    (await database().query<Entry>('SELECT * FROM audit_log ORDER BY id')).rows;
  return {
    entries,
    /** The entries that `work` adds to the log, and its answer. */
    noted: async <Result>(work: () => Promise<Result>): Promise<{ result: Result; added: Entry[] }> => {
      const before = await entries();
      const result = await work();
      return { result, added: (await entries()).slice(before.length) };
    },
  };
}

export function actions(added: readonly Entry[]): string[] {
  return added.map(({ action }) => action);
}
