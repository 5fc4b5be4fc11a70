import { AcceptedRun, RunStatusResponse } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readEvents } from './event-stream.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, latestRun, start, stateOf } from './runs.ts';
import { MOMENT, createPublished, setStep } from './samples.ts';

let client: KeyClient;
beforeAll(async () => {
  client = await (await signUp()).key();
});

describe('POST /v1/runs/{run_id}/cancel', () => {
  test('cancels a queued Run for good, which then has no result', async () => {
    const { id } = await createRun(client);
    for (const body of [undefined, {}, undefined])
      expect((await client.post(`/v1/runs/${id}/cancel`, body)).json).toEqual({ status: 'cancelled' });
    const state = { status: 'cancelled', result: null, error_code: null, error_message: null, step_count: 0 };
    expect(await stateOf(client, id)).toEqual(state);
    const run = await latestRun(client);
    expect(run).toMatchObject({ id, ...state, started_at: null });
    expect(run.completed_at).toMatch(MOMENT);
    expect(run.updated_at >= run.created_at).toBe(true);
  });

  test('returns the same answer to a hundred concurrent requests', async () => {
    const { id } = await createRun(client);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => retryWhileUnavailable(() => client.post(`/v1/runs/${id}/cancel`))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"status":"cancelled"}']),
    );
  });

  test('returns the status of a Run that has ended and changes nothing', async () => {
    const { id } = (await client.post('/v1/runs', { task: 'zzz' })).as(202, AcceptedRun);
    const state = () => stateOf(client, id);
    await waitFor('the Run to fail', async () => (await state()).status === 'failed');
    const before = await state();
    expect((await client.post(`/v1/runs/${id}/cancel`)).json).toEqual({ status: 'failed' });
    expect(await state()).toEqual(before);
  });
});

test('a live event stream reports the cancellation and ends', async () => {
  const { id } = await createRun(client);
  const reading = readEvents(client, id);
  (await client.post(`/v1/runs/${id}/cancel`)).as(200, RunStatusResponse);
  const { events, end } = await reading;
  expect(events.map(({ seq, type }) => [seq, type])).toEqual([[1, 'run.cancelled']]);
  expect(end).toEqual({ status: 'cancelled' });
});

test(
  'cancelling a running Run stops it, and run.cancelled is its last event',
  async () => {
    const steps = [
      setStep('a'),
      { id: 'wait', kind: 'primitive', primitive: 'browser.wait', input: { for: { ms: 60_000 } } },
    ];
    const { id } = (await start(client, (await createPublished(client, { steps })).id)).as(202, AcceptedRun);
    await waitFor('the step to start', async () =>
      (await eventsOf(client, id)).some(({ type, step_id }) => type === 'step.started' && step_id === 'wait'),
    );
    expect((await stateOf(client, id)).status).toBe('running');
    (await client.post(`/v1/runs/${id}/cancel`)).as(200, RunStatusResponse);
    const done = await stateOf(client, id);
    expect(done).toMatchObject({
      status: 'cancelled',
      error_code: null,
      result: { status: 'cancelled', steps: 1 },
    });
    expect(done.result?.events.at(-1)?.type).toBe('run.cancelled');
  },
  RUN_MS,
);
