import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { holdsWithin } from '@errand/test-kit';

/** Where the two versions of cgroups keep the same things. */
interface Layout {
  root: string;
  limit: string;
  /** Has a line `oom_kill <count>`. */
  events: string;
  /** The line of this process in /proc/self/cgroup. */
  own: RegExp;
}

const V1: Layout = {
  root: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  events: 'memory.oom_control',
  own: /^\d+:memory:(.*)$/m,
};
const V2: Layout = {
  root: '/sys/fs/cgroup',
  limit: 'memory.max',
  events: 'memory.events',
  own: /^0::(.*)$/m,
};

/** Processes that share a limit on the memory that they take from now on; the kernel kills among them beyond it. */
export interface MemoryGroup {
  /** How many of them the kernel has killed. */
  kills: () => Promise<number>;
  /** Lifts the limit from those that are left. */
  release: () => Promise<void>;
}

/** Why this machine cannot limit memory; null when it can. */
export function memoryLimitProblem(): string | null {
  return layout() === null ? 'no memory controller of cgroups is writable' : null;
}

function layout(): Layout | null {
  if (isWritable(V1.root) && existsSync(path.join(V1.root, V1.limit))) return V1;
  const controllers = path.join(V2.root, 'cgroup.subtree_control');
  const isOffered = existsSync(controllers) && readFileSync(controllers, 'utf8').includes('memory');
  return isOffered && isWritable(V2.root) ? V2 : null;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export async function limitMemory(pids: readonly number[], bytes: number): Promise<MemoryGroup> {
  const found = layout();
  if (found === null) throw new Error(memoryLimitProblem() ?? '');
  const { root, limit, events, own } = found;
  const group = path.join(root, `errand-faults-${process.pid}`);
  const home = path.join(root, own.exec(await readFile('/proc/self/cgroup', 'utf8'))?.[1] ?? '');
  const move = async (pid: string | number, to: string) => {
    // It may have exited.
    await writeFile(path.join(to, 'cgroup.procs'), String(pid)).catch(() => undefined);
  };
  await mkdir(group);
  await writeFile(path.join(group, limit), String(bytes));
  for (const pid of pids) await move(pid, group);
  const members = async () =>
    (await readFile(path.join(group, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean);
  return {
    kills: async () =>
      Number(/^oom_kill (\d+)/m.exec(await readFile(path.join(group, events), 'utf8'))?.[1] ?? 0),
    release: async () => {
      await holdsWithin(60_000, async () => {
        for (const pid of await members()) await move(pid, home);
        // Processes that are ending count as members until the kernel has removed them.
        return rmdir(group).then(
          () => true,
          () => false,
        );
      });
    },
  };
}
