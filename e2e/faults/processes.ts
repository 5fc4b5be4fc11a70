import { readFile, readdir, readlink } from 'node:fs/promises';

/** Sends a signal to each process that is still alive. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has already exited.
    }
}

/** The fields of `/proc/<pid>/stat` after the command name (state, parent …); empty when there is no such process. */
async function statOf(pid: number | string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** How many of the processes are alive; zombies are not. */
export async function countAlive(pids: readonly number[]): Promise<number> {
  const states = await Promise.all(pids.map(statOf));
  return states.filter(([state]) => state !== undefined && state !== 'Z' && state !== 'X').length;
}

/** The processes whose parent is `pid`. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, parent] = await statOf(name);
    if (Number(parent) === pid) children.push(Number(name));
  }
  return children;
}

export async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

/** The browser of an executor: all its processes, or those of one `type` (`renderer` …). */
export async function browserOf(executor: number, type?: string): Promise<number[]> {
  const pids: number[] = [];
  for (const pid of await descendantsOf(executor)) {
    const command = await commandOf(pid);
    if (type === undefined ? /chrom|headless/i.test(command) : command.includes(`--type=${type}`))
      pids.push(pid);
  }
  return pids;
}

/** Of each browser of an executor the process that started the others. */
export async function browserRootsOf(executor: number): Promise<number[]> {
  const roots: number[] = [];
  for (const pid of await browserOf(executor))
    if (!(await commandOf(pid)).includes('--type=')) roots.push(pid);
  return roots;
}

/** TCP state in `/proc/net/tcp`. */
const ESTABLISHED = '01';

/** The process among `pids` that owns the TCP connection with this local port. */
export async function ownerOf(port: number, pids: readonly number[]): Promise<number | null> {
  const table = `${await readFile('/proc/net/tcp', 'utf8')}${await readFile('/proc/net/tcp6', 'utf8').catch(() => '')}`;
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const row = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === ESTABLISHED);
  for (const pid of pids)
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => []))
      if ((await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')) === `socket:[${row?.[9]}]`) return pid;
  return null;
}
