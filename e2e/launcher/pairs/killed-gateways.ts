import { browserLauncher } from '@errand/browser-runtime';
import { browserCacheDirectory } from '@errand/launcher/home';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createMachine } from '../../contract/desktop.ts';
import { watchLive } from '../../contract/live-socket.ts';
import { type HeldRun, RUN_MS, morePictures, useHeldRuns } from './held-runs.ts';
import type { PairsUnderTest } from './pairs.ts';

const GATEWAYS = ['gateway-1', 'gateway-2'];

/** Each gateway is killed once, while a person controls a Run in the page of its live view and a device carries out another. */
export function testKilledGateways(underTest: () => PairsUnderTest): void {
  const held = useHeldRuns(underTest);
  const undo = new AsyncDisposableStack();
  afterAll(() => undo.disposeAsync());

  let controlled: HeldRun;
  let page: Page;
  const refused: string[] = [];
  let sockets = 0;
  const isMine = () => page.getByText('You control the browser').waitFor({ timeout: RUN_MS });

  let local: HeldRun;
  const watchThroughBoth = async () => {
    const { api, pairs } = held();
    const { body: details } = await api.call('GET', `/v1/runs/${local.id}/details`);
    const { pathname, search } = new URL(String(details['live_view_url']));
    for (const gateway of GATEWAYS) {
      const live = await watchLive(new URL(pathname + search, pairs.urlOf(gateway)));
      await morePictures(live);
      live.close();
    }
  };

  const takeControl = async () => {
    const { site, start, viewOf, control } = held();
    controlled = await start('/');
    expect(await control(controlled.id, 'take-control')).toBe('user_controlling');
    site.answer(controlled.next);
    const launch = browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env });
    const browser = await launch();
    undo.defer(() => browser.close());
    page = await browser.newPage();
    page.on('websocket', () => (sockets += 1));
    page.on('pageerror', (error) => refused.push(error.message));
    await page.goto((await viewOf(controlled.id)).href, { timeout: RUN_MS });
    await isMine();
  };

  const startOnDevice = async () => {
    const { site, api, owner, pairs, isHeld } = held();
    const machine = undo.use(await createMachine());
    await machine.pair(owner, pairs.url);
    machine.begin('start', '--headless');
    const next = `/held/${crypto.randomUUID()}`;
    const { id } = await api.create('/v1/runs', {
      task: `Open ${site.at('/moving')}, then open ${site.at(next)}, then report the heading`,
      executionTarget: 'local',
    });
    await isHeld(next);
    local = { id, next };
  };

  beforeAll(async () => {
    await takeControl();
    await startOnDevice();
    await watchThroughBoth();
    const { processes } = held().pairs;
    // Through the load balancer the page and the device are each at one of the two.
    for (const name of GATEWAYS) {
      const before = sockets;
      await processes.kill(name);
      await processes.restart(name);
      if (sockets > before) await isMine();
    }
  }, 2 * RUN_MS);

  test(
    'a local Run is watched through either gateway and goes on when the gateway of its device is killed',
    async () => {
      const { site, api } = held();
      await watchThroughBoth();
      site.answer(local.next);
      expect(await api.finished(local.id)).toMatchObject({ status: 'completed' });
      expect(site.asked.filter((path) => path === local.next)).toHaveLength(1);
    },
    RUN_MS,
  );

  test(
    'the page of the live view reconnects by itself when its gateway is killed, and control stays',
    async () => {
      const { api } = held();
      await isMine();
      expect(sockets).toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Give back' }).click({ timeout: RUN_MS });
      expect(await api.finished(controlled.id)).toMatchObject({ status: 'completed' });
      expect(refused).toEqual([]);
    },
    RUN_MS,
  );
}
