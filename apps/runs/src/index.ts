import { setMaxListeners } from 'node:events';
import { MAX_LIVE_INPUT_BYTES } from '@errand/contracts';
import { MAX_PICTURE_BYTES, leaseTimes } from '@errand/contracts/internal';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  type RunningService,
  createApp,
  createFingerprint,
  createInternalClient,
  createLogger,
  createSealer,
  openDatabase,
  startHttpServer,
  startPeriodicTask,
  under,
  withoutLayers,
} from '@errand/service-kit';
import { openQueues } from '@errand/service-kit/queue';
import { createArtifactStore } from './artifacts/open-store.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { PrismaClient } from './db/generated/client.ts';
import { MIGRATIONS } from './db/migrations.ts';
import { addressOf } from './live/address.ts';
import { createLiveTokens } from './live/token.ts';
import { createLiveViews } from './live/views.ts';
import { liveRoutes, liveSockets } from './http/live.ts';
import { internalRoutes } from './http/internal.ts';
import { evidenceRoutes } from './http/evidence.ts';
import { publicRoutes } from './http/public.ts';
import { createRunWriter } from './lifecycle/write-runs.ts';
import { createClaimWriter } from './lifecycle/claim.ts';
import { createEndWriter } from './lifecycle/end-whole.ts';
import { createClaimRate } from './scheduling/claim-rate.ts';
import { SHARED_FOR_MS, createLookForDueWork } from './scheduling/due-work.ts';
import { createWaitingExecutors } from './scheduling/waiting-executors.ts';
import { recordQueueReasons } from './scheduling/record-queue-reasons.ts';
import { applyReport } from './lifecycle/apply-report.ts';
import { createLeaseTokens } from './lifecycle/lease-token.ts';
import { sweep } from './lifecycle/sweep.ts';
import { startRunMetrics } from './metrics.ts';
import { BOARD_PATH, openQueueBoard } from './operator/queue-board.ts';
import { startRelay } from './queue/start-relay.ts';
import { retain } from './retention/retain.ts';
import { createPinRevision } from './runbooks/revisions.ts';
import { createRunReader } from './runs/read.ts';
import { countRuns } from './runs/count-runs.ts';
import { createRunChanges } from './events/run-changes.ts';
import { createRunWatch } from './events/watch.ts';

/** Of a watcher's input and of an executor's picture. */
const MAX_SOCKET_MESSAGE_BYTES = Math.max(MAX_LIVE_INPUT_BYTES, MAX_PICTURE_BYTES);
const QUEUE_REASONS_INTERVAL_MS = 1_000;
const REPORT_CONCURRENCY = 16;
const RETENTION_INTERVAL_MS = 60_000;
const COUNT_INTERVAL_MS = 5 * 60_000;

