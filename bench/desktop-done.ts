/** Tasks of the desktop benchmark that a Runbook can do; each is judged by a file, an output or the tree. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Machine, Ran, Step } from './desktop-machine.ts';

export interface Task {
  name: string;
  /** Programs that it needs. */
  needs: readonly string[];
  hasPerson?: boolean;
  carryOut: (machine: Machine) => Promise<Judged>;
}

export interface Judged {
  ran: Ran;
  /** The judge's objection, or null. */
  wrong: string | null;
}

export function step(primitive: string, input: Record<string, unknown>, more: Partial<Step> = {}): Step {
  return {
    primitive,
    input,
    ...more,
  };
}
function open(application: string) {
  return step('desktop.open', { application });
}
export function press(...keys: string[]) {
  return step('desktop.press', { keys });
}
export function type(text: string) {
  return step('desktop.type', { text });
}
export function click(target: object) {
  return step('desktop.click', { target });
}
export function fill(target: object, value: string) {
  return step('desktop.fill', { target, value });
}
export function wait(target: object) {
  return step('desktop.wait', { for: target });
}
export function readFrom(target: object) {
  return step('desktop.read', { target });
}
export function button(app: string, name: string) {
  return { app, role: 'button', name, exact: true };
}
const editor = { app: 'mousepad', role: 'textbox' };

/** Gives a path to the dialog that an application chooses files with. */
function chooseFile(app: string, window: string, file: string) {
  return [
    wait({ app, role: 'filechooser', name: window, exact: true }),
    press('Control+L'),
    fill({ app, window, role: 'textbox' }, file),
    press('Enter'),
  ];
}

function saveAs(file: string) {
  return [
    press('Control+Shift+S'),
    fill({ app: 'mousepad', role: 'textbox', name: 'Name:' }, file),
    click(button('mousepad', 'Save')),
    wait({ app: 'mousepad', role: 'window', name: path.basename(file) }),
  ];
}

export function judge(ran: Ran, found: unknown, wanted: unknown): Judged {
  const { status, errorMessage } = ran.outcome;
  if (status !== 'completed') return { ran, wrong: errorMessage ?? status };
  const isRight = JSON.stringify(found) === JSON.stringify(wanted);
  return { ran, wrong: isRight ? null : `found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}` };
}

export function fileText(file: string) {
  return readFile(file, 'utf8').catch(() => null);
}

