import type { Context } from '../context.ts';

/** Does `work` on each Run, one after the other. One on which it fails is logged, and holds up none after it. */
export const eachAlone = async (
  context: Pick<Context, 'log'>,
  runs: readonly { id: string }[],
  work: (runId: string) => Promise<void>,
): Promise<void> => {
  for (const { id } of runs)
    try {
      await work(id);
    } catch (error) {
      context.log.error({ err: error, runId: id }, 'a Run could not be put right');
    }
};
