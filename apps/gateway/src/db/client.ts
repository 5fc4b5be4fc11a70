import type pg from 'pg';
import { NotingAdapter } from '../audit/noting-adapter.ts';
import { PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;

/** Prisma on a pool that the caller owns and ends. Its writes are audited under `currentActor()`. */
export const createDatabase = (pool: pg.Pool): Database =>
  new PrismaClient({ adapter: new NotingAdapter(pool, { disposeExternalPool: false }) });
