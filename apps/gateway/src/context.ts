import {
  type InternalClient,
  type Logger,
  createInternalClient,
  createLogger,
  createPool,
} from '@errand/service-kit';
import type pg from 'pg';
import type { Config } from './config.ts';
import { type Database, createDatabase } from './db/client.ts';
import { type DeviceLinks, createDeviceLinks } from './devices/links.ts';
import type { Services } from './http/forward.ts';
import { type Auth, createAuth } from './identity/auth.ts';
import { createUnknownKeys } from './keys/unknown-keys.ts';
import { type KeyVerifier, createKeyVerifier } from './keys/verify.ts';
import { sessionPrincipal } from './identity/session-principal.ts';
import { type FindWatcher, createFindWatcher } from './live/watchers.ts';
import { type Limiters, createLimiters } from './limits/limiters.ts';

/** The gateway's shared dependencies, created once per process. */
export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly pool: pg.Pool;
  readonly db: Database;
  readonly limiters: Limiters;
  readonly auth: Auth;
  readonly keys: KeyVerifier;
  readonly services: Services;
  readonly links: DeviceLinks;
  readonly findWatcher: FindWatcher;
  /** Aborted when shutdown begins. */
  readonly stopping: AbortSignal;
  stop(): void;
  close(): Promise<void>;
}

const POOL_SIZE = 16;

/** Creates the dependencies from the settings. Call `close` once the last request has ended. */
export function createContext(config: Config): Context {
  const log = createLogger('gateway', config.logLevel);
  const pool = createPool({
    connectionString: config.databaseUrl,
    max: POOL_SIZE,
    applicationName: 'errand-gateway',
    log,
  });
  const db = createDatabase(pool);
  const limiters = createLimiters(config.redisUrl, log);
  const keys = createKeyVerifier(pool, createUnknownKeys(limiters), log);
  const service = (url: string): InternalClient => createInternalClient(url, config.internalToken);
  const auth = createAuth({ config, db, limiters, log });
  const stopping = new AbortController();
  const services = { runs: service(config.runsUrl), runbooks: service(config.runbooksUrl) };
  return {
    config,
    log,
    pool,
    db,
    limiters,
    auth,
    keys,
    services,
    findWatcher: createFindWatcher({
      runs: services.runs,
      pool,
      findSession: (cookie) => sessionPrincipal(auth, db, cookie),
    }),
    links: createDeviceLinks({
      pool,
      runs: services.runs,
      internalToken: config.internalToken,
      origin: config.publicUrl.origin,
      log,
    }),
    stopping: stopping.signal,
    stop: () => stopping.abort(),
    close: async () => {
      await Promise.all([services.runs.close(), services.runbooks.close(), keys.close()]);
      limiters.close();
      await db.$disconnect();
      await pool.end();
    },
  };
}
