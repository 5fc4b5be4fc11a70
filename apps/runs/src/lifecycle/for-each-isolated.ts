import type { Context } from '../context.ts';

/** Calls `work` for each Run in turn. A failure is logged and does not stop the ones after it. */
export async function forEachIsolated(
  context: Pick<Context, 'log'>,
  runs: readonly { id: string }[],
  work: (runId: string) => Promise<void>,
): Promise<void> {
  for (const { id } of runs)
    try {
      await work(id);
    } catch (error) {
      context.log.error({ err: error, runId: id }, 'processing a Run failed');
    }
}
