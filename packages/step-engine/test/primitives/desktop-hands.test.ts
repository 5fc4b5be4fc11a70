import { createRecorder, typesOf } from '@errand/browser-runtime/testing/recorder.ts';
import { type Computer, findOne, openComputer, read } from '@errand/computer';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import { waitFor } from '@errand/wait-for';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run, sharedPool, steps } from '../browser.ts';

announceSkipped('steps on a desktop whose person uses it');

const pool = sharedPool();
const EDITOR = { app: 'mousepad', role: 'textbox' };
const TEXT = 'All of these words arrive.\n'.repeat(150);

(noDesktop === null ? describe : describe.skip)('while the person uses the machine', () => {
  let desktop: Desktop;
  let watcher: Computer;
  let computer: Computer | null = null;
  const access = {
    whyNot: null,
    files: '',
    open: async () => (computer ??= await openComputer(desktop.env)),
    rest: async (signal: AbortSignal) => computer?.hands.rest(signal),
    stopped: new AbortController().signal,
  };
  beforeAll(async () => {
    desktop = await startDesktop({ hasPerson: true });
    watcher = await desktop.open();
  });
  afterAll(async () => {
    computer?.close();
    await desktop?.[Symbol.asyncDispose]();
  });
  const written = async () => {
    const editor = await findOne(watcher, EDITOR, watcher.scope(null)).catch(() => null);
    return editor === null ? '' : read(watcher, editor);
  };
  const typing = () =>
    steps(
      { primitive: 'desktop.open', input: { application: 'mousepad' } },
      { primitive: 'desktop.type', input: { text: TEXT }, timeoutMs: 60_000 },
      { primitive: 'desktop.read', input: { target: EDITOR } },
    );

  test('a text that is being typed stops, the person is asked, and the rest is typed once they agree', async () => {
    const host = createRecorder();
    let halfway = '';
    host.answer = async () => {
      // A busy application may not tell what it shows at once.
      await waitFor('what was typed so far', async () => (halfway = await written()) !== '');
      desktop.person.moveMouse();
      return { decision: 'approve' };
    };
    const running = run(pool, typing(), { lazy: true, desktop: access, host });
    await waitFor('the first words', async () => (await written()).length > 100);
    desktop.person.moveMouse();
    const { outcome } = await running;
    expect([outcome.errorMessage, outcome.outputs['s3'] === TEXT]).toEqual([null, true]);
    expect([halfway.length > 0, halfway.length < TEXT.length]).toEqual([true, true]);
    expect(host.asked).toMatchObject([{ stepId: 's2', message: expect.stringContaining('is in use') }]);
    expect(typesOf(host.events)).toContain('control.paused s2');
  });

  test('the Run fails when they do not agree', async () => {
    const host = createRecorder();
    host.answer = async () => ({ decision: 'reject' });
    const given = steps({ primitive: 'desktop.press', input: { keys: 'Control+End' } });
    desktop.person.moveMouse();
    await waitFor('the mouse', () => computer?.hands.wereUsed ?? false);
    const { outcome } = await run(pool, given, { lazy: true, desktop: access, host });
    expect([outcome.errorCode, host.asked.length]).toEqual(['approval_rejected', 1]);
  });
});
