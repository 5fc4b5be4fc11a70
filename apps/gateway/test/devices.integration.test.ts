import { generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import type { Device } from '@errand/contracts';
import { LINK_CLOSED } from '@errand/contracts/device';
import { deviceExecutorId } from '@errand/contracts/internal';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Paired, devicesOf, withoutDesktop } from './devices.ts';
import {
  type Account,
  type StandIn,
  type TestGateway,
  jsonOf,
  startGateway,
  startStandIn,
} from './gateway.ts';

let runs: StandIn;
let gateway: TestGateway;
let sql: Client;
let ada: Account;
beforeAll(async () => {
  runs = await startStandIn();
  gateway = await startGateway({ services: runs });
  sql = new Client({ connectionString: gateway.database.url });
  await sql.connect();
  ada = await gateway.signUp('Ada');
});
afterAll(async () => {
  await sql?.end();
  await gateway?.[Symbol.asyncDispose]();
  await runs?.[Symbol.asyncDispose]();
});

const { post, grantFor, pair, list, connect } = devicesOf(() => ({ gateway, owner: ada }));

describe('pairing', () => {
  test('exchanges the grant once for a device that the member sees, renames and revokes', async () => {
    const { device, token, body } = await pair();
    expect(device).toMatchObject({
      name: "Ada's laptop",
      online: false,
      status: 'active',
      lastSeenAt: null,
      capabilities: null,
    });
    expect((await post('/v1/devices', body, token)).status).toBe(401);
    expect(await list()).toContainEqual(expect.objectContaining({ id: device.id }));
    const renamed = await gateway.fetch(`/v1/devices/${device.id}`, {
      method: 'PATCH',
      headers: { cookie: ada.cookie, origin: gateway.origin, 'Content-Type': 'application/json' },
      body: '{"name":"Office"}',
    });
    expect([renamed.status, (await jsonOf<Device>(renamed)).name]).toEqual([200, 'Office']);
    for (const _ of ['once', 'again']) {
      const revoked = await gateway.asPerson(ada, `/v1/devices/${device.id}/revoke`);
      expect([revoked.status, (await jsonOf<Device>(revoked)).status]).toEqual([200, 'revoked']);
    }
    const { rows } = await sql.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE object_id = $1 ORDER BY id',
      [device.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['device.paired', 'device.renamed', 'device.revoked']);
  });

  test('takes neither an API key, a session nor the grant of another application', async () => {
    const { body } = await pair();
    const key = await gateway.makeKey(ada, ['runs:write']);
    expect((await post('/v1/devices', body, key.key)).status).toBe(401);
    expect((await gateway.asPerson(ada, '/v1/devices', body)).status).toBe(401);
    expect((await post('/v1/devices', body, await grantFor(ada, 'errand-cli'))).status).toBe(401);
    expect((await gateway.asKey(key.key, '/v1/devices')).status).toBe(401);
  });

  test('hides devices from other members and workspaces', async () => {
    const { device } = await pair();
    const eve = await gateway.signUp('Eve');
    expect(await list(eve)).toEqual([]);
    expect((await gateway.asPerson(eve, `/v1/devices/${device.id}/revoke`)).status).toBe(404);
  });
});

