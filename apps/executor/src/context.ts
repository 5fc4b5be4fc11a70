import type { BrowserPool, TraceMode } from '@errand/automation';
import type { InternalClient, Logger, TypedQueue } from '@errand/service-kit';
import type { ActiveRuns } from './execution/active-runs.ts';
import type { Watchdog } from './execution/watchdog.ts';
import type { ExecutorMetrics } from './metrics.ts';
import type { ModelOf } from './model-config.ts';

/** What carrying out a Run works with. */
export interface Context {
  runs: InternalClient;
  reports: TypedQueue<'run-events'>;
  browsers: BrowserPool;
  active: ActiveRuns;
  watchdog: Watchdog;
  executorId: string;
  allowPrivateNetwork: boolean;
  trace: TraceMode;
  approvalHoldMs: number;
  /** The ad-hoc Runs of a workspace without a model are left to the embedded planner. */
  modelOf: ModelOf;
  /** With more Runs than this in browsers, one that waits for a person keeps its place, so that no other is begun. */
  mostPages: number;
  metrics: ExecutorMetrics;
  log: Logger;
}
