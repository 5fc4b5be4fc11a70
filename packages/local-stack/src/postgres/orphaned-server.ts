import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { commandLine, processStartTime } from '../process-identity.ts';
import { sendSignal } from '../send-signal.ts';
import { StartError } from '../start-error.ts';
import { waitUntil } from '../wait.ts';

const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5000;

/** The process id in the cluster's `postmaster.pid`; undefined when there is none. */
export async function writtenPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

/**
 * Prepares `cluster` for a new server: stops a server that outlived its owner, and removes the pid file of a dead server
 * whose process id now belongs to another program.
 */
export async function stopOrphan(cluster: string, onProgress: (line: string) => void): Promise<void> {
  const pid = await writtenPid(cluster);
  if (pid === undefined) return;
  const command = await commandLine(pid);
  if (command === undefined) return;
  if (!isServerOf(command, cluster)) {
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  onProgress(`Stopping the database server that an earlier start left behind (process ${pid})`);
  const gone = async () => ((await processStartTime(pid)) === undefined ? true : undefined);
  sendSignal(pid, 'SIGINT');
  if (await waitUntil(FAST_STOP_MS, gone)) return;
  sendSignal(pid, 'SIGQUIT');
  if (await waitUntil(IMMEDIATE_STOP_MS, gone)) return;
  throw new StartError(
    `The database server of an earlier start does not stop; end process ${pid} and start again.`,
  );
}

function isServerOf(command: string, cluster: string): boolean {
  return command.includes('postgres') && command.includes(cluster);
}