describe('the link', () => {
  const work = { offer: null, changed: [] };
  const answerWith = (body: (path: string) => unknown, status = 200) => {
    runs.answer = ({ url = '' }, response) => {
      const text = JSON.stringify(body(url));
      const send = () => response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
      // A long poll without news.
      if (url.endsWith('/await') && text === JSON.stringify(work)) setTimeout(send, 100);
      else send();
    };
  };

  test('shows the device as online, offers it Runs and passes its calls on under its own id', async () => {
    const paired = await pair();
    const runId = randomUUIDv7();
    answerWith((path) =>
      path.endsWith('/await') ? { ...work, offer: { runId, attempt: 1 } } : { status: 'running' },
    );
    const link = await connect(paired);
    expect(await link.take('welcome')).toMatchObject({ name: "Ada's laptop" });
    await waitFor('the device is online', async () =>
      (await list()).some(
        ({ id, online, appVersion }) => id === paired.device.id && online && appVersion === '0.2.0',
      ),
    );
    expect((await list()).find(({ id }) => id === paired.device.id)?.capabilities).toEqual(withoutDesktop);
    link.send({ type: 'state', ready: true, held: [] });
    expect(await link.take('offer')).toEqual({ type: 'offer', runId, attempt: 1 });
    link.send({
      type: 'call',
      id: 7,
      call: 'heartbeat',
      params: { run_id: runId },
      body: { attempt: 1, executorId: 'someone-else' },
      lease: 'a-lease',
    });
    expect(await link.take('answer')).toMatchObject({ id: 7, answer: { status: 'running' } });
    const heartbeat = runs.received.find(({ url }) => url.endsWith('/heartbeat'));
    expect(JSON.parse(heartbeat?.body ?? '')).toEqual({
      attempt: 1,
      executorId: deviceExecutorId(paired.device.id),
    });
    expect(heartbeat?.headers['x-errand-lease']).toBe('a-lease');
    link.close();
    await waitFor('the device is offline', async () =>
      (await list()).some(({ id, online }) => id === paired.device.id && !online),
    );
  });

  test('opens channels of the live view only to places that a heartbeat named, whose addresses it keeps to itself', async () => {
    const paired = await pair();
    const [runId, address] = [randomUUIDv7(), 'http://10.1.2.3:4567'];
    answerWith((path) =>
      path.endsWith('/await') ? work : { status: 'running', watchers: [address], controller: null },
    );
    const link = await connect(paired);
    await link.take('welcome');
    const channel = { type: 'live.open', runId, attempt: 1, lease: 'a-lease' };
    for (const [id, place] of [address, gateway.url].entries()) {
      link.send({ ...channel, id: id + 1, place });
      expect(await link.take('live.closed')).toEqual({ type: 'live.closed', id: id + 1, code: 1006 });
    }
    link.send({ type: 'call', id: 9, call: 'heartbeat', params: { run_id: runId }, body: { attempt: 1 } });
    const { answer } = await link.take('answer');
    const { watchers } = answer as { watchers: string[] };
    expect([watchers.length, watchers.join().includes('10.1.2.3')]).toEqual([1, false]);
    link.send({ ...channel, id: 10, place: address });
    expect(await link.take('live.closed')).toMatchObject({ id: 10 });
    link.close();
  });

  test('leaves Runs that need a desktop to another device of its owner, while that is connected', async () => {
    const bob = await gateway.signUp('Bob');
    const [first, second] = [await pair(bob), await pair(bob)];
    answerWith(() => work);
    const link = await connect(first);
    await link.take('welcome');
    link.send({ type: 'state', ready: true, held: [] });
    const latest = (paired: Paired) =>
      JSON.parse(
        runs.received.findLast(
          ({ url, body }) => url.endsWith('/await') && body.includes(deviceExecutorId(paired.device.id)),
        )?.body ?? '{}',
      ) as { ready?: boolean; leavesDesktopRuns?: boolean };
    await waitFor('the first to wait for work', () => latest(first).ready === true);
    expect(latest(first).leavesDesktopRuns).toBeUndefined();

    const other = await connect(second, { ...withoutDesktop, desktop: { available: true, detail: 'x11' } });
    await other.take('welcome');
    other.send({ type: 'state', ready: true, held: [] });
    await waitFor('the first to leave desktop Runs', () => latest(first).leavesDesktopRuns === true);
    await waitFor('the second to wait for work', () => latest(second).ready === true);
    expect(latest(second).leavesDesktopRuns).toBeUndefined();

    other.close();
    await waitFor(
      'the first to take desktop Runs again',
      () => latest(first).leavesDesktopRuns === undefined,
    );
    link.close();
  });

  test('claims with the key that inputs are sealed to and for the owner only', async () => {
    const paired = await pair();
    answerWith(() => ({ detail: 'no' }), 409);
    const link = await connect(paired);
    await link.take('welcome');
    const runId = randomUUIDv7();
    const body = { attempt: 1, executorId: 'x', publicKey: 'mine', userId: 'someone-else' };
    link.send({ type: 'call', id: 1, call: 'claim', params: { run_id: runId }, body });
    expect(await link.take('problem')).toMatchObject({ id: 1, status: 409, detail: 'no' });
    const claim = runs.received.find(({ url }) => url.endsWith(`${runId}/claim`));
    expect(JSON.parse(claim?.body ?? '')).toMatchObject({
      userId: ada.userId,
      workspaceId: paired.device.workspaceId,
      publicKey: paired.body.sealKey,
    });
    link.close();
  });

  test('is cut within a second when the device is revoked, which also takes its Runs', async () => {
    const paired = await pair();
    answerWith(() => work);
    const link = await connect(paired);
    await link.take('welcome');
    // As another gateway would do it.
    await sql.query('UPDATE devices SET revoked_at = now() WHERE id = $1', [paired.device.id]);
    expect(await link.closed()).toBe(LINK_CLOSED.refused);
    await waitFor('the Runs are taken', () =>
      runs.received.some(({ url, body }) => url.endsWith('/disconnect') && body.includes(paired.device.id)),
    );
    expect(await (await connect(paired)).closed()).toBe(LINK_CLOSED.refused);
  });

  test('replaces an older link when the same device starts again', async () => {
    const paired = await pair();
    answerWith(() => work);
    const older = await connect(paired);
    await older.take('welcome');
    const newer = await connect(paired);
    await newer.take('welcome');
    expect(await older.closed()).toBe(LINK_CLOSED.replaced);
    newer.close();
  });

  test('stays open when it is made while the links of other devices are checked', async () => {
    const [other, paired, revoked] = [await pair(), await pair(), await pair()];
    answerWith(() => work);
    const first = await connect(other);
    await first.take('welcome');
    // A revocation has the links checked.
    let isChecking = true;
    const checkOn = async () => {
      while (isChecking) await gateway.asPerson(ada, `/v1/devices/${revoked.device.id}/revoke`);
    };
    const checking = Promise.all([checkOn(), checkOn(), checkOn()]);
    for (let round = 0; round < 20; round += 1) {
      const link = await connect(paired);
      await link.take('welcome');
      link.close();
      expect(await link.closed()).toBe(1005);
    }
    isChecking = false;
    await checking;
    first.close();
  });

  test('refuses a wrong key, and a message that it does not know', async () => {
    const { device } = await pair();
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(await (await connect({ device, privateKey })).closed()).toBe(LINK_CLOSED.refused);
    const paired = await pair();
    const link = await connect(paired);
    await link.take('welcome');
    link.send({ type: 'claim-everything' });
    expect(await link.closed()).toBe(LINK_CLOSED.protocol);
  });
});
