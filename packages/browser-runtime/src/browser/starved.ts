import { readFile, readdir } from 'node:fs/promises';

/** State letters of proc_pid_stat(5): runnable, and waiting for a disk. */
const WAITS_FOR_MACHINE = /^[RD]/;

async function stateOf(stat: string): Promise<string> {
  const text = await readFile(stat, 'utf8').catch(() => '');
  // The name before the state may itself hold brackets and spaces.
  return text.slice(text.lastIndexOf(')') + 2);
}

/**
 * Whether a thread of the process waits for a processor or a disk, so that its silence may be the machine's fault. False
 * where the system does not tell.
 */
export async function isStarved(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = await Promise.all(threads.map((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`)));
  return states.some((state) => WAITS_FOR_MACHINE.test(state));
}
