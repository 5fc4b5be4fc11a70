import type { Pool } from 'pg';
import type { PrismaClient } from './db/generated/client.ts';

/** Dependencies of the operations of this service. */
export interface Context {
  /** For handwritten SQL; `prisma` runs on the same pool. */
  pool: Pool;
  prisma: PrismaClient;
  /** True when a model is configured, which free-text completion conditions need. */
  hasModel: boolean;
}
