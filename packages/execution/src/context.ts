import type { BrowserPool } from '@errand/browser-runtime';
import type { DesktopAccess, TraceMode } from '@errand/step-engine';
import type { InternalClient, Logger } from '@errand/service-kit';
import type { TypedQueue } from '@errand/service-kit/queue';
import type { ActiveRuns } from './active-runs.ts';
import type { Exchange } from './exchange.ts';
import type { ConnectLive } from './live-socket.ts';
import type { Watchdog } from './watchdog.ts';
import type { ExecutorMetrics } from './metrics.ts';
import type { ModelOf } from './model-config.ts';

/** What executing a Run depends on. */
export interface Context {
  runs: Pick<InternalClient, 'call'>;
  /** Connects to where someone watches a Run. */
  connectLive: ConnectLive;
  reports: Pick<TypedQueue<'run-events'>, 'add'>;
  browsers: BrowserPool;
  /** The desktop of a person's machine, one per Run; `onOpened` is called at its first use. Null on a server. */
  openDesktop: ((onOpened: () => void) => DesktopAccess & { close(): Promise<void> }) | null;
  active: ActiveRuns;
  watchdog: Watchdog;
  executorId: string;
  exchange: Exchange;
  allowPrivateNetwork: boolean;
  trace: TraceMode;
  approvalHoldMs: number;
  /** Ad-hoc Runs of a workspace without a model are executed by the embedded planner. */
  modelOf: ModelOf;
  /** How many Runs are executed at once; 0: a slot never waits for another Run while others take jobs. */
  slots: number;
  /** Above this many open pages, a Run that starts waiting for approval keeps its slot, so that no new Run starts. */
  maxOpenPages: number;
  metrics: ExecutorMetrics;
  log: Logger;
}
