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

/** CPU seconds that the processes and all their descendants have used, each by the nearest root above it. */
export function cpuSeconds<Name extends string>(roots: Readonly<Record<Name, number>>): Record<Name, number> {
  const stats = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    return stat === null ? [] : [stat];
  });
  const parents = new Map(stats.map(({ pid, parent }) => [pid, parent]));
  const names = new Map(Object.entries<number>(roots).map(([name, pid]) => [pid, name as Name]));
  const seconds = Object.fromEntries(Object.keys(roots).map((name) => [name, 0])) as Record<Name, number>;
  for (const stat of stats)
    for (let at: number | undefined = stat.pid; at !== undefined && at > 1; at = parents.get(at)) {
      const name = names.get(at);
      if (name === undefined) continue;
      seconds[name] += stat.seconds;
      break;
    }
  return seconds;
}

/** The resident set of one process in MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
