import { queueBackends } from '@errand/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  requestApproval,
  claimedRun,
  completedStep,
  declareIntent,
  executor,
  failedStep,
  expireLease,
  lastEvent,
  reportEvents,
} from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';
import { cancelWaiting } from './workspace-loads.ts';

const [postgres] = queueBackends();
let h: Harness;
beforeAll(async () => {
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres, { ERRAND_LEASE_MS: '15000', ERRAND_RUN_TIMEOUT_MS: '60000' });
});
afterAll(async () => h?.[Symbol.asyncDispose]());
afterEach(() => cancelWaiting(h));

function ended(runId: string, status: string) {
  return h.until(`it is ${status}`, async () => (await h.status(runId)) === status);
}

describe('a lost executor', () => {
  test('the Run of an executor lost during a read after an effect outside the page resumes with the known outputs', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'order', 'http');
    await reportEvents(h, runId, [
      completedStep('order', { number: 7 }),
      reported('step.completed', 'read', 'read'),
    ]);
    await expireLease(h, runId);
    await h.jobPublished(runId, 2);
    const { status, body } = await h.claim(runId, 2, 'executor-2');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      attempt: 2,
      completedSteps: [{ id: 'order', output: { number: 7 } }],
      grantedApproval: null,
    });
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ step_count: 1 });
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    const { rows } = await h.sql.query('SELECT FROM completed_steps WHERE run_id = $1', [runId]);
    expect(rows).toEqual([]);
  });

  test('the Run of an executor lost in the middle of a loop resumes with the list and the known iterations', async () => {
    const runId = await claimedRun(h);
    const list = {
      ...reported('log', 'Step "rows" is done for 3 items.', 'rows'),
      result: { output: ['a', 'b', 'c'], reusable: true },
    };
    await declareIntent(h, runId, 'rows[0]', 'http');
    await reportEvents(h, runId, [list, completedStep('rows[0]', 1)]);
    await expireLease(h, runId);
    await h.jobPublished(runId, 2);
    const { body } = await h.claim(runId, 2, 'executor-2');
    expect(body['completedSteps']).toEqual(
      expect.arrayContaining([
        { id: 'rows[]', output: ['a', 'b', 'c'] },
        { id: 'rows[0]', output: 1 },
      ]),
    );
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ step_count: 1 });
    await h.call('POST', `/v1/runs/${runId}/cancel`);
  });

  test('the Run of an executor lost after a step without an effect resumes', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'click', 'browser');
    await reportEvents(h, runId, [failedStep('click', 'nothing')]);
    await expireLease(h, runId);
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2)).body).toMatchObject({ completedSteps: [] });
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    expect(await lastEvent(h, runId)).toMatchObject({
      type: 'run.cancelled',
      data: { effects: [{ step_id: 'click', action: 'do click', outcome: 'not_landed' }] },
    });
  });

  test.each([
    [
      'during a step that was declared',
      [],
      'The executor was lost during step "pay"; whether it took effect is unknown.',
      'unknown',
    ],
    [
      'after a step that may have landed',
      [failedStep('pay', 'unknown')],
      'The executor was lost during step "pay"; whether it took effect is unknown.',
      'unknown',
    ],
    [
      'after an effect in a page that cannot be restored',
      [completedStep('pay', null)],
      'The executor was lost after step "pay" took effect; the page it left cannot be restored without repeating the step.',
      'landed',
    ],
  ])(
    'a Run whose executor is lost %s fails and lists the known effects',
    async (_when, events, message, outcome) => {
      const runId = await claimedRun(h);
      await declareIntent(h, runId, 'pay', 'browser');
      if (events.length > 0) await reportEvents(h, runId, events);
      await expireLease(h, runId);
      await ended(runId, 'failed');
      expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
        error_code: 'executor_lost',
        error_message: message,
      });
      expect(await lastEvent(h, runId)).toMatchObject({
        type: 'run.failed',
        step_id: 'pay',
        data: { effects: [{ step_id: 'pay', action: 'do pay', outcome }] },
      });
    },
  );

  test('the Run of an executor lost after an effect whose output could not be kept fails and names the step', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'order', 'http');
    await reportEvents(h, runId, [completedStep('order', null, false)]);
    await expireLease(h, runId);
    await ended(runId, 'failed');
    expect((await h.call('GET', `/v1/runs/${runId}`)).body['error_message']).toContain('step "order"');
  });

  test('the Run of an executor lost while it waited for approval is suspended and resumes once approved', async () => {
    const runId = await claimedRun(h);
    await requestApproval(h, runId);
    await expireLease(h, runId);
    await h.until('it was taken back', async () => {
      const { rows } = await h.sql.query('SELECT FROM runs WHERE id = $1 AND lease_owner IS NULL', [runId]);
      return rows.length === 1;
    });
    expect(await h.status(runId)).toBe('waiting_for_approval');
    expect((await h.claim(runId, 2)).status).toBe(409);
    expect((await h.decide(runId, { decision: 'approve' })).body).toEqual({ status: 'waiting_for_approval' });
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2)).body).toMatchObject({ grantedApproval: { stepId: 'pay' } });
  });
});

