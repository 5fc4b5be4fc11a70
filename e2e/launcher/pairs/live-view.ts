import { browserLauncher } from '@errand/browser-runtime';
import { browserCacheDirectory } from '@errand/launcher/home';
import { query, waitFor } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ControlledSite, startControlledSite, typeName } from '../../contract/controlled-site.ts';
import { type Confirmer, createMachine } from '../../contract/desktop.ts';
import { type LiveSocket, watchLive } from '../../contract/live-socket.ts';
import { type Api, openApi } from '../api.ts';
import type { PairsUnderTest } from './pairs.ts';

const RUN_MS = 300_000;
/** Less than a test's time limit, so that the error names what was awaited. */
const WAIT_MS = 120_000;

let site: ControlledSite;
let own: PairsUnderTest['own'];
let pairs: PairsUnderTest['pairs'];
let api: Api;
let owner: Confirmer;

/** A Run that shows a page that moves while its next page does not answer. */
async function movingRun(): Promise<{ id: string; next: string }> {
  const next = `/held/${crypto.randomUUID()}`;
  const goal = `Open ${site.at('/moving')}, then open ${site.at(next)}, then report the heading`;
  const blueprint = await api.create('/v1/blueprints', { name: 'Move', goal });
  const { id } = await api.create(`/v1/blueprints/${blueprint.id}/runs`);
  await waitFor('the next page to be asked for', () => site.isHeld(next), { timeoutMs: WAIT_MS });
  return { id, next };
}

async function rowOf(id: string): Promise<{ status: string; owner: string | null } | undefined> {
  const select = `SELECT status, lease_owner AS owner FROM runs WHERE id = '${id}'`;
  const [row] = await query<{ status: string; owner: string | null }>(own.stack.databaseUrls.runs, select);
  return row;
}

/** The live view of a Run as a gateway serves it; without one, through the load balancer. */
async function viewOf(id: string, gateway?: string): Promise<URL> {
  const { body } = await api.call('GET', `/v1/blueprint-runs/${id}`);
  const { pathname, search } = new URL(String(body['live_view_url']));
  return new URL(pathname + search, gateway === undefined ? pairs.url : pairs.urlOf(gateway));
}

function pagesDrawn(): number {
  return site.told.filter((what) => what === 'drawn').length;
}

async function control(id: string, action: string): Promise<unknown> {
  return (await api.call('POST', `/v1/blueprint-runs/${id}/${action}`)).body['status'];
}

function morePictures(live: LiveSocket): Promise<unknown> {
  const from = live.pictures.length;
  return live.until('more pictures', () => live.pictures.length >= from + 5);
}

