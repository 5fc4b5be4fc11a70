import { randomUUIDv7 } from 'node:crypto';
import {
  type CreateRunbook,
  MAX_TITLE_LENGTH,
  Problem,
  type RunEvent,
  type RunStatus,
  type RunbookDefinition,
  codePoints,
  conflict,
  notFound,
} from '@errand/contracts';
import { type CreatedRunbook, type Principal, runbookServiceRoutes } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { healedDefinition, healedTargets } from './from-healing.ts';
import { recordedDefinition } from './from-recording.ts';
import { refuseWarnings } from '../runs/refuse-warnings.ts';

/** After this many taken titles, a random suffix is used. */
const MAX_NUMBERED_TITLES = 20;

/** Events that say what a Run did and which warnings it got. */
const RECORDED_EVENTS: RunEvent['type'][] = [
  'run.started',
  'agent.action',
  'agent.thought',
  'step.failed',
  'step.warned',
  'log',
];

interface RecordedRun {
  status: RunStatus;
  /** The pinned revision of a Runbook Run, null for an ad-hoc Run. */
  revision: RunbookDefinition | null;
  task: string;
  events: Pick<RunEvent, 'type' | 'step_id' | 'message' | 'data'>[];
}

/**
 * Creates a draft Runbook from a completed ad-hoc Run: its actions become primitive steps, typed values parameters. A
 * Runbook Run with healed steps becomes a new draft of its revision with the healed targets.
 * 404: no such Run. 409: it is not completed, completed with warnings, is a Runbook Run without healed steps, or has an
 * action that no primitive step can express.
 */
export async function makeRunbook(
  context: Context,
  principal: Principal,
  runId: string,
  idempotency: Idempotency | null,
): Promise<CreatedRunbook> {
  const run = await readRecorded(context, principal.workspaceId, runId);
  const { revision } = run;
  if (revision !== null && healedTargets(run.events).size === 0)
    throw conflict('The Run already comes from a Runbook.');
  if (run.status !== 'completed') throw conflict(`The Run is ${run.status}, not completed.`);
  refuseWarnings(run.events);
  if (revision !== null)
    return await createUnderFreeTitle(
      context,
      principal,
      revision.title,
      healedDefinition(revision, run.events),
      idempotency,
    );
  const definition = recordedDefinition(run.events);
  if (definition.steps.length === 0)
    throw conflict('The Run cannot become a Runbook: it performed no actions.');
  return await createUnderFreeTitle(context, principal, taskOf(run), definition, idempotency);
}

async function readRecorded(
  { pool, prisma }: Context,
  workspaceId: string,
  runId: string,
): Promise<RecordedRun> {
  const { rows } = await pool.query<Omit<RecordedRun, 'events'>>(
    'SELECT status, runbook AS revision, task FROM runs WHERE id = $1 AND workspace_id = $2',
    [runId, workspaceId],
  );
  const [run] = rows;
  if (run === undefined) throw notFound();
  const events = await prisma.runEvent.findMany({
    where: { runId, type: { in: RECORDED_EVENTS } },
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
}

/** The task as shown: `run.started` carries it without a password that it named. */
function taskOf({ task, events }: RecordedRun): string {
  const shown = events.find(({ type }) => type === 'run.started')?.data?.['task'];
  return typeof shown === 'string' ? shown : task;
}

/** Titles are unique in a workspace; a taken one gets a number. */
async function createUnderFreeTitle(
  context: Context,
  principal: Principal,
  task: string,
  { steps, parameters }: Pick<RunbookDefinition, 'steps' | 'parameters'>,
  idempotency: Idempotency | null,
): Promise<CreatedRunbook> {
  const key = idempotency && { key: idempotency.key, fingerprints: [...idempotency.fingerprint.values] };
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` (${count > MAX_NUMBERED_TITLES ? randomUUIDv7().slice(-12) : count})`;
    const definition: CreateRunbook = { schemaVersion: 3, title: titleOf(task, suffix), steps, parameters };
    try {
      return await context.runbooks.call(runbookServiceRoutes.createRunbook, {
        body: { principal, definition, idempotency: key },
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 422) throw conflict(`The Run cannot become a Runbook: ${error.message}`);
      const isTitleTaken = error.status === 409 && error.message.startsWith('title:');
      if (!isTitleTaken || count > MAX_NUMBERED_TITLES) throw error;
    }
  }
}

/** The task on one line, truncated to the limit of a title. */
function titleOf(task: string, suffix: string): string {
  const line = task.replaceAll(/\s+/g, ' ').trim();
  const maxLength = MAX_TITLE_LENGTH - suffix.length;
  const title =
    codePoints(line) <= maxLength
      ? line
      : `${Array.from(line)
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`;
  return title + suffix;
}
