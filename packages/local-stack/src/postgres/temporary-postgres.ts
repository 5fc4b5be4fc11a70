import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningPostgres, startPostgres } from './server.ts';

/** A PostgreSQL for a while: fast rather than safe, in a temporary folder that `stop` removes. */
export async function startTemporaryPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'errand-scratch-'));
  // The account that the server runs as must get in.
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
