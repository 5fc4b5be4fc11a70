import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findAll } from '@errand/computer';
import { type Desktop, announceSkipped, noDesktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import { openPool } from '@errand/step-engine/testing/browser.ts';
import { waitFor } from '@errand/wait-for';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { describeInstruction, parseTask } from '../src/grammar/parse-task.ts';
import { type DesktopTasks, desktopTasks } from './desktop-tasks.ts';

announceSkipped('plain instructions for a desktop');

function planOf(task: string): string | readonly string[] {
  const parsed = parseTask(task, 'desktop');
  return 'clauses' in parsed ? parsed.clauses.map(describeInstruction) : parsed.problem.clause;
}

describe('instructions for applications', () => {
  test.each([
    [
      'open mousepad, type "Dear Ada", save as /tmp/a.txt',
      ['launch mousepad', 'fill "Dear Ada"', 'saveas "/tmp/a.txt"'],
    ],
    ['save it as notes.txt and replace it', ['saveas "notes.txt"']],
    ['choose File > Save As', ['menu File > Save As']],
    ['choose Word Wrap from the Document menu', ['menu Document > Word Wrap']],
    ['press 1, 2, * and 3, press "="', ['click 1', 'click 2', 'click *', 'click 3', 'click =']],
    ['press ctrl+shift+s', ['press Control+Shift+S']],
    ['click the button 5 in galculator', ['click button 5 in galculator']],
    ['click OK', ['click OK']],
    ['click "Save" in mousepad', ['click Save of mousepad']],
    ['what does the calculator show', ['read value of calculator']],
    ['press "=" and tell me what it shows', ['click =', 'read value']],
    ['check that it shows 36', ['verify value holds 36']],
    ['select Green from Colour', ['select Colour "Green"']],
  ])('%s', (task, plan) => {
    expect(planOf(task)).toEqual(plan);
  });

  test.each([
    ['a text that is only spoken of', 'open mousepad and type a short letter'],
    ['a file name that may be two instructions', 'save it as notes and lists.txt'],
    ['a judgement', 'open mousepad and summarise the text'],
  ])('refuses %s', (_what, task) => {
    expect(typeof planOf(task)).toBe('string');
  });
});

test('a number in an enumeration is never left out when another instruction follows', () => {
  const parsed = parseTask('Select 1, 2, and 3, click Send');
  const said =
    'clauses' in parsed ? parsed.clauses.map(({ source }) => source).join(' ') : parsed.problem.clause;
  expect(said).toContain('3');
});

(noDesktop === null ? describe : describe.skip)('plain instructions on a desktop', () => {
  let desktop: Desktop;
  let tasks: DesktopTasks;
  const pool = openPool();
  beforeEach(async () => {
    desktop = await startDesktop();
    tasks = desktopTasks(desktop, pool);
  });
  afterEach(async () => {
    await desktop?.[Symbol.asyncDispose]();
  });
  const fileOf = (name: string) => path.join(desktop.home, name);

  test('a task writes and saves a file without a browser, and reports what it read', async () => {
    const file = fileOf('note.txt');
    const { outcome, events, usedBrowser } = await tasks.run(
      `Open mousepad, type "Hello, World", save as ${file} and read the text`,
    );
    expect([outcome.errorMessage, outcome.outputs]).toEqual([null, { text: 'Hello, World' }]);
    expect(await readFile(file, 'utf8')).toBe('Hello, World');
    expect(usedBrowser).toBe(false);
    const evidence = events.flatMap(({ data }) =>
      data?.['evidence'] === undefined ? [] : [data['evidence']],
    );
    expect(evidence).toContainEqual({
      asked: `save as ${file}`,
      saw: expect.stringContaining('note.txt - Mousepad'),
    });
  });

  test('a task replaces a file only when it says so', async () => {
    const file = fileOf('old.txt');
    await writeFile(file, 'old');
    const task = `Open mousepad, type "new" and save it as ${file}`;
    const refused = await tasks.run(task);
    expect(refused.outcome).toMatchObject({
      status: 'failed',
      errorCode: 'action_failed',
      errorMessage: expect.stringMatching(/already exists.*say "save as … and replace it"/su),
    });
    expect(await readFile(file, 'utf8')).toBe('old');
    await tasks.run('Click Cancel');
    await tasks.run('Press Escape');
    const { outcome } = await tasks.run(`Save it as ${file} and replace it`);
    expect(outcome.errorMessage).toBeNull();
    expect(await readFile(file, 'utf8')).toBe('new');
  });

  test('a task does not complete when the application refuses or does nothing', async () => {
    const { outcome } = await tasks.run('Open mousepad, type "lost" and save it as /proc/nothing.txt');
    expect(outcome).toMatchObject({
      status: 'failed',
      errorCode: 'action_failed',
      errorMessage: expect.stringContaining('Failed to save the document'),
    });
    await tasks.run('Press Escape');
    await tasks.run('Press Escape');
    const left = await tasks.run('Press ctrl+q');
    expect(left.outcome.errorMessage).toContain('Do you want to save the changes before closing?');
    await tasks.run('Click Cancel');
    const again = await tasks.run('Open mousepad, press ctrl+q and click "Don\'t Save"');
    expect(again.outcome.errorMessage).toBeNull();
    const unchanged = await tasks.run('Open galculator and press F9');
    expect(unchanged.outcome).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('Nothing in the window changed.'),
    });
  });

  test('a task calculates with named buttons and keys, and checks the result', async () => {
    const { outcome } = await tasks.run(
      'Open galculator, press 1, 2, * and 3, press "=" and tell me what it shows',
    );
    expect([outcome.errorMessage, outcome.outputs]).toEqual([null, { text: '36' }]);
    const typed = await tasks.run('Open galculator, type "12*4=" and check that it shows 48');
    expect(typed.outcome.errorMessage).toBeNull();
    const wrong = await tasks.run('Check that galculator shows 99');
    expect(wrong.outcome).toMatchObject({ status: 'failed', errorCode: 'assertion_failed' });
  });

  test('a task fills a form by its labels, ticks and chooses, and hides secrets', async () => {
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
    const { outcome, events } = await tasks.run(
      'Enter Ada in Customer, enter {{ secrets.code }} in Code, choose Green from Colour and click OK',
      { secrets: { code: 'pass-4711' } },
    );
    expect(outcome.errorMessage).toBeNull();
    await waitFor('the answer of the form', () => printed.includes('\n'));
    expect(printed).toBe('Ada|pass-4711|Green\n');
    expect(JSON.stringify([outcome, events])).not.toContain('pass-4711');
  });

  test('a task that is not understood is refused as a whole before anything is done', async () => {
    const refusals = [
      ['Open mousepad and summarise the text', 'task_not_understood', 'On a desktop the embedded planner'],
      ['Open mousepad and go to the next page', 'task_not_understood', 'not possible in the applications'],
    ] as const;
    for (const [task, errorCode, why] of refusals) {
      const { outcome } = await tasks.run(task);
      expect(outcome).toMatchObject({
        status: 'failed',
        errorCode,
        errorMessage: expect.stringContaining(why),
      });
    }
    const nowhere = await tasks.run('Open mousepad', { whyNot: 'This is Wayland' });
    expect(nowhere.outcome).toMatchObject({
      errorCode: 'action_failed',
      errorMessage: expect.stringContaining('needs the desktop of this machine. This is Wayland'),
    });
    const outside = await tasks.run('Open mousepad', { applicationScope: ['app:galculator'] });
    expect(outside.outcome.errorCode).toBe('site_not_allowed');
    const missing = await tasks.run('Open galculator and click the button Frobnicate');
    expect(missing.outcome).toMatchObject({
      errorCode: 'element_not_found',
      errorMessage: expect.stringContaining('They show: button'),
    });
    const computer = await tasks.computer();
    const all = computer.scope(null);
    expect(await findAll(computer, { app: 'mousepad', role: 'window' }, all)).toEqual([]);
  });
});
