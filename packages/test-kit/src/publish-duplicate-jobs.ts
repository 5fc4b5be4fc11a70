import type { RunExecutionJob } from '@errand/contracts/queue';
import { createLogger } from '@errand/service-kit';
import { openQueues } from '@errand/service-kit/queue';

/** Publishes queue jobs without the relay, like a queue that delivers twice. */
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
