import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { type ClaimedRun, Exchanged, LEASE_HEADER } from '@errand/contracts/internal';
import type { RunEventsJob } from '@errand/contracts/queue';
import { createClaimKey, signReport } from '@errand/service-kit';
import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ADMISSION_LOCK } from '../src/scheduling/admission.ts';
import { EXECUTOR_TOKEN, type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';
import { cancelWaiting, miscounted } from './workspace-loads.ts';

const LIMIT = 2;
const executorId = 'executor-1';

describe.each(queueBackends())('one call that claims and ends several Runs, queued on $name,', (backend) => {
  let h: Harness;
  let publicKey: string;
  beforeAll(async () => {
    h = await startHarness(backend, { ERRAND_WORKSPACE_CONCURRENT_RUNS: String(LIMIT) });
    ({ publicKey } = await createClaimKey());
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());
  afterEach(async () => {
    await cancelWaiting(h);
    expect(await miscounted(h)).toEqual([]);
  });

  const exchange = async (wishes: object): Promise<Exchanged> => {
    const body = { executorId, publicKey, ends: [], claims: [], room: 0, ...wishes };
    const answer = await h.internal('POST', '/internal/executions', body);
    expect(answer.status).toBe(200);
    return Exchanged.parse(answer.body);
  };
  const claimOf = (runId: string) => ({ runId, attempt: 1, reserved: false });
  const endOf = ({ id, attempt, lease }: Pick<ClaimedRun, 'id' | 'attempt' | 'lease'>): RunEventsJob => ({
    runId: id,
    attempt,
    executorId,
    ...signReport(lease, { firstSeq: 1, events: [reported('run.completed', 'end')], outcome: completed }),
  });
  const runsOf = (claimed: Exchanged['claimed']) =>
    claimed.flatMap((one) => (typeof one === 'number' ? [] : [one]));
  /** Keeps the relay, which polls now and then, from admitting these Runs. */
  const withoutAdmission = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const client = await h.sql.connect();
    try {
      await client.query(`SELECT pg_advisory_lock(${ADMISSION_LOCK})`);
      return await work();
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${ADMISSION_LOCK})`);
      client.release();
    }
  };
  const createRuns = async (count: number, workspaceId = h.principal.workspaceId) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const { body } = await h.as({ workspaceId }).call('POST', '/v1/runs', { task: `Task ${made}` });
      ids.push(String(body['id']));
    }
    return ids;
  };

  test('claims no more Runs than their workspace has slots, while those of another workspace are claimed', async () => {
    const own = await createRuns(LIMIT + 1);
    const others = await createRuns(1, randomUUIDv7());
    const { claimed } = await exchange({ claims: [...own, ...others].map(claimOf) });
    expect(claimed.map((one) => (typeof one === 'number' ? one : 'claimed'))).toEqual([
      'claimed',
      'claimed',
      409,
      'claimed',
    ]);
    expect(runsOf(claimed).map(({ id }) => id)).toEqual([own[0], own[1], others[0]]);
    const { rows } = await h.sql.query('SELECT admitted_at FROM outbox WHERE run_id = $1', [own[2]]);
    expect(rows).toEqual([{ admitted_at: null }]);
  });

  test('accepts only one of two claims of the same attempt', async () => {
    const [runId = ''] = await createRuns(1);
    const { claimed } = await exchange({ claims: [claimOf(runId), claimOf(runId)] });
    expect(claimed.map((one) => typeof one)).toEqual(['object', 'number']);
  });

  test('gives an executor that had no answer to its claim the next attempt at once, until something was reported', async () => {
    const [runId = ''] = await createRuns(1);
    await exchange({ claims: [claimOf(runId)] });
    const again = { ...claimOf(runId), again: true };
    expect((await exchange({ claims: [again], executorId: 'another' })).claimed).toEqual([409]);
    const [held] = runsOf((await exchange({ claims: [again] })).claimed);
    expect(held).toMatchObject({ id: runId, attempt: 2 });
    expect(held?.lostAttempts).toBeUndefined();
    const heartbeat = (attempt: number, lease = '') =>
      h.internal(
        'POST',
        `/internal/runs/${runId}/heartbeat`,
        { attempt, executorId },
        { [LEASE_HEADER]: lease },
      );
    expect((await heartbeat(1, held?.lease)).status).toBe(409);
    expect((await heartbeat(2, held?.lease)).status).toBe(200);
    await h.report(
      { runId, attempt: 2, executorId, firstSeq: 1, events: [reported('log', 'begun')] },
      held?.lease,
    );
    await h.until('the report was applied', async () => {
      const { rows } = await h.sql.query('SELECT FROM runs WHERE id = $1 AND attempt_seq = 1', [runId]);
      return rows.length === 1;
    });
    expect((await exchange({ claims: [{ ...again, attempt: 2 }] })).claimed).toEqual([409]);
  });

  test('takes a Run back at once from an executor that is gone before it has the answer', async () => {
    const [runId = ''] = await createRuns(1);
    const client = await h.sql.connect();
    const asked = request(`${h.url}/internal/executions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${EXECUTOR_TOKEN}`, 'content-type': 'application/json' },
    });
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [runId]);
      asked.end(JSON.stringify({ executorId, publicKey, ends: [], claims: [claimOf(runId)], room: 0 }));
      await h.until('the claim waits for the lock', async () => {
        const { rows } = await h.sql.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return rows.length > 0;
      });
      // The service closes its side too as soon as it knows that the executor is gone.
      asked.socket?.end();
      await once(asked, 'error');
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await h.jobPublished(runId, 2);
    const { rows } = await h.sql.query('SELECT status, attempt, lost_attempts FROM runs WHERE id = $1', [
      runId,
    ]);
    expect(rows).toEqual([{ status: 'queued', attempt: 1, lost_attempts: 0 }]);
  });

  test('gives no executor that claims again a Run whose step may act', async () => {
    const [runId = ''] = await createRuns(1);
    const [held] = runsOf((await exchange({ claims: [claimOf(runId)] })).claimed);
    const intent = { stepId: 's1', ordinal: 1, effect: 'write', action: 'do s1', surface: 'http' };
    const { status } = await h.internal(
      'POST',
      `/internal/runs/${runId}/intents`,
      { attempt: 1, executorId, ...intent },
      { [LEASE_HEADER]: String(held?.lease) },
    );
    expect(status).toBe(204);
    expect((await exchange({ claims: [{ ...claimOf(runId), again: true }] })).claimed).toEqual([409]);
  });

  test('claims Runs of the backlog for the slots of those that end, without jobs', async () => {
    const ids = await createRuns(LIMIT + 2);
    const { claimed } = await exchange({ claims: ids.slice(0, LIMIT).map(claimOf) });
    const { ended, taken } = await withoutAdmission(() =>
      exchange({ ends: runsOf(claimed).map(endOf), room: LIMIT + 1 }),
    );
    expect(ended).toEqual([true, true]);
    expect(taken.map(({ id }) => id).sort()).toEqual(ids.slice(LIMIT));
    expect(h.jobs.filter(({ runId }) => ids.slice(LIMIT).includes(runId))).toEqual([]);
    const last = await exchange({ ends: taken.map(endOf), room: 1 });
    expect(last).toEqual({ ended: [true, true], claimed: [], taken: [] });
    for (const id of ids) expect(await h.status(id)).toBe('completed');
  });

  test('gives a waiting executor a Run that is accepted meanwhile, without a job', async () => {
    const acceptWhileWaiting = async () => {
      const waiting = exchange({ room: 2, waits: true });
      const [runId = ''] = await createRuns(1);
      return { runId, taken: (await waiting).taken };
    };
    let { runId, taken } = await acceptWhileWaiting();
    // A wait is short, so it can be over before the Run is accepted.
    while (taken.length === 0) {
      await cancelWaiting(h);
      ({ runId, taken } = await acceptWhileWaiting());
    }
    expect(taken.map(({ id }) => id)).toEqual([runId]);
    expect(h.jobs.map((job) => job.runId)).not.toContain(runId);
    expect((await exchange({ ends: taken.map(endOf) })).ended).toEqual([true]);
  });

  test('rejects a report that does not prove its claim, and applies the others', async () => {
    const ids = await createRuns(2);
    const { claimed } = await exchange({ claims: ids.map(claimOf) });
    const [one, other] = runsOf(claimed);
    if (one === undefined || other === undefined) throw new Error('two Runs were claimed');
    const { ended } = await exchange({ ends: [endOf({ ...one, lease: other.lease }), endOf(other)] });
    expect(ended).toEqual([false, true]);
    expect(await h.status(one.id)).toBe('running');
    // The same report again is nothing new.
    expect((await exchange({ ends: [endOf(other)] })).ended).toEqual([false]);
    const { rows } = await h.sql.query('SELECT FROM run_events WHERE run_id = $1', [other.id]);
    expect(rows).toHaveLength(1);
  });
});
