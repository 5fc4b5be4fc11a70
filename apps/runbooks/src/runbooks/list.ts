import type { ListRunbooksQuery, RunbookList } from '@errand/contracts';
import { type ListPosition, pageOf, positionOf } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';

const LIST = 'runbooks';

/** A page of the Runbooks of a workspace, last updated first. 422: an invalid cursor. */
export async function listRunbooks(
  { prisma }: Context,
  workspaceId: string,
  { limit, status, title, cursor }: ListRunbooksQuery,
): Promise<RunbookList> {
  const rows = await prisma.runbook.findMany({
    where: {
      workspaceId,
      deletedAt: null,
      ...(title === undefined ? {} : { title }),
      ...(status === undefined ? {} : { revisionId: status === 'draft' ? null : { not: null } }),
      ...(cursor === undefined ? {} : olderThan(positionOf(LIST, cursor))),
    },
    select: runbookSelection,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = pageOf(LIST, rows, limit, ({ updatedAt, id }) => ({ at: updatedAt, id }));
  return { data: page.rows.map(toRunbook), next_cursor: page.next_cursor };
}

function olderThan({ at, id }: ListPosition) {
  return { OR: [{ updatedAt: { lt: at } }, { updatedAt: at, id: { lt: id } }] };
}
