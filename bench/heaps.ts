/** Asks services for the size of their heaps, by `heap-probe.ts`. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitFor } from '@errand/wait-for';

export interface Heap {
  /** MB that are reachable in V8's heap. */
  heap: number;
  /** MB of buffers outside of it. */
  external: number;
}

export interface Heaps extends AsyncDisposable {
  /** What the services must be started with. */
  env: Readonly<Record<string, string>>;
  /** Collects the garbage of a process and resolves to what is left. */
  of(pid: number): Promise<Heap>;
}

export async function openHeaps(): Promise<Heaps> {
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-heaps-'));
  const probe = pathToFileURL(path.join(import.meta.dirname, 'heap-probe.ts')).href;
  const asked = new Map<number, number>();
  return {
    env: { BENCH_HEAPS: folder, NODE_OPTIONS: `--expose-gc --import=${probe}` },
    of: async (pid) => {
      const question = asked.get(pid) ?? 0;
      asked.set(pid, question + 1);
      process.kill(pid, 'SIGUSR2');
      const file = path.join(folder, `${pid}-${question}`);
      await waitFor('the size of a heap', () => existsSync(file));
      const [heap, external] = JSON.parse(await readFile(file, 'utf8')) as [number, number];
      return { heap, external };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
