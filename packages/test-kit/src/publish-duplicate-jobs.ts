import type { RunExecutionJob } from '@errand/contracts/queue';
import { createLogger, openQueues } from '@errand/service-kit';

/** Publishes queue jobs behind the relay's back, as a queue that delivers twice does. */
export async function publishDuplicateJobs(
  queueUrl: string,
  jobs: readonly { id: string; data: RunExecutionJob }[],
): Promise<void> {
  const queues = await openQueues(queueUrl, createLogger('duplicate-jobs', 'silent'));
  const queue = queues.queue('run-execution');
  await queue.add(jobs);
  await queue.close();
  await queues.close();
}
