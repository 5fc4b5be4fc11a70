import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A CommonJS module without types. */
const { default: runFile } = createRequire(import.meta.url)('jest-circus/runner') as {
  default: (...parameters: unknown[]) => Promise<object>;
};

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

interface ProcessTimes {
  pid: number;
  parent: number;
  cpuMs: number;
}

/** A process's own CPU time and that of the children it has waited for; undefined once it is gone. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold blanks; state, parent and the rest follow it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid, parent: fields[1] ?? 0, cpuMs: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}

/** CPU time of this process and all its descendants so far; undefined where there is no /proc. */
function cpuOfTree(): number | undefined {
  let pids: number[];
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return undefined;
  }
  const children = Map.groupBy(
    pids.map(timesOf).filter((each) => each !== undefined),
    ({ parent }) => parent,
  );
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + child.cpuMs + sum(child.pid), 0);
  return (timesOf(process.pid)?.cpuMs ?? 0) + sum(process.pid);
}

/**
 * Jest's own runner of a test file, whose result also says how much CPU time the file and its child processes took.
 * Not an async function: Jest would show this file as the place of errors that have no other.
 */
function runFileWithCpu(...parameters: unknown[]): Promise<object> {
  const before = cpuOfTree();
  return runFile(...parameters).then((result) => {
    const after = cpuOfTree();
    return before === undefined || after === undefined
      ? result
      : { ...result, cpuMs: Math.max(0, after - before) };
  });
}

export default runFileWithCpu;
