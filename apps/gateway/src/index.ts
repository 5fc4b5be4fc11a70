import { MAX_LIVE_INPUT_BYTES } from '@errand/contracts';
import { MAX_LINK_FRAME_BYTES } from '@errand/contracts/device';
import {
  type RunningService,
  prepareDatabase,
  startHttpServer,
  startPeriodicTask,
} from '@errand/service-kit';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { MIGRATIONS } from './db/migrations.ts';
import { createGatewayApp } from './http/app.ts';
import { serveSockets } from './http/sockets.ts';
import { removeExpired } from './identity/remove-expired.ts';

const MAX_SOCKET_MESSAGE_BYTES = Math.max(MAX_LINK_FRAME_BYTES, MAX_LIVE_INPUT_BYTES);
const EXPIRY_INTERVAL_MS = 10 * 60_000;

/** Starts the gateway from its environment: migrates its database, then listens. */
export async function start(env: Readonly<Record<string, string | undefined>>): Promise<RunningService> {
  const config = readConfig(env);
  const context = createContext(config);
  try {
    await prepareDatabase({
      connectionString: config.databaseUrl,
      migrationsDir: MIGRATIONS,
      log: context.log,
    });
    const server = await startHttpServer({
      host: config.host,
      port: config.port,
      log: context.log,
      handle: createGatewayApp(context),
      sockets: { handle: serveSockets(context), maxPayload: MAX_SOCKET_MESSAGE_BYTES },
    });
    const expiry = startPeriodicTask(
      'expiry',
      EXPIRY_INTERVAL_MS,
      () => removeExpired(context.pool),
      context.log,
    );
    return {
      url: server.url,
      destroy: async () => {
        context.stop();
        await Promise.all([server.close(config.shutdownGraceMs), expiry.stop()]);
        await context.links.close();
        await context.close();
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}
