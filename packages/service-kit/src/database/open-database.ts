import type { Pool } from 'pg';
import type { Logger } from '../logging.ts';
import { type MigrationOptions, applyMigrations } from './migrate.ts';
import { type PoolOptions, createPool } from './pool.ts';
import { untilAvailable } from './until-available.ts';

export interface DatabaseOptions extends MigrationOptions {
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Applies a service's migrations; waits while the database is unavailable. Throws MigrationError. */
export async function prepareDatabase(options: DatabaseOptions): Promise<void> {
  await untilAvailable('the database', options.log, () => applyMigrations(options));
}

/** Prepares the database, then opens a pool on it. The caller ends the pool. Throws MigrationError. */
export async function openDatabase(options: PoolOptions & DatabaseOptions): Promise<Pool> {
  await prepareDatabase(options);
  return createPool(options);
}
