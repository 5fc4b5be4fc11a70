import { LIVE_CLOSE } from '@errand/contracts';
import { queueBackends } from '@errand/test-kit';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimedRun, completedStep, declareIntent, expireLease, reportEvents } from './executor.ts';
import { type Harness, startHarness } from './harness.ts';

let h: Harness;
beforeAll(async () => {
  const [postgres] = queueBackends();
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres);
});
afterAll(async () => {
  await h?.[Symbol.asyncDispose]();
});

test('a watcher who comes while the database does not answer is told to come again, and then sees the Run', async () => {
  const runId = await h.createRun();
  const blocker = await h.sql.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [runId]);
  const early = h.watch(runId);
  const [code] = (await once(early, 'close')) as [number];
  expect(code).toBe(LIVE_CLOSE.lost);
  await blocker.query('ROLLBACK');
  blocker.release();
  const late = h.watch(runId);
  const [message] = (await once(late, 'message')) as [Buffer];
  expect(JSON.parse(message.toString('utf8'))).toMatchObject({ type: 'state', status: 'queued' });
  late.close();
});

test('the browser of a Run on a device can be taken over by its owner only, whose sign-ins it has', async () => {
  const runId = await h.createRun();
  await h.claim(runId);
  await h.sql.query(`UPDATE runs SET execution_target = 'local' WHERE id = $1`, [runId]);
  const colleague = { ...h.principal, userId: 'colleague' };
  const [own, other] = [h.watch(runId), h.watch(runId, colleague)];
  const states = await Promise.all([once(own, 'message'), once(other, 'message')]);
  expect(states.map(([message]) => JSON.parse(String(message)))).toMatchObject([
    { status: 'running', can: ['pause', 'take'] },
    { status: 'running', can: ['pause'] },
  ]);
  const refused = once(other, 'message');
  other.send(JSON.stringify({ type: 'control', action: 'take' }));
  expect(JSON.parse(String((await refused)[0]))).toEqual({
    type: 'refused',
    detail: 'The Run is on the device of another member, who alone can take control of it.',
  });
  own.send(JSON.stringify({ type: 'control', action: 'take' }));
  await h.until('it is taken', async () => (await h.status(runId)) === 'user_controlling');
  own.close();
  other.close();
});

test('a paused Run of a Runbook whose executor was lost after an effect outside the page goes on elsewhere once it is resumed', async () => {
  const runId = await claimedRun(h);
  const socket = h.watch(runId);
  const ask = (action: string) => socket.send(JSON.stringify({ type: 'control', action }));
  await once(socket, 'open');
  await declareIntent(h, runId, 'order', 'http');
  await reportEvents(h, runId, [completedStep('order', { number: 7 })]);
  ask('pause');
  await h.until('it is paused', async () => (await h.status(runId)) === 'paused');
  await expireLease(h, runId);
  await h.until('its executor is lost', async () => {
    const { rows } = await h.sql.query('SELECT FROM runs WHERE id = $1 AND lease_owner IS NULL', [runId]);
    return rows.length === 1;
  });
  ask('resume');
  await h.jobPublished(runId, 2);
  const { body } = await h.claim(runId, 2, 'executor-2');
  expect(body).toMatchObject({ attempt: 2, completedSteps: [{ id: 'order', output: { number: 7 } }] });
  socket.close();
});
