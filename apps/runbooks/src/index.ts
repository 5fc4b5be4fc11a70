import { PrismaPg } from '@prisma/adapter-pg';
import {
  applyMigrations,
  createApp,
  createFingerprint,
  createLogger,
  createPool,
  startHttpServer,
  under,
} from '@errand/service-kit';
import path from 'node:path';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { PrismaClient } from './db/generated/client.ts';
import { internalRoutes } from './http/internal.ts';
import { publicRoutes } from './http/public.ts';

export interface RunbooksService {
  url: string;
  destroy(): Promise<void>;
}

/** Starts the runbooks service: its database migrated, its HTTP surface. */
export const startRunbooksService = async (config: Config): Promise<RunbooksService> => {
  const log = createLogger('runbooks', config.logLevel);
  await applyMigrations({
    connectionString: config.databaseUrl,
    migrationsDir: path.join(import.meta.dirname, '../prisma/migrations'),
    log,
  });
  const pool = createPool({
    connectionString: config.databaseUrl,
    max: 10,
    applicationName: 'errand-runbooks',
    log,
  });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const context: Context = { pool, prisma, hasModel: config.hasModel };

  const app = createApp({
    log,
    checks: { database: () => pool.query('SELECT 1') },
    mount: (express) => {
      express.use(under('/internal/', internalRoutes(context, config.internalToken)));
      express.use(
        under('/', publicRoutes(context, config.internalToken, createFingerprint(config.encryptionKeys))),
      );
    },
  });
  const server = await startHttpServer({ host: config.host, port: config.port, log, handle: app });
  return {
    url: server.url,
    destroy: async () => {
      await server.close(config.shutdownGraceMs);
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
};
