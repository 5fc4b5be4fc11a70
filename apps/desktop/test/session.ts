import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A bus on which a call starts no service: an activated keychain would take the place of the unlocked one. */
const BUS = `<busconfig>
  <type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>`;

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
  const run = (program: string, args: readonly string[], env: Record<string, string>, input?: string) => {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(program, args, { env, stdio: [stdin, 'pipe', 'ignore'], cwd: home });
    child.stdin?.end(input);
    children.push(child);
    return child;
  };
  const bus = path.join(home, 'bus.conf');
  await writeFile(bus, BUS);
  const daemon = run('dbus-daemon', [`--config-file=${bus}`, '--nofork', '--print-address=1'], base);
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
