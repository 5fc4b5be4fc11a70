import type { Channel } from 'node:diagnostics_channel';
import { type BatchObservableCallback, isTelemetryOn, meter } from '@errand/service-kit';
import { readStoredBytes } from './artifacts/storage.ts';
import type { Context } from './context.ts';
import { diagnostics } from './lifecycle/diagnostics.ts';
import { readBacklog, waitReasons } from './scheduling/queue-reasons.ts';
import { readOutboxLag } from './queue/outbox-lag.ts';

/** Seconds; a Run takes from a second to half an hour, and longer when it waits for people. */
const BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

export interface RunMetrics {
  /** Call before the database pool is closed. */
  stop(): void;
}

/** Counts the events of Runs, and reads the outbox at each export of metrics. */
export function startRunMetrics(context: Pick<Context, 'pool' | 'workspaceRunLimit'>): RunMetrics {
  if (!isTelemetryOn()) return { stop: () => undefined };
  const instruments = meter();
  const cleanups: (() => void)[] = [];
  const subscribe = <Message>(to: Channel<Message, Message>, onMessage: (message: Message) => void) => {
    const listener = (message: unknown) => onMessage(message as Message);
    to.subscribe(listener);
    cleanups.push(() => to.unsubscribe(listener));
  };

  const accepted = instruments.createCounter('errand.runs.accepted', {
    unit: '{run}',
    description: 'Runs that were stored',
  });
  subscribe(diagnostics.accepted, ({ executionTarget }) =>
    accepted.add(1, { 'errand.execution.target': executionTarget }),
  );

  const duration = instruments.createHistogram('errand.run.duration', {
    unit: 's',
    description: 'From the first claim of a Run to its end, waiting for people included',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  subscribe(diagnostics.ended, ({ status, errorCode, seconds }) => {
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
  // Start the series at zero, so that the first loss shows as an increase.
  leasesLost.add(0);
  subscribe(diagnostics.leaseLost, () => leasesLost.add(1));

  const filesRefused = instruments.createCounter('errand.files.refused', {
    unit: '{file}',
    description: 'Files of Runs that a storage quota did not admit',
  });
  subscribe(diagnostics.fileRefused, ({ quota }) => filesRefused.add(1, { 'errand.storage.quota': quota }));

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
  const stored = instruments.createObservableGauge('errand.storage.used', {
    unit: 'By',
    description: 'What the files of all Runs have together, the same from every runs service',
  });
  const observe: BatchObservableCallback = async (result) => {
    const [backlog, seconds, bytes] = await Promise.all([
      readBacklog(context.pool, context),
      readOutboxLag(context.pool),
      readStoredBytes(context.pool),
    ]);
    for (const reason of waitReasons)
      result.observe(queued, backlog[reason].runs, { 'errand.queue.reason': reason });
    result.observe(age, backlog.executor.oldestMs / 1_000);
    result.observe(lag, seconds);
    result.observe(stored, bytes);
  };
  instruments.addBatchObservableCallback(observe, [queued, age, lag, stored]);
  cleanups.push(() => instruments.removeBatchObservableCallback(observe, [queued, age, lag, stored]));
  return {
    stop: () => {
      for (const cleanUp of cleanups) cleanUp();
    },
  };
}
