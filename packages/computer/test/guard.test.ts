import { once } from 'node:events';
import path from 'node:path';
import type { Computer } from '@errand/computer';
import { waitFor } from '@errand/wait-for';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from './desktop.ts';

announceSkipped('that the stop chord ends a process that hangs');

const DRIVER = path.join(import.meta.dirname, 'hanging-driver.ts');
const SHIFT = 0xffe1;

(noDesktop === null ? describe : describe.skip)('a process that drives a desktop and hangs', () => {
  let desktop: Desktop;
  let watcher: Computer;
  beforeAll(async () => {
    desktop = await startDesktop({ hasPerson: true });
    watcher = await desktop.open();
  });
  afterAll(async () => {
    await desktop?.[Symbol.asyncDispose]();
  });

  const readRows = () => {
    const { display } = watcher;
    const count = display.maxKeycode - display.minKeycode + 1;
    return display.ask<number[][]>('GetKeyboardMapping', display.minKeycode, count);
  };
  const isDown = async () => {
    const [keys, { keyMask }] = await Promise.all([
      watcher.display.ask<Buffer>('QueryKeymap'),
      watcher.display.ask<{ keyMask: number }>('QueryPointer', watcher.display.root),
    ]);
    return { aKey: Buffer.from(keys).some((byte) => byte !== 0), aButton: (keyMask & 0x100) !== 0 };
  };

  test.each([
    ['may be killed', (pid: number) => process.kill(pid, 'SIGKILL')],
    ['is ended by the stop chord', () => desktop.person.press('ctrl+alt+Escape')],
  ])('%s, after which no key or button is down and the keyboard is as it was', async (_name, end) => {
    const { minKeycode } = watcher.display;
    const before = await readRows();
    const shift = minKeycode + before.findIndex((row) => row.includes(SHIFT));
    const unused = minKeycode + before.findIndex((row) => row.every((keysym) => keysym === 0));
    const driver = desktop.start(process.execPath, DRIVER, String(shift), String(unused));
    await once(driver.stdout ?? driver, 'data');
    expect(await isDown()).toEqual({ aKey: true, aButton: true });
    const ended = once(driver, 'exit');
    end(driver.pid ?? 0);
    expect(await ended).toEqual([null, 'SIGKILL']);
    await waitFor('the keyboard to be as it was', async () => {
      const { aKey, aButton } = await isDown();
      const row = (await readRows())[unused - minKeycode];
      return !aKey && !aButton && row?.every((keysym) => keysym === 0) === true;
    });
  });
});
