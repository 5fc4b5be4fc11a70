import { execFileSync } from 'node:child_process';
import { findAll, findOne, press, read, STOP_CHORD, type, openComputer } from '@errand/computer';
import { waitFor } from '@errand/wait-for';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from './desktop.ts';

announceSkipped('what the person at the machine does');

(noDesktop === null ? describe : describe.skip)('the hands of the person', () => {
  let desktop: Desktop;
  beforeAll(async () => {
    desktop = await startDesktop({ hasPerson: true });
    desktop.start('mousepad', '--disable-server');
  });
  afterAll(async () => {
    await desktop?.[Symbol.asyncDispose]();
  });
  const freely = async () => false;

  test("a person's hands are told from programs, and only they can press the stop chord", async () => {
    let stops = 0;
    const computer = await openComputer(desktop.env, { onStop: () => (stops += 1) });
    try {
      const scope = computer.scope(null);
      const target = { app: 'mousepad', role: 'textbox' };
      await waitFor('the editor', async () => (await findAll(computer, target, scope)).length === 1);
      const editor = await findOne(computer, target, scope);
      await type(computer, 'Typed by a program.', scope, { into: editor, turn: freely });
      execFileSync('xdotool', ['mousemove', '200', '200', 'key', 'ctrl+alt+Escape'], {
        env: desktop.env,
      });
      await computer.display.sync();
      expect([computer.hands.wereUsed, stops]).toEqual([false, 0]);
      await expect(press(computer, ['Alt+Ctrl+Esc'], scope, freely)).rejects.toThrow(STOP_CHORD);

      desktop.person.moveMouse();
      await waitFor('the mouse', () => computer.hands.wereUsed);
      await computer.hands.rest(AbortSignal.timeout(20_000));
      expect([computer.hands.wereUsed, stops]).toEqual([false, 0]);
      desktop.person.press('x');
      await waitFor('the key', () => computer.hands.wereUsed);
      await waitFor('the key in the editor', async () => (await read(computer, editor)).endsWith('x'));
      expect(stops).toBe(0);
      desktop.person.press('ctrl+alt+Escape');
      await waitFor('the chord', () => stops === 1);
    } finally {
      computer.close();
    }
  });
});
