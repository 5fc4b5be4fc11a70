import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ComputerError } from '../errors.ts';

/** What the guard says: it watches, or the person pressed `STOP_CHORD`. */
export type GuardMessage = 'watching' | 'pressed';
/** What it is told: that the process has heard of the chord, or that it is done with the desktop. */
export type GuardOrder = 'heard' | 'done';

export interface Guard {
  close(): void;
}

/** Beside this file, and as TypeScript or JavaScript like it. */
const PROCESS = path.join(import.meta.dirname, `guard-process${path.extname(import.meta.filename)}`);

/**
 * Guards a desktop while this process drives it, from a process of its own. When the person presses `STOP_CHORD` and this process
 * does not hear of it within a second, because it hangs, the guard kills it. However this process ends, the guard lets go of the
 * keys and buttons that are still down and puts the keyboard back.
 * @throws {ComputerError} when it cannot watch
 */
export async function startGuard(displayName: string): Promise<Guard> {
  const child: ChildProcess = fork(PROCESS, [displayName], {
    env: process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Signals to the group of this process are not meant for it.
    detached: true,
  });
  const order = (message: GuardOrder) => {
    if (child.connected) child.send(message, () => undefined);
  };
  const ended = once(child, 'exit').then(() => null);
  const watching = Promise.withResolvers<GuardMessage>();
  child.on('message', (message: GuardMessage) => {
    if (message === 'watching') watching.resolve(message);
    else order('heard');
  });
  child.on('error', () => undefined);
  if ((await Promise.race([watching.promise, ended])) === null)
    throw new ComputerError('action_failed', 'The stop chord of this desktop cannot be watched.');
  child.unref();
  child.channel?.unref();
  return { close: () => order('done') };
}
