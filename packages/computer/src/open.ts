import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Computer } from './computer.ts';
import { entryOf, executableOf } from './desktop-entries.ts';
import { ComputerError } from './errors.ts';
import type { Scope } from './scope.ts';
import { listWindows } from './x11/windows.ts';

const POLL_MS = 50;

/**
 * Starts an installed application and waits for a window of it: a new one, unless the application ran and took over.
 * @param files absolute paths that it is to open
 * @throws {ComputerError} when it is not installed, out of scope, or fails before it shows a window
 * @throws the reason of `signal` when it shows no window until then
 */
export async function openApplication(
  computer: Computer,
  name: string,
  scope: Scope,
  signal: AbortSignal,
  files: readonly string[] = [],
): Promise<void> {
  const entry = entryOf(name, computer.entries());
  const [program, ...args] = entry?.command ?? [];
  if (program === undefined)
    throw new ComputerError('action_failed', `No application called "${name}" is installed.`);
  const application = { name: executableOf(name, computer.entries()) };
  if (!scope.allows(application))
    throw new ComputerError(
      'site_not_allowed',
      `The application "${name}" is not one that the step may use.`,
    );
  const before = new Set((await listWindows(computer.display)).map(({ id }) => id));
  const child = spawn(program, [...args, ...files], { env: computer.env, stdio: 'ignore', detached: true });
  let failure: ComputerError | null = null;
  child.once('error', (cause) => {
    failure = new ComputerError('action_failed', `"${name}" could not be started.`, { cause });
  });
  let isHandedOver = false;
  child.once('exit', (code, ended) => {
    isHandedOver = code === 0;
    const how = ended === null ? `code ${code}` : ended;
    if (!isHandedOver)
      failure = new ComputerError('action_failed', `"${name}" ended with ${how} before it showed a window.`);
  });
  child.unref();
  for (;;) {
    const windows = await listWindows(computer.display);
    const opened = windows.some(
      (window) =>
        // A running application may be told to show something in one of its windows.
        (isHandedOver || !before.has(window.id)) &&
        window.title !== '' &&
        window.application.name === application.name,
    );
    if (opened) return;
    if (failure !== null) throw failure as ComputerError;
    signal.throwIfAborted();
    await delay(POLL_MS, undefined, { signal });
  }
}
