import path from 'node:path';
import { type RunningProcesses, type RunningStack, freePort, startProcesses } from '@errand/local-stack';
import { type Link, createLink } from '../faults/link.ts';

/** The only executor of a stack, which reaches the runs service through a link that a test can break. */
export interface LinkedExecutor extends AsyncDisposable {
  readonly toRuns: Link;
  readonly processes: RunningProcesses;
}

/** Replaces the executor of a stack; `env` holds settings of its own. */
export async function linkExecutor(
  stack: RunningStack,
  dir: string,
  env: Record<string, string> = {},
): Promise<LinkedExecutor> {
  await using undo = new AsyncDisposableStack();
  await stack.kill('executor', 'SIGTERM');
  const settings = stack.environments.executor;
  const runsUrl = settings['ERRAND_RUNS_URL'] ?? '';
  const toRuns = await createLink(runsUrl);
  undo.defer(toRuns.close);
  const port = await freePort();
  const processes = await startProcesses(
    [
      {
        name: 'linked-executor',
        script: path.join(import.meta.dirname, '../../apps/executor/src/main.ts'),
        env: { ...settings, ERRAND_PORT: String(port), ERRAND_RUNS_URL: toRuns.through(runsUrl), ...env },
        readyUrl: `http://127.0.0.1:${port}/readyz`,
      },
    ],
    { logDir: path.join(dir, 'logs') },
  );
  undo.defer(() => processes.stop());
  const owned = undo.move();
  return { toRuns, processes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
