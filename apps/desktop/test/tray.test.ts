import { Message, Variant } from '@jellybrick/dbus-next';
import { missingOf } from '@errand/computer/testing/desktop.ts';
import { waitFor } from '@errand/wait-for';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type BusObject, type SessionBus, openSessionBus } from '../src/session/session-bus.ts';
import { createTrayModel } from '../src/session/tray-model.ts';
import { startTray } from '../src/session/tray.ts';
import { type Session, startSession } from './session.ts';

const missing = missingOf(['dbus-daemon']);
if (missing.length > 0) process.stderr.write(`skipped the icon in the tray: dbus-daemon not installed\n`);

const WATCHER = 'org.kde.StatusNotifierWatcher';
type Entry = Variant<[number, { label: Variant<string>; enabled: Variant<boolean> }, []]>;

(missing.length === 0 ? describe : describe.skip)('the icon in the tray', () => {
  let session: Session;
  beforeEach(async () => {
    session = await startSession();
  });
  afterEach(async () => {
    await session?.[Symbol.asyncDispose]();
  });

  /** A tray, as a panel has one. */
  async function openPanel() {
    const panel = openSessionBus(session.env) as SessionBus;
    const icons: string[] = [];
    panel.bus.addMethodHandler((message) => {
      if (message.member !== 'RegisterStatusNotifierItem') return false;
      icons.push(String(message.body[0]));
      panel.bus.send(Message.newMethodReturn(message, '', []));
      return true;
    });
    const daemon = {
      service: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      on: 'org.freedesktop.DBus',
    };
    await panel.ask(daemon, 'RequestName', 'su', [WATCHER, 0]);
    return { panel, icons };
  }

  const running = { id: 'run-1', task: 'Pay the bill', status: 'running' };
  function createModel() {
    const did: string[] = [];
    const now: { paused: boolean; run: typeof running | null } = { paused: false, run: null };
    const model = createTrayModel(
      {
        status: () => ({ connected: true, locked: false, capabilities: null as never, ...now }),
        setPaused: (paused) => {
          now.paused = paused;
        },
        stopRun: async (id) => void did.push(`stop ${id}`),
      },
      { open: () => void did.push('open'), quit: () => void did.push('quit') },
    );
    return { model, now, did };
  }

  test('the icon registers with a tray that starts later, shows the state, and its menu works', async () => {
    const { model, now, did } = createModel();
    const tray = startTray(session.env, model);
    const { panel, icons } = await openPanel();
    try {
      await waitFor('the icon', () => icons.length > 0);
      const service = icons[0] ?? '';
      const properties: BusObject = {
        service,
        path: '/StatusNotifierItem',
        on: 'org.freedesktop.DBus.Properties',
      };
      const menu: BusObject = { service, path: '/MenuBar', on: 'com.canonical.dbusmenu' };
      const says = async () => {
        const on = ['org.kde.StatusNotifierItem', 'ToolTip'];
        const [tip] = await panel.ask<[Variant<unknown[]>]>(properties, 'Get', 'ss', on);
        return tip.value.at(-1);
      };
      const entries = async () => {
        const [, [, , shown]] = await panel.ask<[number, [number, unknown, Entry[]]]>(
          menu,
          'GetLayout',
          'iias',
          [0, -1, []],
        );
        return shown.map(({ value: [id, { label, enabled }] }) => ({
          id,
          label: label.value,
          isEnabled: enabled.value,
        }));
      };
      const choose = async (label: string) => {
        const entry = (await entries()).find((one) => one.label === label);
        await panel.ask(menu, 'Event', 'isvu', [entry?.id, 'clicked', new Variant('s', ''), 0]);
      };
      expect(await says()).toBe('Ready for Runs');
      expect((await entries()).map(({ label, isEnabled }) => [label, isEnabled])).toEqual([
        ['Open Errand', true],
        ['Take no new Runs', true],
        ['Stop the Run now', false],
        ['Quit', true],
      ]);
      await choose('Stop the Run now');
      expect(did).toEqual([]);
      const changed = panel.next(menu, 'LayoutUpdated', async () => {
        now.run = running;
        tray?.changed();
      });
      expect(await changed).toEqual([expect.any(Number), 0]);
      expect(await says()).toBe('Pay the bill');
      for (const label of ['Stop the Run now', 'Open Errand', 'Take no new Runs', 'Quit'])
        await choose(label);
      expect([did, now.paused]).toEqual([['stop run-1', 'open', 'quit'], true]);
      const item = { ...properties, on: 'org.kde.StatusNotifierItem' };
      await panel.ask(item, 'Activate', 'ii', [0, 0]);
      expect(did.at(-1)).toBe('open');
      const all = await panel.ask<[Record<string, Variant>]>(properties, 'GetAll', 's', [item.on]);
      const [[width, height, pixels]] = all[0]['IconPixmap']?.value as [[number, number, Buffer]];
      expect([width, height, pixels.length]).toEqual([32, 32, 32 * 32 * 4]);
    } finally {
      tray?.close();
      panel.close();
    }
  });

  test('the application works without a D-Bus session and without a tray, then without an icon', () => {
    const { model } = createModel();
    expect(startTray({}, model)).toBeNull();
    const tray = startTray(session.env, model);
    tray?.changed();
    tray?.close();
  });
});
