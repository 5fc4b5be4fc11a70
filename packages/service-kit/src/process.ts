import { Session } from 'node:inspector/promises';
import { flushCompileCache } from 'node:module';
import { ConfigError } from './config.ts';
import { createLogger } from './logging.ts';
import { type RunningTelemetry, startTelemetry } from './telemetry/start.ts';

export interface RunningService {
  /** Its base URL, for example `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Stops taking work, finishes or releases active work, and frees all resources. */
  destroy(): Promise<void>;
}

const DEFAULT_GRACE_MS = 20_000;
const AFTER_GRACE_MS = 10_000;

function hardStopMs(env: NodeJS.ProcessEnv): number {
  return Number(env['ERRAND_SHUTDOWN_GRACE_MS'] || DEFAULT_GRACE_MS) + AFTER_GRACE_MS;
}

const END_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Resolves with the reason to stop: a signal, or the end of the parent process. */
function endRequested(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of END_SIGNALS) process.on(signal, () => resolve(signal));
    process.on('disconnect', () => resolve('the parent process ended'));
  });
}

/** Returns the memory that only starting needed, a third of the process; V8 keeps it until the process is busy. */
async function giveBackMemory(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * Runs a service as a process: starts it, waits for a signal or the parent's end, and stops it.
 * A ConfigError ends the process with its message on standard error.
 */
export async function runProcess(
  name: string,
  start: (env: NodeJS.ProcessEnv) => Promise<RunningService>,
): Promise<void> {
  const log = createLogger(name, process.env['ERRAND_LOG_LEVEL'] || 'info');
  const ending = endRequested();
  let service: RunningService | undefined;
  let telemetry: RunningTelemetry;
  // A start may wait for a dependency without limit; no work was accepted yet, so exiting loses nothing.
  void ending.then(() => {
    if (service === undefined) process.exit(1);
  });
  try {
    telemetry = await startTelemetry(name, process.env, log);
    service = await start(process.env);
  } catch (error) {
    if (error instanceof ConfigError) process.stderr.write(`${name}: ${error.message}\n`);
    else log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
  log.info('started');
  // A process that is killed later would leave the next start to compile everything again.
  flushCompileCache();
  await giveBackMemory();
  const reason = await ending;
  log.info({ reason }, 'stopping');
  // Closing can hang when a dependency does not answer.
  setTimeout(() => {
    log.fatal('shutdown timed out');
    process.exit(1);
  }, hardStopMs(process.env)).unref();
  try {
    await service.destroy();
    await telemetry.shutdown();
  } catch (error) {
    log.fatal({ err: error }, 'shutdown failed');
    process.exit(1);
  }
  log.info('stopped');
  process.exit(0);
}
