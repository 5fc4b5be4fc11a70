import type { Pool } from 'pg';
import { type MigrationOptions, applyMigrations } from './migrate.ts';
import { type PoolOptions, createPool } from './pool.ts';

/** A pool on a database that is brought up to date first. Whoever opens it ends it. */
export const openDatabase = async (options: PoolOptions & Required<MigrationOptions>): Promise<Pool> => {
  await applyMigrations(options);
  return createPool(options);
};