export const EDITED: readonly Task[] = [
  {
    name: '1 mousepad: type and save',
    needs: ['mousepad'],
    carryOut: async ({ desktop, runbook }) => {
      const file = path.join(desktop.home, 'note.txt');
      const text = 'Grüße, €5, 日本\nEnd.';
      const ran = await runbook([open('mousepad'), type(text), ...saveAs(file)]);
      return judge(ran, await fileText(file), text);
    },
  },
  {
    name: '2 mousepad: replace a word in a file',
    needs: ['mousepad'],
    carryOut: async ({ desktop, runbook }) => {
      const file = path.join(desktop.home, 'colours.txt');
      await writeFile(file, 'red, red and blue\n');
      const ran = await runbook([
        open('mousepad'),
        press('Control+O'),
        ...chooseFile('mousepad', 'Open File', file),
        wait({ app: 'mousepad', role: 'window', name: 'colours.txt' }),
        press('Control+R'),
        fill({ app: 'mousepad', window: 'Find and Replace', role: 'textbox', nth: 0 }, 'red'),
        fill({ app: 'mousepad', window: 'Find and Replace', role: 'textbox', nth: 1 }, 'green'),
        click({ app: 'mousepad', role: 'checkbox', name: 'Replace all' }),
        click({ app: 'mousepad', window: 'Find and Replace', role: 'button', name: 'Replace' }),
        click({ app: 'mousepad', window: 'Find and Replace', role: 'button', name: 'Close', exact: true }),
        press('Control+S'),
        wait({ app: 'mousepad', role: 'window', name: 'colours.txt' }),
      ]);
      return judge(ran, await fileText(file), 'green, green and blue\n');
    },
  },
  {
    name: '3 gnome-calculator: 12 × 3',
    needs: ['gnome-calculator'],
    carryOut: async ({ runbook, watcher, until }) => {
      const ran = await runbook([open('gnome-calculator'), type('12*3'), press('Enter')]);
      const { viewDesktop } = await import('@errand/computer');
      const shows = async () => {
        const { elements } = await viewDesktop(watcher, watcher.scope(['app:gnome-calculator']));
        return elements.some(({ name, value }) => name === '36' || value?.trim() === '36');
      };
      return judge(ran, await until(shows), true);
    },
  },
  {
    name: '4 galculator: 12 × 3 by its buttons',
    needs: ['galculator'],
    carryOut: async ({ runbook, holds }) => {
      const keys = ['1', '2', '*', '3', '='].map((name) => click(button('galculator', name)));
      const ran = await runbook([open('galculator'), ...keys]);
      return judge(ran, await holds({ app: 'galculator', role: 'textbox' }), '36');
    },
  },
  {
    name: '5 zenity: a form of three fields',
    needs: ['zenity'],
    carryOut: async ({ desktop, runbook, until }) => {
      const entries = ['Name', 'City', 'Note'].map((name) => `--add-entry=${name}`);
      const printed = outputOf(desktop.start('zenity', '--forms', '--title=Form', ...entries));
      const ran = await runbook([
        fill({ app: 'zenity', role: 'textbox', name: 'Name' }, 'Ada'),
        fill({ app: 'zenity', role: 'textbox', name: 'City' }, 'Köln'),
        fill({ app: 'zenity', role: 'textbox', name: 'Note' }, 'a b'),
        click(button('zenity', 'OK')),
      ]);
      await until(async () => printed().includes('\n'));
      return judge(ran, printed(), 'Ada|Köln|a b\n');
    },
  },
  {
    name: '6 zenity: choose a file',
    needs: ['zenity'],
    carryOut: async ({ desktop, runbook, until }) => {
      const file = path.join(desktop.home, 'chosen.txt');
      await writeFile(file, 'x');
      const printed = outputOf(desktop.start('zenity', '--file-selection', '--title=Choose'));
      const ran = await runbook([...chooseFile('zenity', 'Choose', file)]);
      await until(async () => printed().includes('\n'));
      return judge(ran, printed(), `${file}\n`);
    },
  },
  {
    name: '9 FeatherPad: find and replace',
    needs: ['featherpad'],
    carryOut: async ({ desktop, runbook, until }) => {
      const file = path.join(desktop.home, 'qt.txt');
      await writeFile(file, 'zero one two\n');
      desktop.start('env', 'QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1', 'featherpad', '-w', file);
      const ran = await runbook([
        wait({ app: 'featherpad', role: 'textbox', nth: 0 }),
        press('Control+R'),
        fill({ app: 'featherpad', role: 'textbox', name: 'Find:' }, 'one'),
        fill({ app: 'featherpad', role: 'textbox', name: 'Replace with:' }, 'six'),
        // Replaces the next one; the button that replaces all has no name.
        press('F8'),
        press('Control+S'),
      ]);
      await until(async () => (await fileText(file)) !== 'zero one two\n');
      return judge(ran, await fileText(file), 'zero six two\n');
    },
  },
  {
    name: '11 galculator and mousepad: copy a number',
    needs: ['galculator', 'mousepad'],
    carryOut: async ({ desktop, runbook }) => {
      const file = path.join(desktop.home, 'sum.txt');
      const ran = await runbook([
        open('galculator'),
        type('40+2='),
        readFrom({ app: 'galculator', role: 'textbox' }),
        open('mousepad'),
        fill(editor, 'Sum: {{ steps.s3.output }}'),
        ...saveAs(file),
      ]);
      return judge(ran, await fileText(file), 'Sum: 42');
    },
  },
];

/** A program's output so far. */
export function outputOf(child: { stdout: NodeJS.ReadableStream | null }): () => string {
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return () => printed;
}
