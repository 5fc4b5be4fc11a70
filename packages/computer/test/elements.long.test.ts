import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import {
  type Computer,
  type DesktopTarget,
  choose,
  click,
  drag,
  fill,
  findAll,
  findOne,
  listWindows,
  openApplication,
  openComputer,
  press,
  read,
  scroll,
  takePicture,
  takeSnapshot,
  type,
} from '@errand/computer';
import { waitFor } from '@errand/wait-for';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { grab, toPng } from '../src/x11/picture.ts';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from './desktop.ts';

announceSkipped('the elements, windows and pictures of real applications');

/** Less than a test has, so that its error says that no window came. */
const OPEN_MS = 120_000;
async function freely() {
  return false;
}

(noDesktop === null ? describe : describe.skip)('a desktop with real applications', () => {
  let desktop: Desktop;
  let computer: Computer;
  beforeEach(async () => {
    desktop = await startDesktop();
    computer = await desktop.open();
  });
  afterEach(async () => {
    await desktop?.[Symbol.asyncDispose]();
  });

  const all = () => computer.scope(null);
  const there = async (target: DesktopTarget) => {
    await waitFor(JSON.stringify(target), async () => (await findAll(computer, target, all())).length > 0);
    return findOne(computer, target, all());
  };
  /** Waits until it is enabled, as a step does: an application enables a button some time after a field was filled. */
  const clickOn = async (target: DesktopTarget) => {
    await waitFor(`${JSON.stringify(target)} to be enabled`, async () => {
      const [found] = await findAll(computer, target, all());
      return found?.element.states.has('enabled') === true;
    });
    await click(computer, await findOne(computer, target, all()), all());
  };
  /** Whether the pixels of a picture within some bounds are all of one colour. */
  const colourAt = (png: Buffer, { x, y }: { x: number; y: number }) => {
    const width = png.readUInt32BE(16);
    const rows = zlib.inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    const at = y * (width * 3 + 1) + 1 + x * 3;
    return rows.subarray(at, at + 3).toString('hex');
  };

  test('an application is opened by name, its menu used, and its file saved under a name that a dialog asks for', async () => {
    await openApplication(computer, 'mousepad', all(), AbortSignal.timeout(OPEN_MS));
    await fill(computer, await there({ role: 'textbox' }), 'Grüße, 日本 🙂\n', all(), freely);
    await clickOn({ app: 'mousepad', role: 'menu', name: 'File', exact: true });
    await clickOn({ role: 'menuitem', name: 'Save As' });
    await there({ role: 'button', name: 'Save', exact: true });
    const file = path.join(desktop.home, 'note.txt');
    await fill(computer, await there({ role: 'textbox', name: 'Name:' }), file, all(), freely);
    await clickOn({ role: 'button', name: 'Save', exact: true });
    await waitFor(
      'the file',
      async () =>
        await readFile(file, 'utf8').then(
          (text) => text !== '',
          () => false,
        ),
    );
    expect(await readFile(file, 'utf8')).toBe('Grüße, 日本 🙂\n');
  });

  test('an application that fails before it shows a window is not waited for', async () => {
    const folder = path.join(desktop.home, '.local/share/applications');
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, 'broken.desktop'),
      '[Desktop Entry]\nType=Application\nName=Broken\nExec=sh -c "exit 3"\n',
    );
    const opening = openApplication(await desktop.open(), 'broken', all(), AbortSignal.timeout(OPEN_MS));
    await expect(opening).rejects.toMatchObject({
      code: 'action_failed',
      message: '"broken" ended with code 3 before it showed a window.',
    });
  });

  test('buttons are found by role and name, several that match are ambiguous, and the result is read', async () => {
    desktop.start('galculator');
    for (const name of ['1', '2']) await clickOn({ app: 'galculator', role: 'button', name, exact: true });
    await expect(findOne(computer, { role: 'button' }, all())).rejects.toMatchObject({
      code: 'element_ambiguous',
      message: expect.stringContaining('elements match the button'),
    });
    await expect(findOne(computer, { role: 'button', name: 'Frobnicate' }, all())).rejects.toMatchObject({
      code: 'element_not_found',
    });
    await expect(
      findOne(computer, { app: 'galculator', role: 'button' }, computer.scope(['app:mousepad'])),
    ).rejects.toMatchObject({ code: 'site_not_allowed' });
    await press(computer, ['*', '3', 'Enter'], all(), freely);
    await waitFor('the product', async () => (await takeSnapshot(computer, all())).includes('36'));
  });

  test('a form is filled by the labels of its fields; pictures show its password field black', async () => {
    const form = desktop.start(
      'zenity',
      '--forms',
      '--title=Order',
      '--add-entry=Customer',
      '--add-password=Code',
      '--add-combo=Colour',
      '--combo-values=Red|Green|Blue',
    );
    let printed = '';
    form.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await fill(computer, await there({ role: 'textbox', name: 'Customer' }), 'Ada & Söhne', all(), freely);
    const code = await there({ role: 'textbox', name: 'Code' });
    await fill(computer, code, 'pass-4711', all(), freely);
    await expect(read(computer, code)).rejects.toThrow('not read');
    await choose(computer, await there({ role: 'combobox', name: 'Colour' }), 'Green');
    const bounds = await code.element.bounds();
    if (bounds === null) throw new Error('the field has no place');
    const inField = { x: bounds.x + 20, y: bounds.y + 8 };
    const picture = await takePicture(computer, all(), null);
    expect(colourAt(picture, inField)).toBe('000000');
    const customer = await (await there({ role: 'textbox', name: 'Customer' })).element.bounds();
    const inCustomer = { x: (customer?.x ?? 0) + (customer?.width ?? 0) - 20, y: (customer?.y ?? 0) + 8 };
    expect(colourAt(picture, inCustomer)).not.toBe('000000');
    const secret = await takePicture(computer, all(), (text) => text.includes('Söhne'));
    expect(colourAt(secret, inCustomer)).toBe('000000');
    const narrow = await takePicture(computer, computer.scope(['app:mousepad']), null);
    expect(colourAt(narrow, inCustomer)).toBe('808080');
    await clickOn({ role: 'button', name: 'OK' });
    await once(form, 'close');
    expect(printed.trim()).toBe('Ada & Söhne|pass-4711|Green');
  });

  test('the wheel moves what a window shows, and a drag selects what is typed over', async () => {
    const file = path.join(desktop.home, 'lines.txt');
    await writeFile(file, 'one two three four\n'.repeat(300));
    desktop.start('mousepad', '--disable-server', file);
    const editor = await there({ app: 'mousepad', role: 'textbox', window: 'lines.txt' });
    await waitFor('the text', async () => (await read(computer, editor)).length > 1_000);
    const bounds = await editor.element.bounds();
    if (bounds === null) throw new Error('the editor has no place');
    const at = { x: bounds.x + 60, y: bounds.y + 12 };
    await drag(computer, { ...at, x: bounds.x + 2 }, { ...at, x: bounds.x + 300 }, all());
    await type(computer, '*', all(), { turn: freely });
    expect((await read(computer, editor)).split('\n').slice(0, 2)).toEqual(['*', 'one two three four']);
    // The editor moves back to where was typed last, at a time of its own.
    await waitFor('a text that has moved under the pointer', async () => {
      await scroll(computer, editor, all(), { dx: 0, dy: 2_000 });
      await click(computer, at, all());
      await type(computer, '#', all(), { turn: freely });
      const lines = (await read(computer, editor)).split('\n');
      return lines.findLastIndex((line) => line.includes('#')) > 10;
    });
  });

  test("a window is its application's also before the window manager has marked it", async () => {
    desktop.start('galculator');
    await there({ app: 'galculator', role: 'button', name: '1', exact: true });
    const calculator = async () =>
      (await listWindows(computer.display)).find(({ title }) => /galculator/i.test(title));
    await waitFor('its window', async () => (await calculator()) !== undefined);
    const shown = await calculator();
    const mark = await computer.display.atom('WM_STATE');
    computer.display.send('DeleteProperty', shown?.id, mark);
    expect(await calculator()).toMatchObject({ id: shown?.id, application: { name: 'galculator' } });
  });

  test('points of a picture are refused when their window has moved since', async () => {
    desktop.start('galculator');
    await there({ app: 'galculator', role: 'button', name: '1', exact: true });
    // The window of the test before may still be there.
    const calculator = async () =>
      (await listWindows(computer.display)).find(({ title }) => /galculator/i.test(title));
    const moved = 'not the one of the last picture';
    let window = 0;
    let point = { x: 0, y: 0 };
    // A new window may still be moved and sized by the window manager.
    await waitFor('a click on the window in its place', async () => {
      await takePicture(computer, all(), null);
      const shown = await calculator();
      if (shown === undefined) return false;
      window = shown.id;
      point = { x: shown.bounds.x + 5, y: shown.bounds.y + 5 };
      return click(computer, point, all()).then(
        () => true,
        (error: Error) => {
          if (!error.message.includes(moved)) throw error;
          return false;
        },
      );
    });
    execFileSync('xdotool', ['windowmove', '--sync', String(window), '500', '300'], { env: desktop.env });
    await expect(click(computer, point, all())).rejects.toThrow(moved);
    await takePicture(computer, all(), null);
    await expect(click(computer, { x: 5_000, y: 5 }, all())).rejects.toThrow('not on the screen');
    await expect(
      click(computer, { x: 1_270, y: 790 }, computer.scope(['app:galculator'])),
    ).rejects.toMatchObject({
      code: 'site_not_allowed',
    });
  });

  test('the sign that the desktop is driven is on the screen, and neither in pictures nor in the way', async () => {
    desktop.start('mousepad', '--disable-server');
    await there({ app: 'mousepad', role: 'textbox' });
    let window = 0;
    // It is said to be there before its window is shown.
    await waitFor('its window', async () => {
      const [first] = await listWindows(computer.display);
      window = first?.id ?? 0;
      return first !== undefined;
    });
    execFileSync('xdotool', ['windowmove', String(window), '300', '0'], { env: desktop.env });
    await press(computer, ['Control+End'], all(), freely);
    const plain = await takePicture(computer, all(), null);
    const driven = await openComputer(desktop.env, { sign: 'Errand uses this desktop.' });
    try {
      const screen = toPng(await grab(computer.display));
      const corner = { x: 1, y: 400 };
      expect([colourAt(screen, corner), colourAt(plain, corner)]).toEqual(['e5484d', '808080']);
      expect((await listWindows(driven.display)).map(({ title }) => title).join()).not.toContain('Errand');
      const picture = await takePicture(driven, all(), null);
      for (const point of [corner, { x: 640, y: 2 }, { x: 580, y: 10 }, { x: 640, y: 798 }])
        expect([point, colourAt(picture, point)]).toEqual([point, colourAt(plain, point)]);
      // The click goes through the line of text.
      const top = { x: 640, y: 10 };
      await click(driven, top, all());
      const { child } = await driven.display.ask<{ child: number }>('QueryPointer', driven.display.root);
      expect(driven.display.own.has(child)).toBe(false);
    } finally {
      driven.close();
    }
  });

  test('an application that hangs and one that claims 2^31 children hold up neither the others nor a look at them', async () => {
    const hung = desktop.start('mousepad', '--disable-server');
    await there({ app: 'mousepad', role: 'textbox' });
    const liar = desktop.start(process.execPath, path.join(import.meta.dirname, 'lying-application.ts'));
    await once(liar.stdout as NodeJS.ReadableStream, 'data');
    desktop.start('galculator');
    hung.kill('SIGSTOP');
    const seven = await there({ app: 'galculator', role: 'button', name: '7', exact: true });
    await click(computer, seven, all());
    const text = await takeSnapshot(computer, all());
    expect(text).toContain('application "mousepad" does not answer');
    expect(text).toContain('more of "node" was not read');
    expect(text).toContain('button "7"');
    const [ref] = /(?<=button "7".*\[ref=)e\d+/.exec(text) ?? [];
    await click(computer, await findOne(computer, { ref: ref ?? '' }, all()), all());
    await expect(findOne(computer, { ref: 'e99999' }, all())).rejects.toMatchObject({
      code: 'element_not_found',
    });
    await waitFor('both digits', async () => (await takeSnapshot(computer, all())).includes('77'));
    hung.kill('SIGCONT');
  });
});
