import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeviceList, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Machine, type Network, createMachine, startNetwork } from './desktop.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish, start, stateOf } from './runs.ts';
import { newTitle } from './samples.ts';

let person: Person;
let client: KeyClient;
let machine: Machine;
let network: Network;
let deviceId: string;
let started: ReturnType<Machine['begin']>;
let site: Server;
let posts: string[];
let held: Map<string, ServerResponse>;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  held = new Map();
  posts = [];
  site = createServer((request, response) => {
    const place = request.url ?? '';
    const visits = Number(/visits=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0) + 1;
    response.setHeader('content-type', 'text/html');
    response.setHeader('set-cookie', `visits=${visits}; Max-Age=3600`);
    if (place.startsWith('/held')) held.set(place, response);
    else if (request.method === 'POST') {
      request.setEncoding('utf8').on('data', (text: string) => posts.push(text));
      request.on('end', () => response.end('<h1>Thank you</h1>'));
    } else
      response.end(
        `<h1>Visit ${visits}</h1><form method="post"><label>Code <input name="code"></label><button>Send</button></form>`,
      );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  machine = await createMachine();
  network = await startNetwork();
});
afterAll(async () => {
  held?.forEach((response) => response.destroy());
  await machine?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
  site?.closeAllConnections();
  site?.close();
});

function at(path: string) {
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
}
function connected(is: boolean) {
  return waitFor(
    `the machine to be ${is ? 'connected' : 'cut off'}`,
    async () => (await machine.status())['connected'] === is,
    {
      timeoutMs: RUN_MS,
    },
  );
}

/** A local Run that waits for a page, after other instructions. */
async function heldRun(name: string, before = `Open ${at('/')}`): Promise<string> {
  const { id } = await createRun(client, {
    task: `${before}, then open ${at(`/held-${name}`)} and report the heading`,
  });
  await waitFor('the page to be asked for', () => held.has(`/held-${name}`), { timeoutMs: RUN_MS });
  return id;
}

test(
  'a paired machine is online once started, and executes the local Run that waited for it in its browser',
  async () => {
    expect((await machine.run('start')).code).toBe(4);
    const { id } = await createRun(client, { task: `Open ${at('/')} and report the heading` });
    expect((await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails).queue_reason).toBe('device');
    ({ deviceId } = await machine.pair(person, network.url));
    expect((await machine.run('pair')).code).toBe(1);
    started = machine.begin('start', '--headless');
    const ended = await finish(client, id);
    expect([ended.status, ended.result?.outputs]).toEqual(['completed', { heading: 'Visit 1' }]);
    expect(ended.result?.final_url).toBe(at('/'));
    const { data } = (await person.session.get('/v1/devices')).as(200, DeviceList);
    expect(data).toEqual([expect.objectContaining({ id: deviceId, name: 'Test machine', online: true })]);
    expect(await machine.status()).toMatchObject({ paired: true, running: true, connected: true, run: null });
    expect((await machine.run('start')).code).toBe(1);
  },
  RUN_MS,
);

