import { meter } from '@errand/service-kit';

export interface ExecutorMetrics {
  /** A Run is carried out from now on; call what is answered when it is not any more. */
  running(): () => void;
  step(primitive: string, seconds: number, errorType: string | null): void;
}

/** Seconds; most steps take a fraction of one, and at most ten minutes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/** @param pool how many Runs have a part of the browser, and how many more may get one */
export const createExecutorMetrics = (pool: () => { used: number; idle: number }): ExecutorMetrics => {
  const instruments = meter();
  const running = instruments.createUpDownCounter('errand.runs.running', {
    unit: '{run}',
    description: 'Runs that this executor carries out, those included that wait for people',
  });
  const steps = instruments.createHistogram('errand.step.duration', {
    unit: 's',
    description: 'Time that a step took, waiting for people included',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  instruments
    .createObservableGauge('errand.browser.pool', {
      unit: '{context}',
      description: 'Isolated parts of the browser',
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
};
