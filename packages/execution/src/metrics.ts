import { meter } from '@errand/service-kit';

export interface ExecutorMetrics {
  /** Counts a Run as running until the returned function is called. */
  running(): () => void;
  step(primitive: string, seconds: number, errorType: string | null): void;
}

/** Seconds. Most steps take less than one; the longest allowed takes ten minutes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/** @param pool how many browser contexts are in use, and how many more may be opened */
export function createExecutorMetrics(pool: () => { used: number; idle: number }): ExecutorMetrics {
  const instruments = meter();
  const running = instruments.createUpDownCounter('errand.runs.running', {
    unit: '{run}',
    description: 'Runs that this executor is executing, including those that wait for approval',
  });
  const steps = instruments.createHistogram('errand.step.duration', {
    unit: 's',
    description: 'Duration of a step, including time spent waiting for approval',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  instruments
    .createObservableGauge('errand.browser.pool', {
      unit: '{context}',
      description: 'Browser contexts',
    })
    .addCallback((result) => {
      for (const [state, count] of Object.entries(pool()))
        result.observe(count, { 'errand.browser.state': state });
    });
  return {
    running: () => {
      running.add(1);
      return () => running.add(-1);
    },
    step: (primitive, seconds, errorType) =>
      steps.record(seconds, {
        'errand.step.primitive': primitive,
        ...(errorType !== null && { 'error.type': errorType }),
      }),
  };
}
