import { randomUUIDv7 } from 'node:crypto';
import {
  type CreateRunbook,
  Problem,
  type RunEvent,
  type RunStatus,
  type RunbookDefinition,
  codePoints,
  conflict,
  notFound,
} from '@errand/contracts';
import { CreatedRunbook, type Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { healedDefinition, healedTargets } from './healed-steps.ts';
import { recordedDefinition } from './recorded-steps.ts';

const LONGEST_TITLE = 120;
/** After that many taken titles a random one is as good. */
const MOST_COUNTED = 20;

interface RecordedRun {
  status: RunStatus;
  /** The pinned revision of a Runbook Run, null for an ad-hoc Run. */
  revision: RunbookDefinition | null;
  task: string;
  events: Pick<RunEvent, 'type' | 'step_id' | 'message' | 'data'>[];
}

/**
 * Makes a draft Runbook of a completed ad-hoc Run: the same actions as primitive steps, what was typed as parameters. Of a
 * Runbook Run whose steps had to be healed: its revision with the targets that were found. The Runbook itself stays as it is.
 * 404: no such Run; 409: the Run is not completed, came from a Runbook, or did something that no primitive step says.
 */
export const makeRunbook = async (
  context: Context,
  principal: Principal,
  runId: string,
  idempotency: Idempotency | null,
): Promise<CreatedRunbook> => {
  const run = await readRecorded(context, principal.workspaceId, runId);
  const { revision } = run;
  if (revision !== null && healedTargets(run.events).size === 0)
    throw conflict('The Run comes from a Runbook already.');
  if (run.status !== 'completed') throw conflict(`The Run is ${run.status}, not completed.`);
  if (revision !== null)
    return await createUnderFreeTitle(
      context,
      principal,
      revision.title,
      healedDefinition(revision, run.events),
      idempotency,
    );
  const definition = recordedDefinition(run.events);
  if (definition.steps.length === 0) throw conflict('The Run cannot become a Runbook: it did nothing.');
  return await createUnderFreeTitle(context, principal, taskOf(run), definition, idempotency);
};

const readRecorded = async (
  { pool, prisma }: Context,
  workspaceId: string,
  runId: string,
): Promise<RecordedRun> => {
  const { rows } = await pool.query<Omit<RecordedRun, 'events'>>(
    'SELECT status, runbook AS revision, task FROM runs WHERE id = $1 AND workspace_id = $2',
    [runId, workspaceId],
  );
  const [run] = rows;
  if (run === undefined) throw notFound();
  const events = await prisma.runEvent.findMany({
    where: { runId, type: { in: ['run.started', 'agent.action', 'agent.thought', 'step.failed', 'log'] } },
    select: { type: true, stepId: true, message: true, data: true },
    orderBy: { seq: 'asc' },
  });
  return {
    ...run,
    events: events.map(({ type, stepId, message, data }) => ({
      type: type as RunEvent['type'],
      step_id: stepId,
      message,
      data: data as RunEvent['data'],
    })),
  };
};

/** The task as it may be shown: a Run that typed a password says it without. */
const taskOf = ({ task, events }: RecordedRun): string => {
  const shown = events.find(({ type }) => type === 'run.started')?.data?.['task'];
  return typeof shown === 'string' ? shown : task;
};

/** Titles are unique in a workspace; whoever comes second is counted. */
const createUnderFreeTitle = async (
  context: Context,
  principal: Principal,
  task: string,
  { steps, parameters }: Pick<RunbookDefinition, 'steps' | 'parameters'>,
  idempotency: Idempotency | null,
): Promise<CreatedRunbook> => {
  const key = idempotency && { key: idempotency.key, fingerprints: idempotency.fingerprint.values };
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` (${count > MOST_COUNTED ? randomUUIDv7().slice(-12) : count})`;
    const definition: CreateRunbook = { schemaVersion: 3, title: titleOf(task, suffix), steps, parameters };
    try {
      return await context.runbooks.call(
        { method: 'POST', path: '/internal/runbooks', body: { principal, definition, idempotency: key } },
        CreatedRunbook,
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 422) throw conflict(`The Run cannot become a Runbook: ${error.message}`);
      const isTitleTaken = error.status === 409 && error.message.startsWith('title:');
      if (!isTitleTaken || count > MOST_COUNTED) throw error;
    }
  }
};

/** The task in one line, cut to what a title may have. */
const titleOf = (task: string, suffix: string): string => {
  const line = task.replaceAll(/\s+/g, ' ').trim();
  const room = LONGEST_TITLE - suffix.length;
  const title =
    codePoints(line) <= room
      ? line
      : `${Array.from(line)
          .slice(0, room - 1)
          .join('')
          .trimEnd()}…`;
  return title + suffix;
};
