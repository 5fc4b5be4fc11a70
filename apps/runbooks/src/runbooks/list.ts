import type { ListRunbooksQuery, RunbookList } from '@errand/contracts';
import type { Context } from '../context.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';
import { cursorAfter, positionOf } from './cursor.ts';

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
      ...(cursor === undefined ? {} : olderThan(positionOf(cursor))),
    },
    select: runbookSelection,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(toRunbook),
    next_cursor: last === undefined || rows.length === page.length ? null : cursorAfter(last),
  };
}

function olderThan({ updatedAt, id }: ReturnType<typeof positionOf>) {
  return { OR: [{ updatedAt: { lt: updatedAt } }, { updatedAt, id: { lt: id } }] };
}
