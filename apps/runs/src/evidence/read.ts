import type { Readable } from 'node:stream';
import { type RunEvent, type RunbookDefinition, conflict, isTerminal, notFound } from '@errand/contracts';
import { writeEvidence } from '@errand/evidence/write';
import { listArtifacts } from '../artifacts/artifacts.ts';
import type { Context } from '../context.ts';
import { PUBLIC_COLUMNS, type RunRow, toRun } from '../db/run-row.ts';
import { readEffects } from '../effects/ledger.ts';
import { listEvents } from '../events/list.ts';
import { shownInputs } from '../runs/details.ts';
import { taskAsShown } from '../runs/task-as-shown.ts';
import type { StoredOptions } from '../lifecycle/accept.ts';

interface EvidentRow extends RunRow {
  created_by: string;
  key_id: string | null;
  attempt: number;
  runbook: RunbookDefinition | null;
  runbook_id: string | null;
  blueprint: object | null;
  blueprint_id: string | null;
  inputs: Record<string, unknown>;
  options: StoredOptions;
}

const READ = `
  SELECT ${PUBLIC_COLUMNS}, created_by, key_id, attempt, runbook, runbook_id, blueprint, blueprint_id, inputs, options
  FROM runs WHERE id = $1 AND workspace_id = $2`;

const APPROVALS = `
  SELECT id, attempt, step_id, message, input, origin, url, answer_schema, requested_at, expires_at, decision, decided_by,
         decided_at
  FROM approvals WHERE run_id = $1 ORDER BY requested_at, id`;

const PAGE = 100;

/** The signed archive of a Run that has ended. 404: no such Run in the workspace. 409: it has not ended. */
export async function readEvidence(context: Context, workspaceId: string, runId: string): Promise<Readable> {
  const { rows } = await context.pool.query<EvidentRow>({
    name: 'run-evidence',
    text: READ,
    values: [runId, workspaceId],
  });
  const [row] = rows;
  if (row === undefined) throw notFound();
  if (!isTerminal(row.status))
    throw conflict(`The Run is ${row.status}: its evidence is available once it has ended.`);
  const { id, runbook, blueprint, options } = row;
  const [task, effects, approvals, artifacts] = await Promise.all([
    runbook === null && blueprint === null ? taskAsShown(context, row) : row.task,
    readEffects(context.pool, id),
    context.pool.query<Record<string, unknown>>(APPROVALS, [id]),
    allArtifacts(context, id),
  ]);
  return writeEvidence(
    {
      runId: id,
      workspaceId,
      exportedAt: new Date(),
      documents: {
        'run.json': {
          ...toRun(row),
          task,
          inputs: shownInputs(row),
          attempt: row.attempt,
          created_by: row.created_by,
          key_id: row.key_id,
        },
        'definition.json': {
          task,
          options,
          runbook_id: row.runbook_id,
          runbook,
          blueprint_id: row.blueprint_id,
          blueprint,
        },
        'effects.json': effects,
        'approvals.json': approvals.rows,
        'artifacts.json': artifacts,
      },
      events: allEvents(context, id),
      files: artifacts.map((artifact) => ({
        path: artifact.path,
        open: () => context.artifacts.read(id, artifact.id),
      })),
    },
    context.evidence.key,
  );
}

async function* allEvents(context: Context, runId: string): AsyncGenerator<RunEvent> {
  for (let after = 0; ;) {
    const { data, has_more } = await listEvents(context, runId, after);
    yield* data;
    const last = data.at(-1);
    if (last === undefined || !has_more) return;
    after = last.seq;
  }
}

/** All files with their places in the archive: the id, and as much of the name as every system can store. */
async function allArtifacts(context: Context, runId: string) {
  const all = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await listArtifacts(context, runId, { limit: PAGE, offset });
    for (const artifact of page) {
      const name = artifact.filename.replaceAll(/[^\w.-]/g, '_').slice(-100);
      all.push({ ...artifact, path: `artifacts/${artifact.id}-${name}` });
    }
    if (page.length < PAGE) return all;
  }
}
