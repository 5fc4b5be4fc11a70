import { conflict, notFound } from '@errand/contracts';
import type { PinnedRevision } from '@errand/contracts/internal';
import { runbookIdsIn } from '@errand/runbook-language';
import type { Pool, PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { type RevisionRow, toRevision } from '../db/revision-row.ts';
import { inSnapshot } from '../db/snapshot.ts';
import { pinNested } from './nested.ts';

/** Reads Runbook and revision in one snapshot, so that "the latest" is consistent. */
const PIN = `
  SELECT revision.id, runbook.id AS "runbookId", revision.version, revision.title, revision.steps,
         revision.parameters, revision.published_at AS "publishedAt"
  FROM runbooks AS runbook
  LEFT JOIN LATERAL (
    SELECT * FROM revisions
    WHERE runbook_id = runbook.id AND ($3::uuid IS NULL OR id = $3::uuid)
    ORDER BY version DESC LIMIT 1
  ) AS revision ON true
  WHERE runbook.id = $1 AND runbook.workspace_id = $2 AND runbook.deleted_at IS NULL`;

/**
 * The revision that a Run is pinned to: the requested one, else the latest published.
 * With it come the latest revisions of the Runbooks that it runs, all of one moment.
 * 404: no such Runbook or revision in the workspace. 409: it, or one that it runs, is not published.
 */
export async function pinRevision({ pool }: Context, requested: Requested): Promise<PinnedRevision> {
  const revision = await readRevision(pool, requested);
  if (runbookIdsIn(revision.steps).length === 0) return revision;
  return await inSnapshot(pool, async (client) => {
    const pinned = await readRevision(client, requested);
    const { workspaceId, runbookId } = requested;
    const runbooks = await pinNested(client, workspaceId, runbookId, pinned.steps);
    return { ...pinned, ...(runbooks && { runbooks }) };
  });
}

interface Requested {
  workspaceId: string;
  runbookId: string;
  revisionId?: string | undefined;
}

async function readRevision(database: Pool | PoolClient, requested: Requested): Promise<PinnedRevision> {
  const { rows } = await database.query<RevisionRow | { id: null }>({
    name: 'pin-revision',
    text: PIN,
    values: [requested.runbookId, requested.workspaceId, requested.revisionId ?? null],
  });
  const [row] = rows;
  if (row === undefined) throw notFound();
  if (row.id !== null) return toRevision(row);
  if (requested.revisionId !== undefined) throw notFound();
  throw conflict('The Runbook has no published revision.');
}
