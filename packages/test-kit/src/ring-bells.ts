import type { RunExecutionJob } from '@errand/contracts/queue';
import { createLogger, openQueues } from '@errand/service-kit';

/** Rings doorbells that the relay knows nothing of, as a queue that delivers twice does. */
export const ringBells = async (
  queueUrl: string,
  bells: readonly { id: string; data: RunExecutionJob }[],
): Promise<void> => {
  const queues = await openQueues(queueUrl, createLogger('bells', 'silent'));
  const queue = queues.queue('run-execution');
  await queue.add(bells);
  await queue.close();
  await queues.close();
};
