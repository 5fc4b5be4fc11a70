import {
  type PostgresConnectionOptions,
  type Queue,
  Relay,
  type Worker,
  createPostgresBackend,
  createPostgresRelayBackend,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import { type Backend, MAX_SILENCE_MS, workerOptions } from './backend.ts';

/** BullMQ has no error listener between the statements of a transaction; a break there must not end the process. */
class ErrorTolerantClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

export function postgresBackend(url: string): Backend {
  const connection: PostgresConnectionOptions = {
    connectionString: url,
    schema: 'bullmq',
    migrate: true,
    max: 4,
    connectionTimeoutMillis: 5_000,
    query_timeout: MAX_SILENCE_MS,
    keepAlive: true,
    Client: ErrorTolerantClient,
  };
  const bound = withBackend(createPostgresBackend);
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
    relay: () =>
      new Relay<PostgresConnectionOptions>({
        connection,
        backend: createPostgresRelayBackend,
      }),
    ping: async () => void (await probe.isPaused()),
    close: () => probe.close(),
  };
}
