import type { Channel } from 'node:diagnostics_channel';
import { type BatchObservableCallback, isTelemetryOn, meter } from '@errand/service-kit';
import type { Pool } from 'pg';
import { announcements } from './lifecycle/announce.ts';
import { type QueueReason, countQueued } from './queue/count-queued.ts';

const REASONS: readonly QueueReason[] = ['backoff', 'bell', 'executor'];
/** Seconds; a Run takes from a second to half an hour, and longer when people are waited for. */
const BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

export interface RunMetrics {
  /** Counts no more; the database may go away after this. */
  stop(): void;
}

/** Counts what happens to Runs, and looks at the outbox whenever metrics are sent. */
export const startRunMetrics = (pool: Pool): RunMetrics => {
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
  listen(announcements.leaseLost, () => leasesLost.add(1));

  const queued = instruments.createObservableGauge('errand.runs.queued', {
    unit: '{run}',
    description: 'Runs that wait for an executor, the same from every runs service',
  });
  const age = instruments.createObservableGauge('errand.queue.age', {
    unit: 's',
    description: 'How long the Run that waits longest has been due',
  });
  const lag = instruments.createObservableGauge('errand.outbox.lag', {
    unit: 's',
    description: 'How long the oldest bell that is due has not been rung',
  });
  const observe: BatchObservableCallback = async (result) => {
    const counts = new Map((await countQueued(pool)).map((count) => [count.reason, count]));
    const oldest = (reason: QueueReason) => counts.get(reason)?.oldest ?? 0;
    for (const reason of REASONS)
      result.observe(queued, counts.get(reason)?.runs ?? 0, { 'errand.queue.reason': reason });
    result.observe(age, Math.max(oldest('bell'), oldest('executor')));
    result.observe(lag, oldest('bell'));
  };
  instruments.addBatchObservableCallback(observe, [queued, age, lag]);
  undo.push(() => instruments.removeBatchObservableCallback(observe, [queued, age, lag]));
  return {
    stop: () => {
      for (const one of undo) one();
    },
  };
};
