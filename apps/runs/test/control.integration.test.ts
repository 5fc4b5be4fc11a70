import { randomUUIDv7 } from 'node:crypto';
import { type QueueBackend, queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { completedStep, declareIntent, executor, expireLease, reportEvents } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';

const [postgres] = queueBackends() as [QueueBackend];

let h: Harness;
beforeAll(async () => {
  h = await startHarness(postgres, { ERRAND_INTERRUPTED_TIMEOUT_MS: '60000' });
});
afterAll(async () => {
  await h?.[Symbol.asyncDispose]();
});

/** A Run of a Blueprint that executor-1 holds. */
async function claimedRun(): Promise<string> {
  const runId = await h.createRun();
  await h.sql.query(`UPDATE runs SET blueprint_id = $2, blueprint = '{"goal":"Look"}' WHERE id = $1`, [
    runId,
    randomUUIDv7(),
  ]);
  await h.claim(runId);
  return runId;
}

/** The executor sends its heartbeats until `work` is done. */
async function withHeartbeats<Result>(runId: string, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const ending = work.finally(() => (isOver = true));
  while (!isOver) await heartbeat(runId);
  return ending;
}

async function ask(runId: string, action: string): Promise<unknown> {
  const { status, body } = await h.call('POST', `/v1/blueprint-runs/${runId}/${action}`);
  return status === 200 ? body['status'] : [status, body['detail']];
}

function control(runId: string, action: string): Promise<unknown> {
  return withHeartbeats(runId, ask(runId, action));
}

function heartbeat(runId: string, holder = executor) {
  return h.internal('POST', `/internal/runs/${runId}/heartbeat`, holder);
}

async function interrupted(runId: string): Promise<void> {
  await expireLease(h, runId);
  await h.until('the Run is interrupted', async () => (await h.status(runId)) === 'interrupted');
}

async function activeMs(runId: string): Promise<{ active_ms: number; running_since: Date | null }> {
  const { rows } = await h.sql.query('SELECT active_ms, running_since FROM runs WHERE id = $1', [runId]);
  return rows[0];
}

test('the executor learns the status from the answer to its heartbeat', async () => {
  const runId = await claimedRun();
  expect((await heartbeat(runId)).body).toMatchObject({ status: 'running' });
  expect(await control(runId, 'pause')).toBe('paused');
  expect((await heartbeat(runId)).body).toMatchObject({ status: 'paused' });
  expect(await control(runId, 'take-control')).toBe('user_controlling');
  expect((await heartbeat(runId)).body).toMatchObject({ status: 'user_controlling' });
  expect(await control(runId, 'release-control')).toBe('running');
  expect((await heartbeat(runId)).body).toMatchObject({ status: 'running' });
});

test('a paused Run can declare no effect, and a controlled Run only the person’s', async () => {
  const runId = await claimedRun();
  const declare = async (ordinal: number, byPerson: boolean) => {
    const body = {
      ordinal,
      stepId: 's',
      effect: 'write',
      action: 'by a person',
      surface: 'browser',
      byPerson,
    };
    return (await h.internal('POST', `/internal/runs/${runId}/intents`, { ...executor, ...body })).status;
  };
  expect([await declare(1, false), await declare(2, true)]).toEqual([204, 423]);
  await control(runId, 'pause');
  expect([await declare(3, false), await declare(4, true)]).toEqual([423, 423]);
  await control(runId, 'take-control');
  expect([await declare(5, false), await declare(6, true)]).toEqual([423, 204]);
  await control(runId, 'release-control');
  expect([await declare(7, false), await declare(8, true)]).toEqual([204, 423]);
  const { rows } = await h.sql.query('SELECT ordinal, landed FROM intents WHERE run_id = $1 ORDER BY 1', [
    runId,
  ]);
  expect(rows).toContainEqual({ ordinal: 6, landed: true });
});

test('paused and user-controlled time does not count', async () => {
  const runId = await claimedRun();
  await h.sql.query(`UPDATE runs SET running_since = now() - interval '5 s' WHERE id = $1`, [runId]);
  await control(runId, 'pause');
  const paused = await activeMs(runId);
  expect(paused.running_since).toBeNull();
  expect(paused.active_ms).toBeGreaterThanOrEqual(5_000);
  await control(runId, 'take-control');
  expect((await activeMs(runId)).active_ms).toBe(paused.active_ms);
  await control(runId, 'release-control');
  expect(await activeMs(runId)).toEqual({ active_ms: paused.active_ms, running_since: expect.any(Date) });
});

describe('a lost executor', () => {
  test.each([[[]], [['pause']], [['pause', 'take-control']], [['take-control']]])(
    'interrupts the Run after %j, and it resumes elsewhere on request',
    async (actions) => {
      const runId = await claimedRun();
      for (const action of actions) await control(runId, action);
      await interrupted(runId);
      expect((await heartbeat(runId)).status).toBe(409);
      expect(await control(runId, 'pause')).toEqual([409, expect.stringContaining('interrupted')]);
      expect(await control(runId, 'take-control')).toEqual([409, expect.any(String)]);
      expect(await control(runId, 'resume')).toBe('running');
      await h.jobPublished(runId, 2);
      expect((await h.claim(runId, 2, 'executor-2')).status).toBe(200);
      expect(await h.status(runId)).toBe('running');
    },
  );

  test('leaves a Run that cannot be resumed after an effect, and says why', async () => {
    const runId = await claimedRun();
    await declareIntent(h, runId, 's3', 'browser');
    await reportEvents(h, runId, [completedStep('s3', null)]);
    await interrupted(runId);
    expect(await control(runId, 'resume')).toEqual([409, expect.stringContaining('step "s3" took effect')]);
    expect(await h.status(runId)).toBe('interrupted');
    expect(await control(runId, 'cancel')).toBe('cancelled');
  });

  test('leaves a Run that fails when it is not resumed in time', async () => {
    const runId = await claimedRun();
    await interrupted(runId);
    await h.sql.query(`UPDATE runs SET interrupted_at = now() - interval '61 s' WHERE id = $1`, [runId]);
    await h.until('the Run has failed', async () => (await h.status(runId)) === 'failed');
    const { body } = await h.call('GET', `/v1/runs/${runId}`);
    expect(body).toMatchObject({ error_code: 'executor_lost' });
    expect(body['error_message']).toContain('not resumed in time');
  });
});

describe('an executor that shuts down', () => {
  const release = (runId: string) =>
    h.internal('POST', `/internal/runs/${runId}/release`, { ...executor, events: 0 });

  test('leaves a paused Run paused, which goes on elsewhere once it is resumed', async () => {
    const runId = await claimedRun();
    await control(runId, 'pause');
    await release(runId);
    expect(await h.status(runId)).toBe('paused');
    expect(await control(runId, 'take-control')).toEqual([409, expect.stringContaining('no browser')]);
    expect(await control(runId, 'resume')).toBe('running');
    expect(await control(runId, 'pause')).toBe('paused');
    expect(await control(runId, 'resume')).toBe('running');
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2, 'executor-2')).status).toBe(200);
  });

  test('interrupts a Run that a person controls', async () => {
    const runId = await claimedRun();
    await control(runId, 'take-control');
    await release(runId);
    expect(await h.status(runId)).toBe('interrupted');
  });
});

test('exactly one of twenty people takes control at once', async () => {
  const runId = await claimedRun();
  const people = Array.from({ length: 20 }, () => ask(runId, 'take-control'));
  const answers = await withHeartbeats(runId, Promise.all(people));
  expect(answers.filter((answer) => answer === 'user_controlling')).toHaveLength(1);
  const { body } = await h.call('GET', `/v1/runs/${runId}/events`);
  const taken = (body['data'] as { type: string; data: object }[]).filter(
    ({ type }) => type === 'control.taken',
  );
  expect(taken).toHaveLength(1);
  expect(taken[0]?.data).toMatchObject({ by: { type: 'key' }, member_id: h.principal.userId });
});

test('an ordinary Run whose executor is lost is queued again', async () => {
  const runId = await h.createRun();
  await h.claim(runId);
  await expireLease(h, runId);
  await h.jobPublished(runId, 2);
});
