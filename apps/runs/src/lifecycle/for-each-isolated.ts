import type { Context } from '../context.ts';

/** Calls `work` for each Run in turn. A failure is logged and does not stop the ones after it. */
export async function forEachIsolated<Run extends { id: string }>(
  context: Pick<Context, 'log'>,
  runs: readonly Run[],
  work: (runId: string, run: Run) => Promise<void>,
): Promise<void> {
  for (const run of runs)
    try {
      await work(run.id, run);
    } catch (error) {
      context.log.error({ err: error, runId: run.id }, 'processing a Run failed');
    }
}
