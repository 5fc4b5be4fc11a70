import type { PublishedRunbook, Runbook, RunbookParameter, RunbookStep } from '@errand/contracts';

/** The columns of a Runbook in the API, with Prisma's names. */
export const RUNBOOK_COLUMNS = `id, title, steps, parameters, version, revision_id AS "revisionId",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The same columns, for Prisma. */
export const runbookSelection = {
  id: true,
  title: true,
  steps: true,
  parameters: true,
  version: true,
  revisionId: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** `steps` and `parameters` were validated before they were stored. */
export interface RunbookRow {
  id: string;
  title: string;
  steps: unknown;
  parameters: unknown;
  version: number;
  /** The revision of this version; null: it is a draft. */
  revisionId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A Runbook as the API shows it: `published` when its current version has a revision. */
export function toRunbook(row: RunbookRow): Runbook {
  return {
    id: row.id,
    title: row.title,
    schemaVersion: 3,
    steps: row.steps as RunbookStep[],
    parameters: row.parameters as RunbookParameter[],
    version: row.version,
    status: row.revisionId === null ? 'draft' : 'published',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A Runbook with the revision of its current version, as the API shows it. */
export function toPublishedRunbook(row: RunbookRow & { revisionId: string }): PublishedRunbook {
  return {
    ...toRunbook(row),
    revisionId: row.revisionId,
  };
}
