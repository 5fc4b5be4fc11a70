import type { ListRunbooksQuery, Runbook } from '@errand/contracts';
import type { Context } from '../context.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';

/** Runbooks of a workspace, last updated first. */
export const listRunbooks = async (
  { prisma }: Context,
  workspaceId: string,
  { limit, status, title }: ListRunbooksQuery,
): Promise<Runbook[]> => {
  const rows = await prisma.runbook.findMany({
    where: {
      workspaceId,
      ...(title === undefined ? {} : { title }),
      ...(status === undefined ? {} : { revisionId: status === 'draft' ? null : { not: null } }),
    },
    select: runbookSelection,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(toRunbook);
};