test(
  'a Runbook Run finds the profile of the previous Run, and its secret input is typed and shown nowhere',
  async () => {
    const title = newTitle();
    const step = (id: string, primitive: string, input: object) => ({
      id,
      kind: 'primitive',
      primitive,
      input,
    });
    const created = await client.post('/v1/runbooks', {
      schemaVersion: 3,
      title,
      status: 'published',
      parameters: [{ name: 'code', type: 'secret', required: true }],
      steps: [
        step('open', 'browser.navigate', { url: at('/') }),
        step('visit', 'browser.extract', { target: 'h1', as: 'text' }),
        step('fill', 'browser.fill', { target: 'Code', value: '{{ inputs.code }}' }),
        step('send', 'browser.click', { target: 'Send' }),
        step('shot', 'browser.screenshot', {}),
      ],
    });
    const { id: runbookId } = JSON.parse(created.text) as { id: string };
    const inputs = { code: 'pass-4711-word' };
    const begun = await start(client, runbookId, { executionTarget: 'local', inputs });
    const { id } = JSON.parse(begun.text) as { id: string };
    const ended = await finish(client, id);
    expect([ended.status, ended.step_count]).toEqual(['completed', 5]);
    // A profile that knows nothing shows the first visit; on a slow machine a page is opened more than once.
    expect(ended.result?.outputs['visit']).toMatch(/^Visit (?!1$)\d+$/u);
    expect(posts.at(-1)).toBe('code=pass-4711-word');
    expect(JSON.stringify([ended, await eventsOf(client, id)])).not.toContain('4711');
    const { artifacts } = (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
    expect(artifacts.length).toBeGreaterThan(0);

    const pointed = await client.post('/v1/runbooks', {
      schemaVersion: 3,
      title: newTitle(),
      status: 'published',
      parameters: [],
      steps: [
        step('open', 'browser.navigate', { url: at('/') }),
        step('point', 'desktop.click', { x: 1, y: 1 }),
      ],
    });
    const refused = await start(client, (JSON.parse(pointed.text) as { id: string }).id, {
      executionTarget: 'local',
    });
    const failed = await finish(client, (JSON.parse(refused.text) as { id: string }).id);
    expect([failed.status, failed.error_code, failed.step_count]).toEqual(['failed', 'action_failed', 0]);
    expect(failed.error_message).toContain('desktop.click');
  },
  RUN_MS,
);

test(
  'a cancelled Run stops on the machine, and a paused machine takes no Run until it is resumed',
  async () => {
    const id = await heldRun('cancel');
    const gone = once(held.get('/held-cancel') as ServerResponse, 'close');
    await client.post(`/v1/runs/${id}/cancel`);
    await gone;
    expect((await machine.run('pause')).code).toBe(0);
    const next = await createRun(client, { task: `Open ${at('/')}` });
    expect(await machine.status()).toMatchObject({ paused: true, run: null });
    expect((await stateOf(client, next.id)).status).toBe('queued');
    await machine.run('resume');
    expect((await finish(client, next.id)).status).toBe('completed');
  },
  RUN_MS,
);

test(
  'a short cut of the link does not disturb a Run',
  async () => {
    const id = await heldRun('short');
    // It ends the link at once. Asking the machine whether it noticed can take longer than the lease.
    network.cut();
    held.get('/held-short')?.end('<h1>Still here</h1>');
    network.heal();
    const ended = await finish(client, id);
    expect([ended.status, ended.result?.outputs]).toEqual(['completed', { heading: 'Still here' }]);
    expect((await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails).attempt).toBe(1);
  },
  RUN_MS,
);

test(
  'a Run that had done nothing is executed again after a long cut, and one that had acted fails with device_disconnected',
  async () => {
    const id = await heldRun('long');
    network.cut();
    await waitFor('the Run to be queued again', async () => (await stateOf(client, id)).status === 'queued', {
      timeoutMs: RUN_MS,
    });
    held.delete('/held-long');
    network.heal();
    await waitFor('the page to be asked for again', () => held.has('/held-long'), { timeoutMs: RUN_MS });
    held.get('/held-long')?.end('<h1>Again</h1>');
    expect((await finish(client, id)).status).toBe('completed');

    const acted = await heldRun('acted', `Open ${at('/')}, type "x" into Code, click Send`);
    const sent = posts.length;
    network.cut();
    const ended = await finish(client, acted);
    expect([ended.status, ended.error_code]).toEqual(['failed', 'device_disconnected']);
    network.heal();
    await connected(true);
    expect(posts).toHaveLength(sent);
  },
  RUN_MS * 2,
);

test(
  'a device that is revoked in the middle of a Run is cut off and loses it',
  async () => {
    const id = await heldRun('revoked');
    const gone = once(held.get('/held-revoked') as ServerResponse, 'close');
    (await person.session.post(`/v1/devices/${deviceId}/revoke`)).as(200, DeviceList.shape.data.element);
    await gone;
    const { code, stderr } = await started.ended;
    expect([code, stderr]).toEqual([4, expect.stringContaining('no longer paired')]);
    await waitFor('the Run to be queued again', async () => (await stateOf(client, id)).status === 'queued');
    await client.post(`/v1/runs/${id}/cancel`);
    expect((await machine.run('unpair')).code).toBe(0);
    expect(await machine.status()).toMatchObject({ paired: false, running: false });
  },
  RUN_MS,
);
