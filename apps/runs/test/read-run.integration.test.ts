import { randomUUIDv7 } from 'node:crypto';
import { queueBackends } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Harness, startHarness } from './harness.ts';

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
