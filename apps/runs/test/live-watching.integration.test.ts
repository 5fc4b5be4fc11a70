import { PRINCIPAL_HEADER } from '@errand/contracts/internal';
import { LIVE_CLOSE } from '@errand/contracts';
import { queueBackends } from '@errand/test-kit';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { claimedRun, completedStep, declareIntent, expireLease, reportEvents } from './executor.ts';
import { type Harness, TOKEN, startHarness } from './harness.ts';

let h: Harness;
beforeAll(async () => {
  const [postgres] = queueBackends();
  if (postgres === undefined) throw new Error('no queue to test with');
  h = await startHarness(postgres);
});
afterAll(async () => {
  await h?.[Symbol.asyncDispose]();
});

function watch(runId: string): WebSocket {
  return new WebSocket(`${h.url.replace('http', 'ws')}/live/${runId}/socket`, {
    headers: { authorization: `Bearer ${TOKEN}`, [PRINCIPAL_HEADER]: JSON.stringify(h.principal) },
  });
}

test('a watcher who comes while the database does not answer is told to come again, and then sees the Run', async () => {
  const runId = await h.createRun();
  const blocker = await h.sql.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [runId]);
  const early = watch(runId);
  const [code] = (await once(early, 'close')) as [number];
  expect(code).toBe(LIVE_CLOSE.lost);
  await blocker.query('ROLLBACK');
  blocker.release();
  const late = watch(runId);
  const [message] = (await once(late, 'message')) as [Buffer];
  expect(JSON.parse(message.toString('utf8'))).toMatchObject({ type: 'state', status: 'queued' });
  late.close();
});

test('a watcher of a Run on a device may pause it, and is offered neither pictures nor control', async () => {
  const cloud = await h.createRun();
  await h.claim(cloud);
  const device = await h.createRun();
  await h.claim(device);
  await h.sql.query(`UPDATE runs SET execution_target = 'local' WHERE id = $1`, [device]);
  const states = [];
  for (const runId of [cloud, device]) {
    const socket = watch(runId);
    const [message] = (await once(socket, 'message')) as [Buffer];
    states.push(JSON.parse(message.toString('utf8')));
    socket.close();
  }
  expect(states).toMatchObject([
    { status: 'running', can: ['pause', 'take'], onDevice: false },
    { status: 'running', can: ['pause'], onDevice: true },
  ]);
});

test('a paused Run of a Runbook whose executor was lost after an effect outside the page goes on elsewhere once it is resumed', async () => {
  const runId = await claimedRun(h);
  const socket = watch(runId);
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
