/** CPU time and memory of processes, from /proc. */
import { readFileSync, readdirSync } from 'node:fs';

/** A clock tick is a hundredth of a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface Stat {
  pid: number;
  parent: number;
  seconds: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // The times of children that ended and were waited for count for their parent.
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { pid, parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * CPU seconds that the processes and all their descendants have used, each by the nearest root above it.
 * @param strangers processes that are below none of the roots, and so never will be; kept for the next call, which skips them
 */
export function cpuSeconds<Name extends string>(
  roots: Readonly<Record<Name, number>>,
  strangers = new Set<number>(),
): Record<Name, number> {
  const ids = new Set(processIds());
  for (const stranger of strangers) if (!ids.has(stranger)) strangers.delete(stranger);
  const stats = [...ids].flatMap((id) => (strangers.has(id) ? [] : (statOf(id) ?? [])));
  const parents = new Map(stats.map(({ pid, parent }) => [pid, parent]));
  const names = new Map(Object.entries<number>(roots).map(([name, pid]) => [pid, name as Name]));
  const seconds = Object.fromEntries(Object.keys(roots).map((name) => [name, 0])) as Record<Name, number>;
  for (const { pid, seconds: used } of stats) {
    let at: number | undefined = pid;
    while (at !== undefined && !names.has(at)) at = parents.get(at);
    const name = at === undefined ? undefined : names.get(at);
    if (name === undefined) strangers.add(pid);
    else seconds[name] += used;
  }
  return seconds;
}

/** The resident set of one process in MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
