import { Problem, type RunStatus, conflict, notFound } from '@errand/contracts';
import { BY_PERSON, type Principal, RUN_TRANSITIONS } from '@errand/contracts/internal';
import { signals } from '@errand/contracts/queue';
import { actorOf, appendAuditEntry } from '@errand/service-kit';
import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { type NewEvent, event, insertEvents } from '../events/append.ts';
import { deciderOf } from './approval.ts';
import { type LockedRun, lockRun } from './end.ts';
import { ACTIVE_MS } from './heartbeat.ts';
import { findObstacle } from './interrupt.ts';
import { enqueue } from './requeue.ts';

const { pause: PAUSE, resume: RESUME, takeControl: TAKE, releaseControl: RELEASE } = RUN_TRANSITIONS;
const RESUME_INTERRUPTED = RUN_TRANSITIONS.resumeInterrupted;

/** Paused and user-controlled time does not count, so the clock of the Run stops with these statuses. */
function stopClock(status: string): string {
  return `
  UPDATE runs SET status = '${status}', active_ms = ${ACTIVE_MS}, running_since = NULL, controlled_by = $2::json,
                  control_heard = false, last_seq = last_seq + 1, updated_at = now()
  WHERE id = $1`;
}

/** A Run without executor starts its clock when one claims it. */
const GO_ON = `
  UPDATE runs SET status = 'running', running_since = CASE WHEN lease_owner IS NULL THEN NULL ELSE now() END,
                  controlled_by = NULL, asked_person = NULL, interrupted_at = NULL, last_seq = last_seq + 1, updated_at = now()
  WHERE id = $1`;

const SETTLE_PERSON = `
  UPDATE intents SET landed = true, settled_at = now()
  WHERE run_id = $1 AND landed IS NULL AND action = '${BY_PERSON}'`;

/** The member who controls a Run: `runs.controlled_by`. */
export interface Controller {
  userId: string;
  name: string;
}

interface Change {
  verb: string;
  audit: 'run.paused' | 'run.resumed' | 'run.control_taken' | 'run.control_released';
  /** Statuses in which it is possible. */
  from: readonly RunStatus[];
  event: (principal: Principal) => NewEvent;
  apply: (client: PoolClient, run: LockedRun, principal: Principal) => Promise<RunStatus>;
}

function whoOf(principal: Principal) {
  return { by: deciderOf(principal), member_id: principal.userId };
}

/** 404: no such Run. 409: not possible in its status. 403: not for this member. */
async function change(
  context: Context,
  principal: Principal,
  runId: string,
  { verb, audit, from, event: eventOf, apply }: Change,
): Promise<RunStatus> {
  const status = await inTransaction(context.pool, async (client) => {
    const run = await lockRun(client, runId, principal.workspaceId);
    if (run === null) throw notFound();
    if (!from.includes(run.status)) throw conflict(`The Run is ${run.status}, so it cannot be ${verb}.`);
    await insertEvents(client, runId, run.last_seq, [eventOf(principal)]);
    const next = await apply(client, run, principal);
    const note = appendAuditEntry(audit, { from: 'runs', object: 'id', actor: '$2' });
    await client.query(`${note} WHERE id = $1`, [runId, actorOf(principal)]);
    return next;
  });
  context.signals
    .publish(signals.control(runId))
    .catch((error: unknown) => context.log.warn({ err: error, runId }, 'control signal lost'));
  context.wakeRelay();
  context.watch.changed(runId);
  if (status !== RESUME.to) await untilHeard(context, runId);
  return status;
}

/** A pause takes hold within this time, with or without the signal. */
const HEARD_TIMEOUT_MS = 1_000;

/** Resolves once the executor has learned of the change, so that the caller can rely on it, or after a second. */
async function untilHeard(context: Context, runId: string): Promise<void> {
  const deadline = performance.now() + HEARD_TIMEOUT_MS;
  for (;;) {
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0 || context.stopping.aborted) return;
    const changed = context.watch.next(runId, left, context.stopping);
    changed.catch(() => undefined);
    const { rowCount } = await context.pool.query({
      name: 'control-heard',
      text: 'SELECT FROM runs WHERE id = $1 AND (control_heard OR lease_owner IS NULL)',
      values: [runId],
    });
    if (rowCount === 1) return;
    await changed.catch(() => undefined);
  }
}

/** Pauses a running Run: it begins no new action and keeps its page. */
export function pause(context: Context, principal: Principal, runId: string): Promise<RunStatus> {
  return change(context, principal, runId, {
    verb: 'paused',
    audit: 'run.paused',
    from: PAUSE.from,
    event: (by) => event('control.paused', 'The Run was paused.', whoOf(by)),
    apply: async (client, run) => {
      await client.query(stopClock(PAUSE.to), [run.id, null]);
      await client.query(
        'WITH offered AS (DELETE FROM device_queue WHERE run_id = $1) DELETE FROM outbox WHERE run_id = $1',
        [run.id],
      );
      return PAUSE.to;
    },
  });
}

/** Resumes a paused Run, or an interrupted one in another browser. 409 also when no other browser can take it up. */
export function resume(context: Context, principal: Principal, runId: string): Promise<RunStatus> {
  return change(context, principal, runId, {
    verb: 'resumed',
    audit: 'run.resumed',
    from: [...RESUME.from, ...RESUME_INTERRUPTED.from],
    event: (by) => event('log', 'The Run was resumed.', { control: 'resumed', ...whoOf(by) }),
    apply: async (client, run) => {
      const obstacle = run.lease_owner === null ? await findObstacle(client, run) : null;
      if (obstacle !== null) throw conflict(`The Run cannot be resumed. ${obstacle}`);
      await client.query(GO_ON, [run.id]);
      if (run.lease_owner === null) await enqueue(client, run);
      return RESUME.to;
    },
  });
}

/** Gives the browser of a running or paused Run to a person. 403 also for another's device, whose browser is signed in as them. */
export function takeControl(context: Context, principal: Principal, runId: string): Promise<RunStatus> {
  return change(context, principal, runId, {
    verb: 'taken over',
    audit: 'run.control_taken',
    from: TAKE.from,
    event: (by) => event('control.taken', 'A person took control of the browser.', whoOf(by)),
    apply: async (client, run, by) => {
      if (run.execution_target === 'local' && run.created_by !== by.userId)
        throw new Problem(
          403,
          'The Run is on the device of another member, who alone can take control of it.',
        );
      if (run.lease_owner === null)
        throw conflict('The Run has no browser at the moment, so it cannot be taken over.');
      const controller: Controller = { userId: by.userId, name: deciderOf(by).name };
      await client.query(stopClock(TAKE.to), [run.id, JSON.stringify(controller)]);
      return TAKE.to;
    },
  });
}

/** Takes the browser back from a person; the Run continues. */
export function releaseControl(context: Context, principal: Principal, runId: string): Promise<RunStatus> {
  return change(context, principal, runId, {
    verb: 'given back',
    audit: 'run.control_released',
    from: RELEASE.from,
    event: (by) => event('control.released', 'Control of the browser was released.', whoOf(by)),
    apply: async (client, run) => {
      await client.query(SETTLE_PERSON, [run.id]);
      await client.query(GO_ON, [run.id]);
      // Its executor was lost while nothing had been done in the page.
      if (run.lease_owner === null) await enqueue(client, run);
      return RELEASE.to;
    },
  });
}
