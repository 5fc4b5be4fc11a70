import { MAX_RUNBOOK_DEPTH, type Revision, type RunbookStep, conflict, Id } from '@errand/contracts';
import type { PinnedRunbooks } from '@errand/contracts/internal';
import {
  chainProblem,
  type KnownRunbook,
  type KnownRunbooks,
  runbookIdOf,
  runbookIdsCalledBy,
  runbookIdsIn,
} from '@errand/runbook-language';
import type { Pool, PoolClient } from 'pg';
import { type RevisionRow, toRevision } from '../db/revision-row.ts';

const LOAD = `
  SELECT runbook.id AS "runbookId", runbook.title AS "currentTitle", runbook.steps AS "currentSteps",
         runbook.parameters AS "currentParameters", revision.id, revision.version, revision.title, revision.steps,
         revision.parameters, revision.published_at AS "publishedAt"
  FROM runbooks AS runbook
  LEFT JOIN LATERAL (
    SELECT * FROM revisions WHERE runbook_id = runbook.id ORDER BY version DESC LIMIT 1
  ) AS revision ON true
  WHERE runbook.id = ANY($1::uuid[]) AND runbook.workspace_id = $2 AND runbook.deleted_at IS NULL`;

interface CurrentRow {
  runbookId: string;
  currentTitle: string;
  currentSteps: RunbookStep[];
  currentParameters: KnownRunbook['versions'][number]['parameters'];
}
type LoadedRow = CurrentRow & (RevisionRow | { id: null });

interface Loaded {
  known: KnownRunbook;
  /** Null: never published. */
  latest: Revision | null;
}

function toLoaded(row: LoadedRow): Loaded {
  const current = { steps: row.currentSteps, parameters: row.currentParameters };
  const latest = row.id === null ? null : toRevision(row);
  return {
    known: { title: row.currentTitle, versions: latest === null ? [current] : [latest, current] },
    latest,
  };
}

/** The Runbooks with these ids and those that they run, as deep as Runbooks can run each other. */
async function load(
  database: Pool | PoolClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Loaded>> {
  const loaded = new Map<string, Loaded>();
  let wanted = ids;
  for (let depth = 1; depth <= MAX_RUNBOOK_DEPTH; depth += 1) {
    const next = [...new Set(wanted)].filter((id) => !loaded.has(id) && Id.safeParse(id).success);
    if (next.length === 0) break;
    const { rows } = await database.query<LoadedRow>({
      name: 'load-nested-runbooks',
      text: LOAD,
      values: [next, workspaceId],
    });
    for (const row of rows) loaded.set(row.runbookId, toLoaded(row));
    wanted = rows.flatMap((row) => toLoaded(row).known.versions.flatMap(({ steps }) => runbookIdsIn(steps)));
  }
  return loaded;
}

/** The Runbooks that a definition runs, valid or not. */
export async function knownRunbooks(
  { pool }: { pool: Pool },
  workspaceId: string,
  json: unknown,
): Promise<KnownRunbooks> {
  const ids = runbookIdsCalledBy(json);
  if (ids.length === 0) return new Map();
  const loaded = await load(pool, workspaceId, ids);
  return new Map(Array.from(loaded, ([id, { known }]) => [id, known]));
}

/**
 * The latest revisions of the Runbooks that steps run, all the way down. Absent: they run none.
 * 409: one of them has none, or they run each other in a circle or too deep.
 */
export async function pinNested(
  client: PoolClient,
  workspaceId: string,
  runbookId: string,
  steps: readonly RunbookStep[],
): Promise<PinnedRunbooks | undefined> {
  const ids = runbookIdsIn(steps);
  if (ids.length === 0) return undefined;
  const loaded = await load(client, workspaceId, ids);
  const latest = new Map(
    Array.from(loaded, ([id, { known, latest: revision }]) => [
      id,
      { title: known.title, versions: revision === null ? [] : [revision] },
    ]),
  );
  const pinned: PinnedRunbooks = {};
  const pin = (from: readonly RunbookStep[], within: string) => {
    for (const step of from) {
      const id = runbookIdOf(step);
      if (id === null || Object.hasOwn(pinned, id)) continue;
      const where = `Step "${step.id}"${within}`;
      const { known, latest: revision } = loaded.get(id) ?? { known: null, latest: null };
      if (known === null) throw conflict(`${where} runs a Runbook that no longer exists.`);
      if (revision === null)
        throw conflict(`${where} runs the Runbook "${known.title}", which has no published revision.`);
      const broken = chainProblem(id, runbookId, latest);
      if (broken !== null) throw conflict(`${where} cannot be run. ${broken}.`);
      const { revisionId, version, title, parameters } = revision;
      pinned[id] = { revisionId, version, title, steps: revision.steps, parameters };
      pin(revision.steps, ` of "${title}"`);
    }
  };
  pin(steps, '');
  return pinned;
}

/** The titles of the Runbooks that run this one, in their current or latest published version. */
export async function callersOf(
  { pool }: { pool: Pool },
  workspaceId: string,
  id: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; title: string; steps: RunbookStep[] }>({
    name: 'callers-of-runbook',
    text: `
      SELECT runbook.id, runbook.title, version.steps
      FROM runbooks AS runbook
      JOIN LATERAL (
        SELECT runbook.steps
        UNION ALL
        (SELECT revisions.steps FROM revisions WHERE runbook_id = runbook.id ORDER BY version DESC LIMIT 1)
      ) AS version ON true
      WHERE runbook.workspace_id = $1 AND runbook.id <> $2 AND runbook.deleted_at IS NULL
        AND strpos(version.steps::text, $2::text) > 0
      ORDER BY runbook.title`,
    values: [workspaceId, id],
  });
  const callers = rows.filter(({ steps }) => runbookIdsIn(steps).includes(id));
  return [...new Set(callers.map(({ title }) => title))];
}
