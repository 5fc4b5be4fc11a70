import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Computer, openComputer } from '@errand/computer';
import { waitFor } from '@errand/wait-for';

const NEEDED = [
  'Xvfb',
  'Xephyr',
  'openbox',
  'xdotool',
  'dbus-daemon',
  'mousepad',
  'galculator',
  'zenity',
  'setxkbmap',
];

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The programs that are not installed. */
export function missingOf(programs: readonly string[]): string[] {
  return programs.filter((program) => !isInstalled(program));
}

/** Why there can be no desktop for tests on this machine; null when there can. */
export const noDesktop: string | null = (() => {
  const missing = missingOf(NEEDED);
  return missing.length === 0 ? null : `${missing.join(', ')} not installed`;
})();

/** Says once for each test file what is not tested. */
export function announceSkipped(what: string): void {
  if (noDesktop !== null) process.stderr.write(`skipped ${what}: ${noDesktop}\n`);
}

/** A person whose hands the desktop tells from programs: the screen is a window of another one, where programs move the mouse. */
export interface Person {
  moveMouse(): void;
  /** Presses a chord as xdotool writes it, such as `ctrl+alt+Escape`. */
  press(chord: string): void;
}

/** A screen of its own with a window manager, a D-Bus session and no applications. */
export interface Desktop extends AsyncDisposable {
  readonly env: Record<string, string>;
  /** Empty at first; the home of the applications. */
  readonly home: string;
  start(program: string, ...args: string[]): ChildProcess;
  layout(...names: string[]): void;
  readonly person: Person;
  /** Connects to it; closed with the desktop. */
  open(): Promise<Computer>;
}

async function firstLine(child: ChildProcess, from: 'stdout' | 'stderr'): Promise<string> {
  const stream = child[from];
  if (stream === null) throw new Error('nothing to read');
  const lines = createInterface(stream);
  const [line] = (await once(lines, 'line')) as [string];
  lines.close();
  stream.resume();
  return line;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill('SIGKILL');
  await closed;
}

/** @param hasPerson whether it has a person, which takes a second screen */
export async function startDesktop({ hasPerson = false } = {}): Promise<Desktop> {
  const home = await mkdtemp(path.join(tmpdir(), 'errand-desktop-'));
  const children: ChildProcess[] = [];
  const computers: Computer[] = [];
  const run = (program: string, args: string[], env: Record<string, string>, stdio: 'ignore' | 'pipe') => {
    const child = spawn(program, args, { env, stdio: ['ignore', stdio, 'ignore'], cwd: home });
    // It may break when the process is killed.
    child.stdout?.on('error', () => undefined);
    children.push(child);
    return child;
  };
  const base = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_SESSION_TYPE: 'x11',
    GTK_THEME: 'Adwaita',
    NO_AT_BRIDGE: '0',
    GSETTINGS_BACKEND: 'memory',
    LANG: 'C.UTF-8',
  };
  const serve = async (program: string, args: string[], env: Record<string, string>) => {
    const server = run(program, ['-displayfd', '1', '-noreset', '-nolisten', 'tcp', ...args], env, 'pipe');
    return `:${await firstLine(server, 'stdout')}`;
  };
  const outer = await serve('Xvfb', ['-screen', '0', '1280x800x24'], base);
  const outside = { ...base, DISPLAY: outer };
  const DISPLAY = hasPerson ? await serve('Xephyr', ['-screen', '1280x800'], outside) : outer;
  const xdotool = (...args: string[]) => void execFileSync('xdotool', args, { env: outside });
  let mouse = 300;
  const person: Person = {
    moveMouse: () => xdotool('mousemove', String((mouse += 3)), '300'),
    press: (chord) => xdotool('search', '--name', 'Xephyr', 'windowfocus', 'key', chord),
  };
  const bus = run(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address=1'],
    { ...base, DISPLAY },
    'pipe',
  );
  const env = { ...base, DISPLAY, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 'stdout') };
  run('openbox', [], env, 'ignore');
  // A window that opens before it is managed never comes to the front.
  await waitFor('the window manager', () =>
    promisify(execFile)('xdotool', ['get_num_desktops'], { env }).then(
      () => true,
      () => false,
    ),
  );
  return {
    env,
    home,
    person,
    start: (program, ...args) => run(program, args, env, 'pipe'),
    layout: (...names) => void execFileSync('setxkbmap', names, { env }),
    open: async () => {
      const computer = await openComputer(env);
      computers.push(computer);
      return computer;
    },
    [Symbol.asyncDispose]: async () => {
      for (const computer of computers) computer.close();
      await Promise.all(children.toReversed().map(end));
      // Applications that it opened end with the screen, and may still write.
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