describe('a Run that had reached its outcome when its executor was lost', () => {
  const outputs = { read: 'a heading' };
  const doneBut = async (): Promise<string> => {
    const runId = await claimedRun(h);
    const events = [reported('step.completed', 'read', 'read')];
    await h.report({ runId, ...executor, firstSeq: 1, events, reached: { ...completed, outputs } });
    await h.until('the report was applied', async () => {
      const { rows } = await h.sql.query('SELECT FROM runs WHERE id = $1 AND reached_outcome IS NOT NULL', [
        runId,
      ]);
      return rows.length > 0;
    });
    return runId;
  };
  const isCompleted = async (runId: string) => {
    await ended(runId, 'completed');
    const { body } = await h.call('GET', `/v1/runs/${runId}`);
    expect(body).toMatchObject({ error_code: null, step_count: 1, result: { summary: 'Done.', outputs } });
    expect(await lastEvent(h, runId)).toMatchObject({ type: 'run.completed', message: 'Done.' });
    expect(h.jobs.some((job) => job.runId === runId && job.attempt === 2)).toBe(false);
  };

  test('completes when its lease expires', async () => {
    const runId = await doneBut();
    await expireLease(h, runId);
    await isCompleted(runId);
  });

  test('completes when the loss is reported', async () => {
    const runId = await doneBut();
    await h.internal('POST', `/internal/runs/${runId}/loss`, { ...executor, events: 1 });
    await isCompleted(runId);
  });

  test('completes when it is released', async () => {
    const runId = await doneBut();
    await h.internal('POST', `/internal/runs/${runId}/release`, { ...executor, events: 1 });
    await isCompleted(runId);
  });
});

describe('a reported loss of an executor', () => {
  const report = (runId: string, more: object = {}) =>
    h.internal('POST', `/internal/runs/${runId}/loss`, { ...executor, events: 0, ...more });

  test('lets another executor resume the Run before the lease expires', async () => {
    const runId = await claimedRun(h);
    expect((await report(runId)).status).toBe(204);
    expect(await h.status(runId)).toBe('queued');
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2)).status).toBe(200);
  });

  test('fails a Run with an effect of unknown outcome', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'pay', 'http');
    expect((await report(runId)).status).toBe(204);
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ error_code: 'executor_lost' });
  });

  test('gets 503 until all reported events are applied', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'order', 'http');
    expect((await report(runId, { events: 1 })).status).toBe(503);
    await reportEvents(h, runId, [completedStep('order', { number: 7 })]);
    expect((await report(runId, { events: 1 })).status).toBe(204);
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2)).body).toMatchObject({ completedSteps: [{ id: 'order' }] });
  });

  test.each([
    ['another attempt', { attempt: 2 }],
    ['another executor', { executorId: 'executor-2' }],
  ])('gets 409 and changes nothing for %s', async (_whose, more) => {
    const runId = await claimedRun(h);
    expect((await report(runId, more)).status).toBe(409);
    expect(await h.status(runId)).toBe('running');
  });

  test('gets 409 after the Run has ended', async () => {
    const runId = await claimedRun(h);
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    expect((await report(runId)).status).toBe(409);
    expect(await h.status(runId)).toBe('cancelled');
  });
});

test('the lease check returns 409 unless the execution holds the Run', async () => {
  const runId = await claimedRun(h);
  const check = async (executorId: string) =>
    (await h.internal('GET', `/internal/runs/${runId}/lease?attempt=1&executorId=${executorId}`)).status;
  expect(await check('executor-1')).toBe(204);
  expect(await check('executor-2')).toBe(409);
  await h.call('POST', `/v1/runs/${runId}/cancel`);
  expect(await check('executor-1')).toBe(409);
});

describe('a lost browser', () => {
  const lostBrowser = (runId: string, holder = executor, events = 0) =>
    h.internal('POST', `/internal/runs/${runId}/browser-lost`, { ...holder, events });

  test('requeues a Run that has only read, until it has lost three browsers or executors', async () => {
    const runId = await claimedRun(h);
    expect((await lostBrowser(runId, executor, 1)).status).toBe(503);
    expect((await lostBrowser(runId)).body).toEqual({ requeued: true });
    expect(await h.status(runId)).toBe('queued');
    expect(await lastEvent(h, runId)).toMatchObject({
      message: 'The browser was lost; the Run is queued again.',
    });
    expect((await lostBrowser(runId)).status).toBe(409);
    for (const attempt of [2, 3]) {
      await h.jobPublished(runId, attempt);
      const holder = { attempt, executorId: `executor-${attempt}` };
      const { body } = await h.claim(runId, attempt, holder.executorId);
      expect(body).toMatchObject({ lostAttempts: attempt - 1 });
      expect((await lostBrowser(runId, holder)).body).toEqual({ requeued: attempt < 3 });
    }
    expect(await h.status(runId)).toBe('running');
  });

  test('does not requeue a Run that has begun an effect', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'pay', 'browser');
    expect((await lostBrowser(runId)).body).toEqual({ requeued: false });
    expect(await h.status(runId)).toBe('running');
  });
});
