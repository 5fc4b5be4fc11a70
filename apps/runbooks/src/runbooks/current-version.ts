import { notFound } from '@errand/contracts';
import type { CurrentVersion } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import { inSnapshot } from '../db/snapshot.ts';
import { runbookSelection, toRunbook } from '../db/runbook-row.ts';
import { runbookIdsIn } from '@errand/runbook-language';
import { pinNested } from './nested.ts';
import type { RunbookAddress } from './get.ts';

/**
 * The current version of a Runbook, draft or not, with the latest revisions of those that it runs.
 * 404: no such Runbook in the workspace. 409: one that it runs is not published.
 */
export async function currentVersion(
  { pool, prisma }: Context,
  address: RunbookAddress,
): Promise<CurrentVersion> {
  const row = await prisma.runbook.findFirst({
    where: { ...address, deletedAt: null },
    select: runbookSelection,
  });
  if (row === null) throw notFound();
  const { id, version, title, steps, parameters } = toRunbook(row);
  const { workspaceId } = address;
  const runbooks =
    runbookIdsIn(steps).length === 0
      ? undefined
      : await inSnapshot(pool, (client) => pinNested(client, workspaceId, id, steps));
  return {
    revisionId: row.revisionId,
    runbookId: id,
    version,
    title,
    steps,
    parameters,
    ...(runbooks && { runbooks }),
  };
}
