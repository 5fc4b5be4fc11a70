import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { type Account, spawnAs } from './account.ts';

/**
 * Runs a server and watches the pipe to its owner. A line on the pipe stops the server at once. A closed pipe means that
 * the owner died: its other processes are stopping too, and get a few seconds for their last statements.
 */
const GUARD = `
exec 3<&0 0</dev/null
"$@" 3<&- &
server=$!
{ read -r _ <&3 || sleep 3; kill -INT $server; } 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code
`;

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Stops a process of `spawnGuarded` by SIGINT. */
export function stopGuarded(child: ChildProcess): void {
  child.stdin?.end('stop\n');
}

/**
 * Starts `command` in a session of its own, which Ctrl-C does not reach, and appends its output to `logFile`.
 * It stops on `stopGuarded` and when this process ends.
 */
export async function spawnGuarded(
  command: string,
  args: readonly string[],
  options: { account?: Account | undefined; logFile: string; env?: NodeJS.ProcessEnv },
): Promise<ChildProcess> {
  const log = await open(options.logFile, 'a', 0o600);
  try {
    const child = spawn('/bin/sh', ['-c', GUARD, 'guard', command, ...args], {
      ...spawnAs(options.account),
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
      env: { PATH: SYSTEM_PATH, ...options.env },
    });
    // The guard may end before it reads the line.
    child.stdin?.on('error', () => {});
    return child;
  } finally {
    await log.close();
  }
}
