import type { Pool } from 'pg';
import type { Logger } from '../logging.ts';
import { type MigrationOptions, applyMigrations } from './migrate.ts';
import { type PoolOptions, createPool } from './pool.ts';
import { untilAvailable } from './until-available.ts';

export interface DatabaseOptions extends MigrationOptions {
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Brings the database of a service up to date; waits for as long as it is unavailable. Throws MigrationError. */
export async function prepareDatabase(options: DatabaseOptions): Promise<void> {
  await untilAvailable('the database', options.log, () => applyMigrations(options));
}

/** A pool on a database that is brought up to date first. Whoever opens it ends it. */
export async function openDatabase(options: PoolOptions & DatabaseOptions): Promise<Pool> {
  await prepareDatabase(options);
  return createPool(options);
}
