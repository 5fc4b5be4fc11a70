import { type RunningService, applyMigrations, startHttpServer } from '@errand/service-kit';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { MIGRATIONS } from './db/migrations.ts';
import { createGatewayApp } from './http/app.ts';

export interface Gateway extends RunningService {
  readonly url: string;
}

/** Starts the gateway as the environment says: its database brought up to date first, then listening. */
export const start = async (env: Readonly<Record<string, string | undefined>>): Promise<Gateway> => {
  const config = readConfig(env);
  const context = createContext(config);
  try {
    await applyMigrations({
      connectionString: config.databaseUrl,
      migrationsDir: MIGRATIONS,
      log: context.log,
    });
    const server = await startHttpServer({
      host: config.host,
      port: config.port,
      log: context.log,
      handle: createGatewayApp(context),
    });
    return {
      url: server.url,
      destroy: async () => {
        context.stop();
        await server.close(config.shutdownGraceMs);
        await context.close();
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
};
