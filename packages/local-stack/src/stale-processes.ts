import { readFile } from 'node:fs/promises';
import { writePrivateFile } from './private-file.ts';
import { processStartTime } from './process-identity.ts';
import type { ServiceProcess } from './processes.ts';
import { sendSignal } from './send-signal.ts';
import { waitUntil } from './wait.ts';

type Trace = Pick<ServiceProcess, 'name' | 'pid' | 'mark'>;

const EXIT_TIMEOUT_MS = 5000;

/** Records the running processes, for a later start to clean up if this one is killed. */
export function rememberProcesses(file: string, processes: readonly Trace[]): Promise<void> {
  return writePrivateFile(
    file,
    JSON.stringify(processes.map(({ name, pid, mark }) => ({ name, pid, mark }))),
  );
}

/** Kills recorded processes that an earlier start left running. Their work is safe in the database. */
export async function killStaleProcesses(file: string, onProgress: (line: string) => void): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  for (const { name, pid, mark } of JSON.parse(text) as Trace[]) {
    const lives = async () => mark !== '' && (await processStartTime(pid)) === mark;
    if (!(await lives())) continue;
    onProgress(`Ending the ${name} service that an earlier start left behind (process ${pid})`);
    sendSignal(pid, 'SIGKILL');
    await waitUntil(EXIT_TIMEOUT_MS, async () => ((await lives()) ? undefined : true));
  }
}
