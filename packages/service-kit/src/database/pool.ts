import { CALL_TIMEOUT_MS, RESPONSE_TIMEOUT_MS } from '@errand/contracts/internal';
import { Pool } from 'pg';
import type { Logger } from '../logging.ts';

export interface PoolOptions {
  connectionString: string;
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * Reads a whole table only where no index will do. A connection keeps its plans, and one that was made while a table was small
   * reads all of it once it has grown, until the table is next analyzed. For services whose statements all have an index.
   */
  readsByIndex?: boolean;
  log: Pick<Logger, 'warn'>;
}

const CONNECT_TIMEOUT_MS = 3000;
/** Limits how long a process that stalls in a transaction keeps its row locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/**
 * A pool in which nothing waits longer than five seconds. The server cancels a slow statement first, which keeps the
 * connection usable; the client gives up when the server does not respond. The caller ends the pool.
 */
export function createPool({
  connectionString,
  max = 10,
  applicationName,
  readsByIndex = false,
  log,
}: PoolOptions): Pool {
  const pool = new Pool({
    connectionString,
    max,
    application_name: applicationName,
    ...(readsByIndex && { options: '-c enable_seqscan=off' }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: RESPONSE_TIMEOUT_MS,
    query_timeout: CALL_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  });
  // The pool replaces a broken connection; without a listener the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  // The pool does not listen while a connection is checked out; its user learns of the break from the next statement.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  // After a client-side timeout there was no rollback. The pool does not reuse a connection that is ending.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() !== 'I') client.end().catch(() => undefined);
  });
  return pool;
}
