import { type Runbook, notFound } from '@errand/contracts';
import type { Context } from '../context.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';

/** A Runbook is found within its workspace only. */
export interface RunbookAddress {
  workspaceId: string;
  id: string;
}

/** The Runbook as it was written; 404 when the workspace has none of that id. */
export const getRunbook = async ({ prisma }: Context, address: RunbookAddress): Promise<Runbook> => {
  const row = await prisma.runbook.findFirst({
    where: { ...address, deletedAt: null },
    select: runbookSelection,
  });
  if (row === null) throw notFound();
  return toRunbook(row);
};

/** The 404 comes before the rules of a body, so it is looked for first. */
export const requireRunbook = async ({ prisma }: Context, address: RunbookAddress): Promise<void> => {
  const row = await prisma.runbook.findFirst({
    where: { ...address, deletedAt: null },
    select: { id: true },
  });
  if (row === null) throw notFound();
};

/** As `requireRunbook`, but a deleted Runbook will do: its revisions are still there. */
export async function requireRevisions({ prisma }: Context, address: RunbookAddress): Promise<void> {
  const row = await prisma.runbook.findFirst({ where: address, select: { id: true } });
  if (row === null) throw notFound();
}
