import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Identifies the process `pid` even if another process gets the same id later; undefined when there is no such
 * process.
 */
export async function processStartTime(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return psField(pid, 'lstart=');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses, with any characters; state and start time follow it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? undefined : fields[18];
}

/** The command line of `pid`, joined by spaces; undefined when there is no such process. */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return psField(pid, 'args=');
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return words?.split('\0').join(' ').trim();
}

async function psField(pid: number, field: string): Promise<string | undefined> {
  const result = await run('ps', ['-o', field, '-p', String(pid)]).catch(() => undefined);
  return result?.stdout.trim() || undefined;
}
