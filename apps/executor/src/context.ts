import type { BrowserPool, ModelSettings, TraceMode } from '@errand/automation';
import type { InternalClient, Logger, Sealer, TypedQueue } from '@errand/service-kit';
import type { ActiveRuns } from './execution/active-runs.ts';
import type { Watchdog } from './execution/watchdog.ts';
import type { ExecutorMetrics } from './metrics.ts';

/** What carrying out a Run works with. */
export interface Context {
  runs: InternalClient;
  reports: TypedQueue<'run-events'>;
  browsers: BrowserPool;
  sealer: Sealer;
  active: ActiveRuns;
  watchdog: Watchdog;
  executorId: string;
  allowPrivateNetwork: boolean;
  trace: TraceMode;
  approvalHoldMs: number;
  /** Null: ad-hoc Runs are left to the embedded planner. */
  model: ModelSettings | null;
  /** With more Runs than this in browsers, one that waits for a person keeps its place, so that no other is begun. */
  mostPages: number;
  metrics: ExecutorMetrics;
  log: Logger;
}
