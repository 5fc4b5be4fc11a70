import type { Pool } from 'pg';
import type { PrismaClient } from './db/generated/client.ts';

/** What the verbs of this service work with. */
export interface Context {
  /** For the statements that Prisma cannot say; `prisma` runs on the same pool. */
  pool: Pool;
  prisma: PrismaClient;
  /** Whether a model is there to judge completion conditions written as free text. */
  hasModel: boolean;
}
