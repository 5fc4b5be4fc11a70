import { Problem, conflict, notFound } from '@errand/contracts';
import type { AskedRevision, PinnedOrNot, PinnedRevision } from '@errand/contracts/internal';
import { runbookIdsIn } from '@errand/runbook-language';
import type { Pool, PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { type RevisionRow, toRevision } from '../db/revision-row.ts';
import { inSnapshot } from '../db/snapshot.ts';
import { pinNested } from './nested.ts';

/** Reads Runbooks and revisions in one snapshot, so that "the latest" is consistent. A revision that is known is not read. */
const PIN = `
  SELECT n, revision.id, runbook.id AS "runbookId", revision.version, revision.title, revision.published_at AS "publishedAt",
         CASE WHEN revision.id IS DISTINCT FROM known THEN revision.steps END AS steps,
         CASE WHEN revision.id IS DISTINCT FROM known THEN revision.parameters END AS parameters
  FROM json_to_recordset($1::json) AS asked(n int, id uuid, workspace uuid, revision uuid, known uuid)
  JOIN runbooks AS runbook ON runbook.id = asked.id AND runbook.workspace_id = workspace AND runbook.deleted_at IS NULL
  LEFT JOIN LATERAL (
    SELECT * FROM revisions
    WHERE runbook_id = runbook.id AND (asked.revision IS NULL OR id = asked.revision)
    ORDER BY version DESC LIMIT 1
  ) AS revision ON true`;

type PinRow = { n: number } & (RevisionRow | { id: null });

async function readRevisions(
  database: Pool | PoolClient,
  asked: readonly AskedRevision[],
): Promise<(PinRow | undefined)[]> {
  const { rows } = await database.query<PinRow>({
    name: 'pin-revisions',
    text: PIN,
    values: [
      JSON.stringify(
        asked.map(({ workspaceId, runbookId, revisionId, knownRevisionId }, n) => ({
          n,
          id: runbookId,
          workspace: workspaceId,
          revision: revisionId,
          known: knownRevisionId,
        })),
      ),
    ],
  });
  const found = new Map(rows.map((row) => [row.n, row]));
  return asked.map((_, n) => found.get(n));
}

/**
 * The revisions that Runs are pinned to: the requested one, else the latest published. With each come the latest revisions of
 * the Runbooks that it runs, all of one moment.
 */
export async function pinRevisions(
  { pool }: Context,
  asked: readonly AskedRevision[],
): Promise<PinnedOrNot[]> {
  const rows = await readRevisions(pool, asked);
  return await Promise.all(
    asked.map((one, index) => pinned(pool, one, rows[index]).catch((error: unknown) => refusal(error))),
  );
}

async function pinned(pool: Pool, asked: AskedRevision, row: PinRow | undefined): Promise<PinnedOrNot> {
  const { revisionId: requested, knownRevisionId: known } = asked;
  if (known !== undefined && row?.id === known) return null;
  const revision = revisionIn(row, requested);
  if (runbookIdsIn(revision.steps).length === 0) return revision;
  return await inSnapshot(pool, async (client) => {
    const { knownRevisionId: _, ...whole } = asked;
    const [current] = await readRevisions(client, [whole]);
    const { runbookId, workspaceId } = asked;
    const outer = revisionIn(current, requested);
    const runbooks = await pinNested(client, workspaceId, runbookId, outer.steps);
    return { ...outer, ...(runbooks && { runbooks }) };
  });
}

/** Throws the 404 or 409. */
function revisionIn(row: PinRow | undefined, requested: string | undefined): PinnedRevision {
  if (row === undefined) throw notFound();
  if (row.id !== null) return toRevision(row);
  if (requested !== undefined) throw notFound();
  throw conflict('The Runbook has no published revision.');
}

function refusal(error: unknown): PinnedOrNot {
  if (!(error instanceof Problem)) throw error;
  return { status: error.status, detail: error.message };
}
