import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executor, expireLease } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';
import { completed, reported } from './run-reports.ts';

const LEASE_MS = 15_000;

describe.each(queueBackends())('the lifecycle of a Run, queued on $name', (backend) => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness(backend, { ERRAND_LEASE_MS: String(LEASE_MS) });
  });
  afterAll(async () => h?.[Symbol.asyncDispose]());

  const events = async (runId: string) =>
    (await h.call('GET', `/v1/runs/${runId}/events`)).body['data'] as {
      seq: number;
      type: string;
      message: string;
    }[];

  test('an accepted Run is published, claimed once, reported, and ends with its result', async () => {
    const runId = await h.createRun('Open the shop');
    await h.until('the job was published', () =>
      h.jobs.some((job) => job.runId === runId && job.attempt === 1),
    );

    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((executorId) => h.claim(runId, 1, executorId)));
    expect(claims.map((claim) => claim.status).sort()).toEqual([200, 409, 409, 409]);
    const winner = claims.findIndex((claim) => claim.status === 200);
    const executorId = ['a', 'b', 'c', 'd'][winner] ?? '';
    expect(claims[winner]?.body).toMatchObject({
      id: runId,
      attempt: 1,
      task: 'Open the shop',
      runbook: null,
    });
    expect(await h.status(runId)).toBe('running');
    const lease = await h.sql.query<{ ms: number }>(
      'SELECT extract(epoch FROM lease_expires_at - running_since)::float * 1000 AS ms FROM runs WHERE id = $1',
      [runId],
    );
    expect(lease.rows).toEqual([{ ms: LEASE_MS }]);

    const slice = { runId, attempt: 1, executorId };
    await h.report({
      ...slice,
      firstSeq: 1,
      events: [reported('run.started', 'go'), reported('step.completed', 'one', 's1')],
    });
    await h.report({
      ...slice,
      firstSeq: 3,
      events: [reported('step.completed', 'two', 's2'), reported('run.completed', 'end')],
      outcome: completed,
    });
    await h.until('the Run has ended', async () => (await h.status(runId)) === 'completed');

    const { body } = await h.call('GET', `/v1/runs/${runId}`);
    expect(Object.keys(body).sort()).toEqual([
      'error_code',
      'error_message',
      'result',
      'status',
      'step_count',
    ]);
    expect(body).toMatchObject({
      step_count: 2,
      error_code: null,
      result: {
        status: 'completed',
        summary: 'Done.',
        steps: 2,
        final_url: 'https://example.com/',
        outputs: { a: 1 },
      },
    });
    expect((await events(runId)).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'run.started'],
      [2, 'step.completed'],
      [3, 'step.completed'],
      [4, 'run.completed'],
    ]);
  });

  test('report slices that arrive late, twice or out of order are applied once and in order', async () => {
    const runId = await h.createRun();
    await h.claim(runId);
    const first = { runId, ...executor, firstSeq: 1, events: [reported('log', 'one')] };
    const second = {
      runId,
      ...executor,
      firstSeq: 2,
      events: [reported('log', 'two'), reported('log', 'three')],
    };
    await h.report(second);
    await h.report(first);
    await h.report(first);
    await h.report(second);
    await h.report({
      runId,
      ...executor,
      firstSeq: 4,
      events: [reported('run.completed', 'end')],
      outcome: completed,
    });
    await h.until('the Run has ended', async () => (await h.status(runId)) === 'completed');
    expect((await events(runId)).map(({ message }) => message)).toEqual(['one', 'two', 'three', 'end']);
  });

  test('reported text survives the queue: key order, NUL, unpaired surrogates', async () => {
    const runId = await h.createRun();
    await h.claim(runId);
    const outputs = { zebra: 'a\0b', a: { longest_of_all: 1, b: '\ud800' }, mm: '🧺' }; // words-ok
    const event = { ...reported('log', 'NUL \0 and \ud800'), data: { seen: '\0' } };
    await h.report({ runId, ...executor, firstSeq: 1, events: [event], outcome: { ...completed, outputs } });
    await h.until('the Run has ended', async () => (await h.status(runId)) === 'completed');
    const result = (await h.call('GET', `/v1/runs/${runId}`)).body['result'] as { outputs: unknown };
    expect(JSON.stringify(result.outputs)).toBe(JSON.stringify(outputs));
    expect((await events(runId))[0]?.message).toBe('NUL \uFFFD and \uFFFD');
  });

  test('reports are applied only from the holder of the lease', async () => {
    const runId = await h.createRun();
    await h.claim(runId);
    await h.report({
      runId,
      attempt: 1,
      executorId: 'a stranger',
      firstSeq: 1,
      events: [reported('log', 'lie')],
    });
    await h.report({
      runId,
      ...executor,
      firstSeq: 1,
      events: [reported('run.completed', 'end')],
      outcome: completed,
    });
    await h.until('the Run has ended', async () => (await h.status(runId)) === 'completed');
    expect((await events(runId)).map(({ message }) => message)).toEqual(['end']);
  });

  test('a Run is cancelled at once, and its status never changes again', async () => {
    const runId = await h.createRun();
    await h.claim(runId);
    expect((await h.call('POST', `/v1/runs/${runId}/cancel`)).body).toEqual({ status: 'cancelled' });
    expect((await h.internal('POST', `/internal/runs/${runId}/heartbeat`, executor)).status).toBe(409);
    await h.report({ runId, ...executor, firstSeq: 1, events: [], outcome: completed });
    const other = await h.createRun();
    await h.claim(other);
    await h.report({ runId: other, ...executor, firstSeq: 1, events: [], outcome: completed });
    await h.until('the later report was applied', async () => (await h.status(other)) === 'completed');
    expect((await h.call('POST', `/v1/runs/${runId}/cancel`)).body).toEqual({ status: 'cancelled' });
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
      status: 'cancelled',
      result: { status: 'cancelled', steps: 0 },
    });
    await expect(h.sql.query(`UPDATE runs SET status = 'running' WHERE id = $1`, [runId])).rejects.toThrow(
      /is cancelled and cannot become running/,
    );
  });

  test('a Run that was cancelled before it started has no result and is not claimed', async () => {
    const runId = await h.createRun();
    await h.call('POST', `/v1/runs/${runId}/cancel`, {});
    expect((await h.claim(runId)).status).toBe(409);
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({
      status: 'cancelled',
      result: null,
    });
  });

  test('a Run that has only read is published again after a lost executor, and fails after the third', async () => {
    const runId = await h.createRun();
    for (const attempt of [1, 2, 3]) {
      await h.jobPublished(runId, attempt);
      expect((await h.claim(runId, attempt)).status).toBe(200);
      await expireLease(h, runId);
    }
    await h.until('the Run has failed', async () => (await h.status(runId)) === 'failed');
    expect((await h.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ error_code: 'executor_lost' });
  });

  test('a Run with an effect of unknown outcome fails after a lost executor, and names the step', async () => {
    const runId = await h.createRun();
    await h.claim(runId);
    const intent = {
      ...executor,
      ordinal: 1,
      stepId: 'pay',
      effect: 'irreversible',
      action: 'Click "Pay"',
      surface: 'browser',
    };
    expect((await h.internal('POST', `/internal/runs/${runId}/intents`, intent)).status).toBe(204);
    await expireLease(h, runId);
    await h.until('the Run has failed', async () => (await h.status(runId)) === 'failed');
    const { body } = await h.call('GET', `/v1/runs/${runId}`);
    expect(body['error_code']).toBe('executor_lost');
    expect(body['error_message']).toContain('"pay"');
    expect(
      (await h.internal('POST', `/internal/runs/${runId}/intents`, { ...intent, ordinal: 2 })).status,
    ).toBe(409);
  });

  test('a released Run is queued again and does not count as lost', async () => {
    const runId = await h.createRun();
    await h.until('the job was published', () => h.jobs.some((job) => job.runId === runId));
    await h.claim(runId);
    expect((await h.internal('POST', `/internal/runs/${runId}/release`, executor)).status).toBe(204);
    expect(await h.status(runId)).toBe('queued');
    await h.jobPublished(runId, 2);
    expect((await h.claim(runId, 2, 'executor-2')).status).toBe(200);
    const { rows } = await h.sql.query('SELECT lost_attempts FROM runs WHERE id = $1', [runId]);
    expect(rows).toEqual([{ lost_attempts: 0 }]);
  });

  test('the event stream sends the events of a Run and then its end', async () => {
    const runId = await h.createRun();
    const stream = h.streamText(runId);
    await h.claim(runId);
    await h.report({ runId, ...executor, firstSeq: 1, events: [reported('log', 'one')] });
    await h.report({
      runId,
      ...executor,
      firstSeq: 2,
      events: [reported('run.completed', 'end')],
      outcome: completed,
    });
    const text = await stream;
    expect(text.match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2']);
    expect(text.trimEnd().endsWith('event: end\ndata: {"status":"completed"}')).toBe(true);
    expect((await h.streamText(runId, { 'last-event-id': '1' })).match(/^id: \d+$/gm)).toEqual(['id: 2']);
  });
});
