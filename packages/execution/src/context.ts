import type { BrowserPool } from '@errand/browser-runtime';
import type { TraceMode } from '@errand/step-engine';
import type { InternalClient, Logger, TypedQueue } from '@errand/service-kit';
import type { ActiveRuns } from './active-runs.ts';
import type { Watchdog } from './watchdog.ts';
import type { ExecutorMetrics } from './metrics.ts';
import type { ModelOf } from './model-config.ts';

/** What executing a Run depends on. */
export interface Context {
  runs: InternalClient;
  /** The runs service at an address that a heartbeat answered. */
  runsAt: (address: string) => InternalClient;
  reports: Pick<TypedQueue<'run-events'>, 'add'>;
  browsers: BrowserPool;
  active: ActiveRuns;
  watchdog: Watchdog;
  executorId: string;
  allowPrivateNetwork: boolean;
  trace: TraceMode;
  approvalHoldMs: number;
  /** Ad-hoc Runs of a workspace without a model are executed by the embedded planner. */
  modelOf: ModelOf;
  /** Above this many open pages, a Run that starts waiting for approval keeps its slot, so that no new Run starts. */
  maxOpenPages: number;
  metrics: ExecutorMetrics;
  log: Logger;
}
