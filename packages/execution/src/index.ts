export { type ActiveRuns, createActiveRuns } from './active-runs.ts';
export type { Context } from './context.ts';
export { createExchange, createSingleExchange } from './exchange.ts';
export { executeRun } from './execute-run.ts';
export { createExecutorMetrics } from './metrics.ts';
export {
  type ConnectLive,
  type LivePlace,
  type LiveSocket,
  type LiveSocketEvents,
  liveOverWebSocket,
} from './live-socket.ts';
export { type ModelOf, modelEnv, modelOf } from './model-config.ts';
export { type Watchdog, startWatchdog } from './watchdog.ts';
