import {
  BrowserUnavailable,
  createBrowserPool,
  runsWithoutSandbox,
  SANDBOX_WARNING,
  surviveBrowserErrors,
} from '@errand/browser-runtime';
import { MAX_LIVE_INPUT_BYTES } from '@errand/contracts';
import { LEASE_HEADER, liveLinkUrl } from '@errand/contracts/internal';
import { signals } from '@errand/contracts/queue';
import {
  type Context,
  createActiveRuns,
  createExchange,
  createExecutorMetrics,
  executeRun,
  liveOverWebSocket,
  startWatchdog,
} from '@errand/execution';
import {
  ConfigError,
  type RunningService,
  connectWebSocket,
  createApp,
  createClaimKey,
  createInternalClient,
  createLogger,
  startHttpServer,
} from '@errand/service-kit';
import { openQueues } from '@errand/service-kit/queue';
import type { Config } from './config.ts';

/** Part of the shutdown grace that is kept for releasing Runs, in ms. */
const RELEASE_GRACE_MS = 3_000;

/** Open browser pages per slot: Runs that wait for approval keep their page but not their slot. */
const PAGES_PER_SLOT = 4;

/** Opened before a Run needs them. */
const SPARE_CONTEXTS = 2;

/** Starts an executor: a running browser, and workers for the `run-execution` queues. Throws ConfigError. */
export async function startExecutor(config: Config): Promise<RunningService> {
  const log = createLogger('executor', config.logLevel);
  if (runsWithoutSandbox(config.browser.noSandbox)) log.warn({ uid: process.getuid?.() }, SANDBOX_WARNING);
  const browsers = createBrowserPool(config.browser, {
    count: SPARE_CONTEXTS,
    guarded: !config.allowPrivateNetwork,
  });
  const endWithUncaught = surviveBrowserErrors({
    onLateAnswer: (error) => log.warn({ err: error }, 'late CDP response ignored'),
    onBroken: (error) => {
      log.error({ err: error }, 'browser connection broken; restarting the browser');
      browsers.kill();
    },
  });
  await browsers.start().catch((error: unknown) => {
    throw error instanceof BrowserUnavailable ? new ConfigError(error.message) : error;
  });
  const queues = await openQueues(config.queueUrl, log);
  const runs = createInternalClient(config.runsUrl, config.executorToken);
  const active = createActiveRuns();
  const watchdog = startWatchdog(
    { runsUrl: config.runsUrl, token: config.executorToken, executorId: config.executorId },
    log,
  );
  const reports = queues.queue('run-events');
  const exchange = createExchange({ runs, executorId: config.executorId, claimKey: createClaimKey });
  const context: Context = {
    runs,
    connectLive: liveOverWebSocket(({ place, run: { id, attempt, lease } }) =>
      connectWebSocket(liveLinkUrl(place, id, { attempt, executorId: config.executorId }), {
        token: config.executorToken,
        headers: { [LEASE_HEADER]: lease },
        maxPayload: MAX_LIVE_INPUT_BYTES,
      }),
    ),
    reports,
    browsers,
    active,
    watchdog,
    executorId: config.executorId,
    exchange,
    allowPrivateNetwork: config.allowPrivateNetwork,
    trace: config.trace,
    approvalHoldMs: config.approvalHoldMs,
    modelOf: config.modelOf,
    openDesktop: null,
    slots: config.concurrency,
    maxOpenPages: config.concurrency * PAGES_PER_SLOT,
    metrics: createExecutorMetrics(() => ({
      used: active.named,
      idle: Math.max(0, config.concurrency + config.reservedSlots - active.named),
    })),
    log,
  };
  await queues.signals.subscribe(signals.cancel('*'), (topic) =>
    active.stop(topic.split('.')[1] ?? '', 'cancelled'),
  );
  await queues.signals.subscribe(signals.control('*'), (topic) =>
    active.controlled(topic.split('.')[1] ?? ''),
  );
  const app = createApp({
    log,
    checks: { queue: () => queues.ping(), browser: () => browsers.start() },
    mount: () => undefined,
  });
  const server = await startHttpServer({ host: config.host, port: config.port, log, handle: app });
  // Last: a process that is told to stop while it starts ends at once, and must have taken no Run.
  const workers = [
    queues.worker('run-execution', config.concurrency, (job) => executeRun(context, job)),
    queues.worker('run-execution-reserved', config.reservedSlots, (job) =>
      executeRun(context, job, { reserved: true }),
    ),
  ];
  return {
    url: server.url,
    destroy: async () => {
      exchange.close();
      const grace = setTimeout(
        () => active.stopAll('shutdown'),
        Math.max(0, config.shutdownGraceMs - RELEASE_GRACE_MS),
      );
      await Promise.all([...workers.map((worker) => worker.close()), active.idle()]);
      clearTimeout(grace);
      await server.close(0);
      await reports.close();
      await Promise.all([queues.close(), runs.close(), browsers.close(), watchdog.close()]);
      endWithUncaught();
    },
  };
}
