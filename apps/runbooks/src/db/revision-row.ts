import type { Revision, RunbookParameter, RunbookStep } from '@errand/contracts';

/** The columns of a revision in the API, for Prisma. */
export const revisionSelection = {
  id: true,
  runbookId: true,
  version: true,
  title: true,
  steps: true,
  parameters: true,
  publishedAt: true,
} as const;

export interface RevisionRow {
  id: string;
  runbookId: string;
  version: number;
  title: string;
  steps: unknown;
  parameters: unknown;
  publishedAt: Date;
}

/** A revision as the API shows it. */
export function toRevision(row: RevisionRow): Revision {
  return {
    revisionId: row.id,
    runbookId: row.runbookId,
    version: row.version,
    title: row.title,
    steps: row.steps as RunbookStep[],
    parameters: row.parameters as RunbookParameter[],
    publishedAt: row.publishedAt.toISOString(),
  };
}
