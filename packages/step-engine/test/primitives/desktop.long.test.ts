import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRecorder, typesOf } from '@errand/browser-runtime/testing/recorder.ts';
import { type Computer, fill, findOne, openComputer } from '@errand/computer';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run, sharedPool, steps, type Trial } from '../browser.ts';

announceSkipped('steps on a desktop');

const pool = sharedPool();
/** An application that is started for the first time on a busy machine takes longer than one that is known. */
const STEP_MS = 120_000;
type Step = Parameters<typeof steps>[number];

test('a step on a desktop fails without one, and says why', async () => {
  const given = steps({ primitive: 'desktop.click', input: { x: 1, y: 1 } });
  const { outcome } = await run(pool, given, { lazy: true });
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'action_failed' });
  expect(outcome.errorMessage).toContain('A server has no desktop');
  const desktop = {
    whyNot: 'This is Wayland',
    files: '',
    open: () => Promise.reject(new Error('opened')),
    rest: async () => undefined,
    stopped: new AbortController().signal,
  };
  const elsewhere = await run(pool, given, { lazy: true, desktop });
  expect(elsewhere.outcome.errorMessage).toContain('This is Wayland');
});

test('the engine does not load the desktop driver', () => {
  const count = `
    import { registerHooks } from 'node:module';
    let loaded = 0;
    registerHooks({ load: (url, context, next) => {
      if (/node_modules[/](x11|@jellybrick)[/]/.test(url)) loaded += 1;
      return next(url, context);
    } });
    await import('@errand/step-engine');
    console.log(loaded);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', count], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('0');
});

(noDesktop === null ? describe : describe.skip)('steps on a desktop', () => {
  let desktop: Desktop;
  let computer: Computer | null = null;
  beforeAll(async () => {
    desktop = await startDesktop();
  });
  afterAll(async () => {
    computer?.close();
    await desktop?.[Symbol.asyncDispose]();
  });
  const perform = (given: Step[], trial: Trial = {}) =>
    run(pool, steps(...given), {
      lazy: true,
      desktop: {
        whyNot: null,
        files: path.join(desktop.home, 'files'),
        open: async () => (computer ??= await openComputer(desktop.env)),
        rest: async (signal) => computer?.hands.rest(signal),
        stopped: new AbortController().signal,
      },
      ...trial,
      limits: { stepTimeoutMs: STEP_MS, ...trial.limits },
    });
  const editor = { app: 'mousepad', role: 'textbox' };

  test('desktop steps write a file with an editor, declared as effects on the desktop', async () => {
    const file = path.join(desktop.home, 'letter.txt');
    const { outcome, host } = await perform(
      [
        { primitive: 'desktop.open', input: { application: 'mousepad' } },
        { primitive: 'desktop.fill', input: { target: editor, value: 'Dear {{ inputs.name }},\n' } },
        { primitive: 'desktop.press', input: { keys: 'Control+End' } },
        { primitive: 'desktop.type', input: { text: 'Grüße, 日本 🙂' } },
        { primitive: 'desktop.click', input: { target: { app: 'mousepad', role: 'menu', name: 'File' } } },
        { primitive: 'desktop.click', input: { target: { role: 'menuitem', name: 'Save As' } } },
        { primitive: 'desktop.fill', input: { target: { role: 'textbox', name: 'Name:' }, value: file } },
        { primitive: 'desktop.click', input: { target: { role: 'button', name: 'Save', exact: true } } },
        { primitive: 'desktop.wait', input: { for: { role: 'window', name: 'letter.txt' } } },
        { primitive: 'desktop.assert', input: { target: editor, text: 'Grüße' } },
        { primitive: 'desktop.read', input: { target: editor } },
        { primitive: 'desktop.screenshot' },
      ],
      { inputs: { name: 'Ada' } },
    );
    expect(outcome.errorMessage).toBeNull();
    expect(outcome.outputs['s11']).toBe('Dear Ada,\nGrüße, 日本 🙂');
    expect(await readFile(file, 'utf8')).toContain('Dear Ada,\nGrüße, 日本 🙂');
    expect(host.intents.map(({ stepId, surface }) => `${stepId} ${surface}`)).toEqual(
      ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'].map((id) => `${id} desktop`),
    );
    expect([...host.files.values()].map(({ stepId }) => stepId)).toEqual(['s12']);
  });

  test('desktop.open gives an application a file that no name chosen by a site can place elsewhere', async () => {
    const { outcome } = await perform([
      {
        primitive: 'desktop.open',
        input: { application: 'mousepad', file: { name: '../../.given.txt', content: 'From a site.' } },
      },
      { primitive: 'desktop.wait', input: { for: { ...editor, window: 'given.txt' } } },
      { primitive: 'desktop.read', input: { target: { ...editor, window: 'given.txt' } } },
      { primitive: 'desktop.press', input: { keys: 'Control+W' } },
    ]);
    expect([outcome.errorMessage, outcome.outputs['s3']]).toEqual([null, 'From a site.']);
    const { path: place } = outcome.outputs['s1'] as { path: string };
    expect(place).toMatch(/^.*\/files\/file-[^/]+\/_.._\.given\.txt$/);
    expect(await readFile(place, 'utf8')).toBe('From a site.');
  });

  test('desktop steps have a picture each, like browser steps', async () => {
    const { outcome, host } = await perform(
      [{ primitive: 'desktop.read', input: { target: editor } }, { primitive: 'desktop.screenshot' }],
      { limits: { screenshots: true } },
    );
    expect(outcome.errorMessage).toBeNull();
    const pictures = [...host.files.values()];
    expect(pictures.map(({ kind, stepId }) => `${kind} ${stepId}`)).toEqual([
      'screenshot s1',
      'screenshot s2',
    ]);
    expect(Buffer.from(pictures[0]?.bytes ?? []).toString('latin1', 1, 4)).toBe('PNG');
  });

  test('a desktop step is approved again when its window changed after the approval, and otherwise acts after one', async () => {
    const watcher = await desktop.open();
    const steps: Step[] = [{ primitive: 'desktop.press', input: { keys: 'Control+End' }, risk: 'high' }];
    const host = createRecorder();
    host.answer = async () => {
      if (host.asked.length === 2) return { decision: 'reject' };
      const scope = watcher.scope(null);
      await fill(
        watcher,
        await findOne(watcher, editor, scope),
        'Dear Ada, pay 5000',
        scope,
        async () => false,
      );
      return { decision: 'approve' };
    };
    const changed = await perform(steps, { host });
    expect([host.asked.length, changed.outcome.errorCode]).toEqual([2, 'approval_rejected']);
    const [first, second] = host.asked.map(({ pageDigest }) => pageDigest);
    expect([typeof first, first === second]).toEqual(['string', false]);
    const element: Step = { primitive: 'desktop.click', input: { target: editor }, risk: 'high' };
    const same = await perform([...steps, element]);
    expect([same.outcome.errorMessage, same.host.asked.length]).toEqual([null, 2]);
  });

  test('desktop steps are refused outside their scope, fail when nothing is found, and do nothing in a dry run', async () => {
    const scoped = await perform(
      [{ primitive: 'desktop.read', input: { target: editor }, applicationScope: ['app:galculator'] }],
      { scoped: true },
    );
    expect(scoped.outcome.errorCode).toBe('site_not_allowed');
    const nowhere = await perform([
      {
        primitive: 'desktop.click',
        input: { target: { app: 'mousepad', role: 'button', name: 'Buy' } },
        timeoutMs: 15_000,
      },
    ]);
    expect(nowhere.outcome.errorCode).toBe('element_not_found');
    const dry = await perform([{ primitive: 'desktop.fill', input: { target: editor, value: 'other' } }], {
      dryRun: true,
    });
    expect([dry.outcome.errorMessage, dry.host.intents]).toEqual([null, []]);
    const after = await perform([{ primitive: 'desktop.read', input: { target: editor } }]);
    expect(after.outcome.outputs['s1']).toContain('Dear Ada');
    expect(typesOf(after.host.events)).toContain('step.completed s1');
  });

  test('desktop steps warn of a question that an application opens, and of an action that changes nothing', async () => {
    const { outcome, host } = await perform([
      { primitive: 'desktop.open', input: { application: 'galculator' } },
      { primitive: 'desktop.press', input: { keys: 'F9' } },
      { primitive: 'desktop.press', input: { keys: 'Control+Q' } },
      { primitive: 'desktop.open', input: { application: 'mousepad' } },
      { primitive: 'desktop.type', input: { text: 'unsaved' } },
      { primitive: 'desktop.press', input: { keys: 'Control+W' } },
      {
        primitive: 'desktop.click',
        input: { target: { app: 'mousepad', role: 'button', name: "Don't Save", exact: true } },
      },
    ]);
    expect(outcome.errorMessage).toBeNull();
    const warnings = host.ofType('step.warned').map(({ stepId, data }) => [stepId, data]);
    expect(warnings).toEqual([
      ['s2', { reason: 'nothing_changed', quote: 'Nothing in the window changed.' }],
      ['s6', { reason: 'dialog_open', quote: expect.stringContaining('save the changes before closing') }],
    ]);
  });

  test('desktop.type fails when the field with the keyboard does not hold the text', async () => {
    const { outcome } = await perform([
      { primitive: 'desktop.open', input: { application: 'mousepad' } },
      { primitive: 'desktop.type', input: { text: 'One' } },
      { primitive: 'desktop.press', input: { keys: 'Control+L' } },
      { primitive: 'desktop.wait', input: { for: { role: 'spinbutton', name: 'Line number:' } } },
      // A field for numbers takes no letters.
      { primitive: 'desktop.type', input: { text: 'one' } },
    ]);
    expect(outcome).toMatchObject({
      errorCode: 'action_failed',
      errorMessage: expect.stringContaining('does not hold what was typed'),
    });
  });
});
