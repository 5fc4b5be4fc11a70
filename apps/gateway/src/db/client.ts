import type pg from 'pg';
import { AuditingAdapter } from '../audit/auditing-adapter.ts';
import { PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;

/** Prisma on a pool that the caller owns and ends. Its writes are audited under `currentActor()`. */
export function createDatabase(pool: pg.Pool): Database {
  return new PrismaClient({ adapter: new AuditingAdapter(pool, { disposeExternalPool: false }) });
}
