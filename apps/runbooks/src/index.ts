import { PrismaPg } from '@prisma/adapter-pg';
import {
  type RunningService,
  createApp,
  createFingerprint,
  createLogger,
  openDatabase,
  startHttpServer,
  under,
} from '@errand/service-kit';
import path from 'node:path';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { PrismaClient } from './db/generated/client.ts';
import { internalRoutes } from './http/internal.ts';
import { publicRoutes } from './http/public.ts';

/** Migrates the database, then starts the HTTP server. */
export async function startRunbooksService(config: Config): Promise<RunningService> {
  const log = createLogger('runbooks', config.logLevel);
  const pool = await openDatabase({
    connectionString: config.databaseUrl,
    migrationsDir: path.join(import.meta.dirname, '../prisma/migrations'),
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
      await pool.end();
    },
  };
}
