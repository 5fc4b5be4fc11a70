import { MAX_UNSHOWN_PICTURES, RunDetails } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ControlledSite, startControlledSite, typeName } from './controlled-site.ts';
import { type Machine, type Network, createMachine, startNetwork } from './desktop.ts';
import { type LiveSocket, watchLive } from './live-socket.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish, start } from './runs.ts';
import { createPublished } from './samples.ts';

const PASSWORD = 'hunter3-by-hand';

let person: Person;
let client: KeyClient;
let site: ControlledSite;
let machine: Machine;
let network: Network;
beforeAll(async () => {
  person = await signUp();
  client = await person.key();
  site = await startControlledSite();
  machine = await createMachine();
  network = await startNetwork();
  await machine.pair(person, network.url);
  machine.begin('start', '--headless');
}, RUN_MS);
afterAll(async () => {
  await machine?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
  site?.close();
});

let runs = 0;
/** A local Run that shows `page` while its next page does not answer. */
async function shownRun(page: string): Promise<{ id: string; next: string }> {
  runs += 1;
  const next = `/held/local/${runs}`;
  const task = `Open ${site.at(page)}, then open ${site.at(next)}, then report the heading`;
  const { id } = await createRun(client, { task });
  await waitFor('the next page to be asked for', () => site.isHeld(next), { timeoutMs: RUN_MS });
  return { id, next };
}

async function watch(id: string, options?: { acknowledges: boolean }): Promise<LiveSocket> {
  const { live_view_url: url } = (await client.get(`/v1/runs/${id}/details`)).as(200, RunDetails);
  return await watchLive(url ?? 'about:null', {}, options);
}

async function shown(live: LiveSocket): Promise<LiveSocket> {
  await live.until('a picture', () => live.pictures.length > 0);
  return live;
}

function told(what: string): Promise<void> {
  return waitFor(`the page to tell "${what}"`, () => site.told.includes(what), { timeoutMs: RUN_MS });
}

test(
  'several people watch a local Run and share its pictures, while one that stalls gets only the newest',
  async () => {
    const { id } = await shownRun('/moving');
    const stalled = await watch(id, { acknowledges: false });
    const [one, other] = [await shown(await watch(id)), await shown(await watch(id))];
    expect(one.state).toMatchObject({ status: 'running', can: ['pause', 'take'] });
    expect(one.pictures[0]).toMatchObject({ width: 1_280, height: 720 });
    await stalled.until('two pictures', () => stalled.pictures.length === 2);
    const from = one.pictures.length;
    await one.until('more pictures', () => one.pictures.length >= from + 20);
    const taken = new Map(one.pictures.map(({ number, takenAt }) => [number, takenAt]));
    const both = other.pictures.filter(({ number }) => taken.has(number));
    expect(both.length).toBeGreaterThan(0);
    expect(both.filter(({ number, takenAt }) => taken.get(number) !== takenAt)).toEqual([]);
    expect(stalled.pictures).toHaveLength(2);
    await client.post(`/v1/runs/${id}/cancel`);
    for (const live of [one, other, stalled]) await live.until('the end', () => live.closed === 4000);
  },
  RUN_MS,
);

test(
  'the pictures of a local Run continue after its device was cut off, also for a new watcher',
  async () => {
    const { id } = await shownRun('/moving');
    const live = await shown(await watch(id));
    network.cut();
    const seen = live.pictures.length;
    network.heal();
    await live.until('pictures from the new link', () => live.pictures.length > seen + 5);
    live.close();
    const later = await shown(await watch(id));
    later.close();
    await client.post(`/v1/runs/${id}/cancel`);
  },
  RUN_MS,
);

test(
  'withholds a picture of a local Run that would show a secret',
  async () => {
    runs += 1;
    const next = `/held/local/${runs}`;
    const open = (id: string, path: string) => ({
      id,
      kind: 'primitive',
      primitive: 'browser.navigate',
      input: { url: site.at(path) },
    });
    const { id: runbookId } = await createPublished(client, {
      parameters: [{ name: 'code', type: 'secret', required: true }],
      steps: [open('secret', '/secret'), open('next', next)],
    });
    const inputs = { code: 'pass-4711-word' };
    const begun = await start(client, runbookId, { executionTarget: 'local', inputs });
    const { id } = JSON.parse(begun.text) as { id: string };
    await waitFor('the next page to be asked for', () => site.isHeld(next), { timeoutMs: RUN_MS });
    const live = await watch(id);
    await live.until('the notice', () => live.received('withheld').length > 0);
    expect(live.pictures).toEqual([]);
    await client.post(`/v1/runs/${id}/cancel`);
  },
  RUN_MS,
);

test(
  'the owner of a device takes over its browser, acts, and the Run continues after release',
  async () => {
    runs += 1;
    const [page, next] = [`/held/local/${runs}`, `/next/local/${runs}`];
    const task = `Open ${site.at(page)}, then open ${site.at(next)}, then report the heading`;
    const { id } = await createRun(client, { task });
    await waitFor('the page to be asked for', () => site.isHeld(page), { timeoutMs: RUN_MS });
    const live = await watch(id);
    live.send({ type: 'control', action: 'pause' });
    await live.until('the pause', () => live.state?.status === 'paused');
    // Before the page answers: the device may learn of the pause late, and would open the next page.
    await live.takeControl();
    expect(live.state).toMatchObject({ status: 'user_controlling', can: ['release'] });
    site.answer(page);
    await told('drawn');
    await shown(live);

    await typeName(site, live, 'ab');
    live.click(60, 375);
    const { choice } = await live.until('the choice', () =>
      live.received('files').find((each) => each.choice),
    );
    const content = Buffer.alloc(1_000_000, 'x');
    const file = { name: 'big.txt', mimeType: 'text/plain', base64: content.toString('base64') };
    live.send({ type: 'files', id: choice?.id ?? '', files: [file] });
    await told(`bytes ${content.length}`);
    live.click(100, 135);
    live.send({ type: 'text', text: PASSWORD });
    live.press('Enter', 13);
    await live.until('the masked address', () =>
      live.received('page').at(-1)?.tabs[0]?.url.endsWith('/signed-in?password=[secret]'),
    );
    expect(site.asked).not.toContain(next);

    live.send({ type: 'control', action: 'release' });
    const { status, result } = await finish(client, id);
    expect([status, result?.outputs]).toEqual(['completed', { heading: 'Heading' }]);
    await live.until('the end', () => live.closed === 4000);
    const events = await eventsOf(client, id);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['control.paused', 'control.taken', 'control.released', 'run.completed']),
    );
    const { stdout: log } = await machine.run('log');
    expect(log).toContain(`${id}  act  control  by a person`);
    expect(JSON.stringify([events, result, live.received('page'), log])).not.toContain(PASSWORD);
  },
  RUN_MS * 2,
);

test(
  'a device that is revoked while it is watched shows nothing more',
  async () => {
    const { id } = await shownRun('/moving');
    const live = await shown(await watch(id));
    const { data } = JSON.parse((await person.session.get('/v1/devices')).text) as { data: { id: string }[] };
    await person.session.post(`/v1/devices/${data[0]?.id ?? ''}/revoke`);
    await live.until('the Run to be queued again', () => live.state?.status === 'queued');
    const last = live.pictures.length;
    await client.post(`/v1/runs/${id}/cancel`);
    await live.until('the end', () => live.closed === 4000);
    // Some may have been on their way.
    expect(live.pictures.length).toBeLessThanOrEqual(last + MAX_UNSHOWN_PICTURES);
  },
  RUN_MS,
);
