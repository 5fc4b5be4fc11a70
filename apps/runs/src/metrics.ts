import type { Channel } from 'node:diagnostics_channel';
import { type BatchObservableCallback, isTelemetryOn, meter } from '@errand/service-kit';
import type { Context } from './context.ts';
import { announcements } from './lifecycle/announce.ts';
import { readBacklog, waitReasons } from './lifecycle/backlog.ts';
import { readOutboxLag } from './queue/outbox-lag.ts';

/** Seconds; a Run takes from a second to half an hour, and longer when people are waited for. */
const BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

export interface RunMetrics {
  /** Counts no more; the database may go away after this. */
  stop(): void;
}

/** Counts what happens to Runs, and looks at the outbox whenever metrics are sent. */
export const startRunMetrics = (context: Pick<Context, 'pool' | 'workspaceRuns'>): RunMetrics => {
  if (!isTelemetryOn()) return { stop: () => undefined };
  const instruments = meter();
  const undo: (() => void)[] = [];
  const listen = <Message>(to: Channel<Message, Message>, hear: (message: Message) => void) => {
    const listener = (message: unknown) => hear(message as Message);
    to.subscribe(listener);
    undo.push(() => to.unsubscribe(listener));
  };

  const accepted = instruments.createCounter('errand.runs.accepted', {
    unit: '{run}',
    description: 'Runs that were stored',
  });
  listen(announcements.accepted, ({ executionTarget }) =>
    accepted.add(1, { 'errand.execution.target': executionTarget }),
  );

  const duration = instruments.createHistogram('errand.run.duration', {
    unit: 's',
    description: 'From the first claim of a Run to its end, waiting for people included',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  listen(announcements.ended, ({ status, errorCode, seconds }) => {
    if (seconds === null) return;
    duration.record(seconds, {
      'errand.run.status': status,
      ...(errorCode !== null && { 'error.type': errorCode }),
    });
  });

  const leasesLost = instruments.createCounter('errand.leases.lost', {
    unit: '{lease}',
    description: 'Leases that expired because their executor was silent',
  });
  // From zero on, so that the first one shows as a rise.
  leasesLost.add(0);
  listen(announcements.leaseLost, () => leasesLost.add(1));

  const queued = instruments.createObservableGauge('errand.runs.queued', {
    unit: '{run}',
    description: 'Runs that wait to be claimed, the same from every runs service',
  });
  const age = instruments.createObservableGauge('errand.queue.age', {
    unit: 's',
    description: 'How long the Run that waits longest for an executor has been due',
  });
  const lag = instruments.createObservableGauge('errand.outbox.lag', {
    unit: 's',
    description: 'How long the oldest Run that was admitted to the queue is not in it',
  });
  const observe: BatchObservableCallback = async (result) => {
    const [backlog, seconds] = await Promise.all([
      readBacklog(context.pool, context),
      readOutboxLag(context.pool),
    ]);
    for (const reason of waitReasons)
      result.observe(queued, backlog[reason].runs, { 'errand.queue.reason': reason });
    result.observe(age, backlog.executor.oldestMs / 1_000);
    result.observe(lag, seconds);
  };
  instruments.addBatchObservableCallback(observe, [queued, age, lag]);
  undo.push(() => instruments.removeBatchObservableCallback(observe, [queued, age, lag]));
  return {
    stop: () => {
      for (const one of undo) one();
    },
  };
};
