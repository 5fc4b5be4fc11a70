import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  claimedRun,
  completedStep,
  declareIntent,
  executor,
  expireLease,
  failedStep,
  lastEvent,
  reportEvents,
  requestApproval,
} from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { reported } from './run-reports.ts';

let h: Harness;
beforeAll(async () => {
  const [backend] = queueBackends();
  if (backend === undefined) throw new Error('there is no queue to test with');
  h = await startHarness(backend);
});
afterAll(async () => {
  await h?.[Symbol.asyncDispose]();
});

test('Runs that are read at the same time each get their own answer: also one asked for twice, one of another workspace, and an unknown one', async () => {
  const first = await h.createRun();
  const second = await h.createRun();
  await h.call('POST', `/v1/runs/${second}/cancel`);
  const stranger = h.as({ ...h.principal, workspaceId: randomUUIDv7() });
  const place = (id: string) => `/v1/runs/${id}`;

  const answers = await Promise.all([
    h.call('GET', place(first)),
    h.call('GET', place(second)),
    stranger.call('GET', place(first)),
    h.call('GET', place(randomUUIDv7())),
    h.call('GET', place(first)),
  ]);

  expect(answers.map(({ status, body }) => [status, (body as { status?: string }).status])).toEqual([
    [200, 'queued'],
    [200, 'cancelled'],
    [404, undefined],
    [404, undefined],
    [200, 'queued'],
  ]);
});

describe('the last event of a Run', () => {
  test.each(['action_failed', 'run_timeout'] as const)(
    'lists the effects of a Run that failed with %s',
    async (errorCode) => {
      const runId = await claimedRun(h);
      await declareIntent(h, runId, 'order', 'http');
      await declareIntent(h, runId, 'click', 'browser', 2);
      await declareIntent(h, runId, 'pay', 'browser', 3);
      const failure = { ...reported('run.failed', 'end'), data: { error_code: errorCode } };
      await h.report({
        runId,
        ...executor,
        firstSeq: 1,
        events: [completedStep('order', null), failedStep('click', 'nothing'), failure],
        outcome: {
          status: 'failed',
          summary: 'end',
          finalUrl: null,
          outputs: {},
          errorCode,
          errorMessage: 'end',
        },
      });
      await h.until('it has failed', async () => (await h.status(runId)) === 'failed');
      expect(await lastEvent(h, runId)).toMatchObject({
        type: 'run.failed',
        data: {
          error_code: errorCode,
          effects: [
            { step_id: 'order', outcome: 'landed' },
            { step_id: 'click', outcome: 'not_landed' },
            { step_id: 'pay', outcome: 'unknown' },
          ],
        },
      });
    },
  );

  test('lists the effects of a Run that was rejected', async () => {
    const runId = await claimedRun(h);
    await declareIntent(h, runId, 'order', 'http');
    await reportEvents(h, runId, [completedStep('order', null)]);
    await requestApproval(h, runId);
    await h.decide(runId, { decision: 'reject' });
    expect(await lastEvent(h, runId)).toMatchObject({
      type: 'run.failed',
      data: { effects: [{ step_id: 'order', outcome: 'landed' }] },
    });
  });
});

describe('the result of a Run', () => {
  const resultOf = async (runId: string) => (await h.call('GET', `/v1/runs/${runId}`)).body['result'];
  const ways: Record<string, (runId: string) => Promise<unknown>> = {
    'that is cancelled': (runId) => h.call('POST', `/v1/runs/${runId}/cancel`),
    'that is rejected': async (runId) => {
      await requestApproval(h, runId);
      await h.decide(runId, { decision: 'reject' });
    },
    'whose executor is lost': async (runId) => {
      await declareIntent(h, runId, 'pay', 'browser');
      await expireLease(h, runId);
      await h.until('it has failed', async () => (await h.status(runId)) === 'failed');
    },
  };
  test.each(Object.keys(ways))(
    'contains the known outputs of completed steps for a Runbook Run %s',
    async (way) => {
      const runId = await claimedRun(h);
      const steps = ['order', 'login', 'mail', 'pay'].map((id) => ({ id }));
      await h.sql.query('UPDATE runs SET runbook = $2 WHERE id = $1', [runId, { steps }]);
      await reportEvents(h, runId, [
        completedStep('order', { number: 7 }),
        completedStep('login', null, false),
        completedStep('mail', 'sent'),
      ]);
      await ways[way]?.(runId);
      const { outputs } = (await resultOf(runId)) as { outputs: unknown };
      expect(JSON.stringify(outputs)).toBe('{"order":{"number":7},"mail":"sent"}');
    },
  );

  test('contains no outputs of steps for an ad-hoc Run', async () => {
    const runId = await claimedRun(h);
    await reportEvents(h, runId, [completedStep('s1', 'clicked')]);
    await h.call('POST', `/v1/runs/${runId}/cancel`);
    expect(await resultOf(runId)).toMatchObject({ steps: 1, outputs: {} });
  });
});
