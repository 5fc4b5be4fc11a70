import { type Revision, type WholeListQuery, notFound } from '@errand/contracts';
import type { Context } from '../context.ts';
import { revisionSelection, toRevision } from '../db/revision-row.ts';
import type { RunbookAddress } from './get.ts';

/** A page of the published revisions of a Runbook, newest first. */
export async function listRevisions(
  { prisma }: Context,
  { workspaceId, id }: RunbookAddress,
  { limit, offset }: WholeListQuery,
): Promise<Revision[]> {
  const rows = await prisma.revision.findMany({
    where: { workspaceId, runbookId: id },
    select: revisionSelection,
    orderBy: { version: 'desc' },
    take: limit,
    skip: offset,
  });
  return rows.map(toRevision);
}

/** One revision. 404: no such revision of this Runbook. */
export async function getRevision(
  { prisma }: Context,
  { workspaceId, id }: RunbookAddress,
  revisionId: string,
): Promise<Revision> {
  const row = await prisma.revision.findFirst({
    where: { id: revisionId, workspaceId, runbookId: id },
    select: revisionSelection,
  });
  if (row === null) throw notFound();
  return toRevision(row);
}
