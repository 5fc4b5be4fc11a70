import { notFound } from '@errand/contracts';
import type { CurrentVersion } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';
import type { RunbookAddress } from './get.ts';

/** The current version of a Runbook, draft or not. 404: no such Runbook in the workspace. */
export async function currentVersion({ prisma }: Context, address: RunbookAddress): Promise<CurrentVersion> {
  const row = await prisma.runbook.findFirst({
    where: { ...address, deletedAt: null },
    select: runbookSelection,
  });
  if (row === null) throw notFound();
  const { id, version, title, steps, parameters } = toRunbook(row);
  return { revisionId: row.revisionId, runbookId: id, version, title, steps, parameters };
}