export function testLiveView(underTest: () => PairsUnderTest): void {
  beforeAll(async () => {
    const started = underTest();
    ({ own, pairs } = started);
    api = openApi(pairs.url, started.blueprintKey);
    owner = { session: { identity: { cookie: started.cookie, origin: own.stack.baseUrl } } };
    site = await startControlledSite();
  });
  afterAll(() => site?.close());

  test(
    'a Run of each executor is watched through one gateway and controlled through the other',
    async () => {
      // One more than an executor has slots for.
      const runs = await Promise.all([movingRun(), movingRun(), movingRun()]);
      const owners = await Promise.all(runs.map(async ({ id }) => (await rowOf(id))?.owner));
      const ofEach = runs.filter((_run, at) => owners.indexOf(owners[at]) === at);
      expect(ofEach).toHaveLength(2);
      for (const { id, next } of ofEach) {
        const watcher = await watchLive(await viewOf(id, 'gateway-1'));
        await morePictures(watcher);
        const hand = await watchLive(await viewOf(id, 'gateway-2'));
        hand.send({ type: 'control', action: 'take' });
        await watcher.until('control', () => watcher.state?.controller);
        const drawn = pagesDrawn();
        site.answer(next);
        await hand.until('the browser', () => hand.state?.ready);
        await waitFor('the page to be drawn', () => pagesDrawn() > drawn, { timeoutMs: WAIT_MS });
        await typeName(site, hand, id);
        hand.send({ type: 'control', action: 'release' });
        await watcher.until('the end', () => watcher.closed === 4000);
        expect(watcher.state?.status).toBe('completed');
        hand.close();
      }
      for (const { id } of runs.filter((run) => !ofEach.includes(run)))
        expect(await control(id, 'cancel')).toBe('cancelled');
    },
    RUN_MS,
  );

  test(
    'the page of the live view reconnects by itself when its gateway is killed, and control stays',
    async () => {
      const { id, next } = await movingRun();
      expect(await control(id, 'take-control')).toBe('user_controlling');
      site.answer(next);
      const browser = await browserLauncher({
        cacheDir: browserCacheDirectory(),
        environment: process.env,
      })();
      try {
        const page = await browser.newPage();
        const refused: string[] = [];
        let sockets = 0;
        page.on('websocket', () => (sockets += 1));
        page.on('pageerror', (error) => refused.push(error.message));
        await page.goto((await viewOf(id)).href, { timeout: RUN_MS });
        const isMine = () => page.getByText('You control the browser').waitFor({ timeout: RUN_MS });
        await isMine();
        // Through the load balancer the page is at one of the two.
        for (const name of ['gateway-1', 'gateway-2']) {
          const before = sockets;
          await pairs.processes.kill(name);
          await pairs.processes.restart(name);
          if (sockets > before) await isMine();
        }
        expect(sockets).toBeGreaterThan(1);
        await page.getByRole('button', { name: 'Give back' }).click({ timeout: RUN_MS });
        expect((await api.finished(id)).status).toBe('completed');
        expect(refused).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    RUN_MS,
  );

  test(
    'a pause holds across a restart of every service, and the Run completes after it is resumed',
    async () => {
      const { id, next } = await movingRun();
      expect(await control(id, 'pause')).toBe('paused');
      site.answer(next);
      for (const { name } of pairs.processes.processes) {
        expect([name, await pairs.restartGracefully(name)]).toEqual([name, 'exit code 0']);
        expect([name, (await rowOf(id))?.status]).toEqual([name, 'paused']);
      }
      expect(await control(id, 'resume')).toBe('running');
      await waitFor(
        'the page to be asked for again',
        () => site.asked.filter((path) => path === next).length > 1,
        {
          timeoutMs: RUN_MS,
        },
      );
      site.answer(next);
      expect((await api.finished(id)).status).toBe('completed');
    },
    RUN_MS,
  );

  test(
    'a local Run is watched through either gateway and goes on when the gateway of its device is killed',
    async () => {
      await using machine = await createMachine();
      await machine.pair(owner, pairs.url);
      machine.begin('start', '--headless');
      const next = `/held/${crypto.randomUUID()}`;
      const { id } = await api.create('/v1/runs', {
        task: `Open ${site.at('/moving')}, then open ${site.at(next)}, then report the heading`,
        executionTarget: 'local',
      });
      await waitFor('the next page to be asked for', () => site.isHeld(next), { timeoutMs: WAIT_MS });
      const { body: details } = await api.call('GET', `/v1/runs/${id}/details`);
      const { pathname, search } = new URL(String(details['live_view_url']));
      const watchThrough = async (gateway: string) => {
        const live = await watchLive(new URL(pathname + search, pairs.urlOf(gateway)));
        await morePictures(live);
        live.close();
      };
      const gateways = ['gateway-1', 'gateway-2'];
      for (const gateway of gateways) await watchThrough(gateway);
      for (const gateway of gateways) {
        await pairs.processes.kill(gateway);
        await pairs.processes.restart(gateway);
      }
      for (const gateway of gateways) await watchThrough(gateway);
      site.answer(next);
      expect((await api.finished(id)).status).toBe('completed');
      expect(site.asked.filter((path) => path === next)).toHaveLength(1);
    },
    RUN_MS,
  );

  test(
    'a token that has expired opens neither page nor socket, and a socket that was open stays so with new tokens',
    async () => {
      const { id } = await movingRun();
      const url = await viewOf(id);
      expect((await fetch(url)).status).toBe(200);
      const live = await watchLive(url);
      await morePictures(live);
      const jump = () => {
        for (const { name, pid } of pairs.processes.processes)
          if (name.startsWith('runs-')) process.kill(pid, 'SIGPWR');
      };
      jump();
      try {
        await waitFor('the token to expire', async () => (await fetch(url)).status === 401, {
          timeoutMs: RUN_MS,
        });
        await expect(watchLive(url)).rejects.toThrow('refused with 401');
        await morePictures(live);
        await control(id, 'pause');
        await live.until('the pause', () => live.state?.status === 'paused');
        url.searchParams.set('token', live.state?.token ?? '');
        const again = await watchLive(url);
        await again.until('a picture', () => again.pictures.length > 0);
        again.close();
      } finally {
        jump();
      }
      live.close();
      expect(await control(id, 'cancel')).toBe('cancelled');
    },
    RUN_MS,
  );
}
