import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The D-Bus session of a person, with a home of its own. */
export interface Session extends AsyncDisposable {
  readonly home: string;
  readonly env: Record<string, string>;
  /** Starts a program in it; ended with the session. */
  start(program: string, args: readonly string[], input?: string): ChildProcess;
}

export async function startSession(): Promise<Session> {
  const home = await mkdtemp(path.join(tmpdir(), 'errand-session-'));
  const children: ChildProcess[] = [];
  const base = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: home };
  const run = (program: string, args: readonly string[], env: Record<string, string>, input = '') => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'], cwd: home });
    child.stdin.end(input);
    children.push(child);
    return child;
  };
  const daemon = run('dbus-daemon', ['--session', '--nofork', '--print-address=1'], base);
  const [address] = (await once(createInterface(daemon.stdout as never), 'line')) as [string];
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  return {
    home,
    env,
    start: (program, args, input) => run(program, args, env, input),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
