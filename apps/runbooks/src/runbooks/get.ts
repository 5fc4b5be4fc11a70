import { type Runbook, notFound } from '@errand/contracts';
import type { Context } from '../context.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';

/** The id of a Runbook, valid only within its workspace. */
export interface RunbookAddress {
  workspaceId: string;
  id: string;
}

/** The Runbook as it was written. 404: no such Runbook in the workspace. */
export async function getRunbook({ prisma }: Context, address: RunbookAddress): Promise<Runbook> {
  const row = await prisma.runbook.findFirst({
    where: { ...address, deletedAt: null },
    select: runbookSelection,
  });
  if (row === null) throw notFound();
  return toRunbook(row);
}

/** Throws the 404, which takes precedence over the validation of a body. */
export async function requireRunbook({ prisma }: Context, address: RunbookAddress): Promise<void> {
  const row = await prisma.runbook.findFirst({
    where: { ...address, deletedAt: null },
    select: { id: true },
  });
  if (row === null) throw notFound();
}

/** Like `requireRunbook`, but accepts a deleted Runbook, whose revisions remain readable. */
export async function requireRevisions({ prisma }: Context, address: RunbookAddress): Promise<void> {
  const row = await prisma.runbook.findFirst({ where: address, select: { id: true } });
  if (row === null) throw notFound();
}
