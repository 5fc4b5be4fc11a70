import { setTimeout as pause } from 'node:timers/promises';
import {
  type BackendFactory,
  type Queue,
  Relay,
  type Worker,
  createPostgresBackend,
  createPostgresRelayBackend,
  runMigrations,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import { type Backend, MAX_SILENCE_MS, workerOptions } from './backend.ts';
import { relaySignals } from './relay-signals.ts';

const SCHEMA = 'bullmq';
/** Workers and signals hold one each to listen; the others are for statements. */
const MAX_CONNECTIONS = 10;
const RETRY_INTERVAL_MS = 500;

/**
 * BullMQ does not listen for errors while it opens and closes a connection, nor between the statements of a transaction; a
 * break there must not end the process.
 */
export class ErrorTolerantClient extends pg.Client {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error' && this.listenerCount('error') === 0) return false;
    return super.emit(event, ...(values as [Error]));
  }
}

/** A worker asks for its next job again at once when that failed; with a promise that has failed for good it blocks the process. */
const createBackend: BackendFactory<ReturnType<typeof createPostgresBackend>, pg.Pool> = (...parameters) => {
  const backend = createPostgresBackend(...parameters);
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...job) => {
    try {
      return await moveToActive(...job);
    } catch (error) {
      await pause(RETRY_INTERVAL_MS);
      throw error;
    }
  };
  return backend;
};

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Brings the queue's schema up to date. Throws when PostgreSQL is unavailable. */
export async function postgresBackend(url: string): Promise<Backend> {
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c search_path=${SCHEMA}`,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    query_timeout: MAX_SILENCE_MS,
    keepAlive: true,
    Client: ErrorTolerantClient,
  });
  // Each BullMQ object adds a listener.
  pool.setMaxListeners(0);
  pool.on('error', () => undefined);
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const bound = withBackend(createBackend);
  const connection = pool;
  const probe = new bound.Queue('run-execution', { connection });
  probe.on('error', () => undefined);
  return {
    queue: (name) => new bound.Queue(name, { connection }) as unknown as Queue,
    worker: (name, concurrency, process) =>
      new bound.Worker(name, (job) => process(job.data), {
        ...workerOptions(),
        connection,
        concurrency,
      }) as unknown as Worker,
    signals: (onError) =>
      relaySignals(new Relay<pg.Pool>({ connection, backend: createPostgresRelayBackend }), onError),
    ping: async () => void (await probe.isPaused()),
    close: async () => {
      await probe.close();
      await pool.end();
    },
  };
}
