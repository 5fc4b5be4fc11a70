import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningPostgres, startPostgres } from './server.ts';

/** Starts a temporary PostgreSQL without durability, in a folder that `stop` removes. */
export async function startTemporaryPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'errand-scratch-'));
  // The server's account must be able to enter it.
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false });
    const stop = async () => {
      await postgres.stop();
      await rm(postgres.dataDir, { recursive: true, force: true });
      await remove();
    };
    return { ...postgres, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
