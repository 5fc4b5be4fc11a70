import { reportId } from '@errand/contracts/queue';
import { createLogger } from '@errand/service-kit';
import { openQueues } from '@errand/service-kit/queue';

export { REDELIVERED_AFTER_MS } from '@errand/service-kit/queue';

/** The ids of those Runs whose next report, the one after the event `attemptSeq` of the attempt, is in the queue. */
export async function readQueuedReports(
  queueUrl: string,
  runs: readonly { id: string; attempt: number; attemptSeq: number }[],
): Promise<string[]> {
  const queues = await openQueues(queueUrl, createLogger('queued-reports', 'silent'));
  const queue = queues.queue('run-events');
  const isQueued = await Promise.all(
    runs.map(({ id, attempt, attemptSeq }) =>
      queue.has(reportId({ runId: id, attempt, firstSeq: attemptSeq + 1 })),
    ),
  );
  await queue.close();
  await queues.close();
  return runs.filter((_run, at) => isQueued[at]).map(({ id }) => id);
}