/** Migrates the database, then starts the HTTP server, the relay, the report consumer, the sweep and retention. */
export async function startRunsService(config: Config): Promise<RunningService> {
  const log = createLogger('runs', config.logLevel);
  const pool = await openDatabase({
    connectionString: config.databaseUrl,
    migrationsDir: MIGRATIONS,
    max: 20,
    applicationName: 'errand-runs',
    readsByIndex: true,
    log,
  });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const queues = await openQueues(config.queueUrl, log);
  const runbooks = createInternalClient(config.runbooksUrl, config.internalToken);
  const executions = { any: queues.queue('run-execution'), reserved: queues.queue('run-execution-reserved') };
  const reports = queues.queue('run-events');

  const lease = leaseTimes(config.leaseMs);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const watch = await createRunWatch(queues.signals, log, stopping.signal);

  const context: Context = {
    pool,
    prisma,
    writeRun: createRunWriter(pool),
    readRun: createRunReader(pool),
    writeClaim: createClaimWriter(pool, config.workspaceRunLimit),
    writeEnd: createEndWriter(pool),
    runbooks,
    pinRevision: createPinRevision(runbooks),
    artifacts: await createArtifactStore(config.artifacts, log),
    sealer: createSealer(config.encryptionKeys),
    leaseTokens: createLeaseTokens(config.encryptionKeys),
    evidence: config.evidence,
    signals: queues.signals,
    liveTokens: createLiveTokens(config.encryptionKeys),
    liveViews: createLiveViews({
      pool,
      signals: queues.signals,
      log,
      address: () => addressOf(server.url),
      onWatched: (runId) => watch.changed(runId),
    }),
    reports,
    watch,
    runChanges: createRunChanges({ pool, watch, log }),
    claims: createClaimRate(),
    lookForDueWork: createLookForDueWork(pool, {
      interruptedTimeoutMs: config.interruptedTimeoutMs,
      requeueAfterMs: lease.requeueAfterMs,
    }),
    waitingExecutors: createWaitingExecutors(),
    wakeRelay: () => relay.wake(),
    runAccepted: () => relay.accepted(),
    stopping: stopping.signal,
    log,
    workspaceRunLimit: config.workspaceRunLimit,
    storage: config.storage,
    lease,
    deviceLease: leaseTimes(config.deviceLeaseMs),
    runTimeoutMs: config.runTimeoutMs,
    approvalTimeoutMs: config.approvalTimeoutMs,
    interruptedTimeoutMs: config.interruptedTimeoutMs,
  };
  const relay = startRelay(context, executions);
  const sweeper = startPeriodicTask(
    'sweep',
    lease.sweepIntervalMs,
    async () => {
      const { isAnyExpired } = await context.lookForDueWork(0);
      if (isAnyExpired) await sweep(context);
      return false;
    },
    log,
  );
  const queueReasons = startPeriodicTask(
    'queue reasons',
    QUEUE_REASONS_INTERVAL_MS,
    async () => {
      const { isAnyUnexplained } = await context.lookForDueWork(SHARED_FOR_MS);
      if (isAnyUnexplained) await recordQueueReasons(context);
      return false;
    },
    log,
  );
  const retention = startPeriodicTask(
    'retention',
    RETENTION_INTERVAL_MS,
    () => retain(context, config.retentionDays),
    log,
  );
  const counting = startPeriodicTask(
    'count of Runs',
    COUNT_INTERVAL_MS,
    async () => {
      await countRuns(pool);
      return false;
    },
    log,
  );
  const reporting = queues.worker('run-events', REPORT_CONCURRENCY, (report) => applyReport(context, report));

  const board = config.operatorToken === undefined ? null : openQueueBoard(queues, config.operatorToken);

  const internal = internalRoutes(context, config.executorToken, config.internalToken);
  const api = publicRoutes(context, config.internalToken, createFingerprint(config.encryptionKeys));
  const app = createApp({
    log,
    checks: { database: () => pool.query('SELECT 1') },
    // Without the queue, Runs are still accepted, read and cancelled; they are published when it is back.
    optional: { queue: () => queues.ping() },
    mount: (express) => {
      if (board !== null) express.use(BOARD_PATH, board.handle);
      express.use(under('/live/', liveRoutes(context, config.internalToken)));
      express.use(under('/evidence/', evidenceRoutes(context, config.internalToken)));
      express.use(under('/', api));
    },
  });
  const metrics = startRunMetrics(context);
  const server = await startHttpServer({
    host: config.host,
    port: config.port,
    log,
    handle: withoutLayers(
      [
        [/^\/internal\//, internal],
        [/^\/v1\//, api],
      ],
      app,
    ),
    batches: { token: config.internalToken, handle: api },
    sockets: {
      handle: liveSockets(context, { internal: config.internalToken, executor: config.executorToken }),
      maxPayload: MAX_SOCKET_MESSAGE_BYTES,
    },
  });
  return {
    url: server.url,
    destroy: async () => {
      stopping.abort();
      context.liveViews.stop();
      await Promise.all([
        server.close(config.shutdownGraceMs),
        reporting.close(),
        relay.stop(),
        sweeper.stop(),
        queueReasons.stop(),
        retention.stop(),
        counting.stop(),
      ]);
      metrics.stop();
      await Promise.all([
        executions.any.close(),
        executions.reserved.close(),
        reports.close(),
        board?.close(),
      ]);
      await Promise.all([queues.close(), runbooks.close()]);
      context.artifacts.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
