import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export type Database = PrismaClient;

/** Prisma on a pool that the caller owns and ends. */
export const createDatabase = (pool: pg.Pool): Database =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
