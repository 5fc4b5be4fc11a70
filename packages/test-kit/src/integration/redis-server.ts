import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, spawnGuarded, stopGuarded } from '@errand/local-stack';
import { waitFor } from '@errand/wait-for';
import { Redis } from 'ioredis';

export interface RunningRedis {
  url: string;
  port: number;
  pid: number;
  /** Resolves when it has ended for any reason. */
  exited: Promise<unknown>;
  /** Deletes all data. */
  flush: () => Promise<void>;
  /** Makes it reject writes beyond `bytes` of memory; 0 for no limit. */
  limitMemory: (bytes: number) => Promise<void>;
  /** While true, it cannot save its data and rejects every write (MISCONF), as when its disk is full. */
  failSaves: (isFailing: boolean) => Promise<void>;
  /** While true, it logs every write to its disk (AOF) and rejects writes that it cannot log. */
  persist: (isOn: boolean) => Promise<void>;
  isWritable: () => Promise<boolean>;
  stop: () => Promise<void>;
}

export interface RedisOptions {
  /** Default: a free one. */
  port?: number;
  /** Holds the folder of its files. Default: the folder of temporary files. */
  parent?: string | undefined;
}

/** Starts a private Redis without eviction and persistence; null when `redis-server` is not on the PATH. */
export async function startRedis(options: RedisOptions = {}): Promise<RunningRedis | null> {
  const program = await findOnPath('redis-server');
  if (program === null) return null;
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(path.join(options.parent ?? os.tmpdir(), 'errand-redis-'));
  const settings = {
    port,
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    dir: folder,
  };
  const child = await spawnGuarded(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { logFile: path.join(folder, 'redis.log') },
  );
  const exited = once(child, 'exit');
  const url = `redis://127.0.0.1:${port}`;
  const redis = new Redis(url, { retryStrategy: () => 50 });
  redis.on('error', () => {});
  const died = exited.then(() => {
    throw new Error('redis-server ended while it was starting');
  });
  died.catch(() => {});
  const info = await Promise.race([redis.info('server'), died]).finally(() => redis.disconnect());
  const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1]);
  const stop = async () => {
    stopGuarded(child);
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const command = async <Answer>(send: (client: Redis) => Promise<Answer>): Promise<Answer> => {
    const client = new Redis(url);
    client.on('error', () => {});
    return await send(client).finally(() => client.disconnect());
  };
  return {
    url,
    port,
    pid,
    exited,
    flush: () => command(async (client) => void (await client.flushall())),
    limitMemory: (bytes) =>
      command(async (client) => void (await client.config('SET', 'maxmemory', String(bytes)))),
    failSaves: (isFailing) =>
      command(async (client) => {
        const dump = path.join(folder, 'dump.rdb');
        if (isFailing) {
          // The save is written to another file, which cannot replace a folder.
          await rm(dump, { force: true });
          await mkdir(dump);
          await client.config('SET', 'save', '3600 1');
        } else await rm(dump, { recursive: true });
        await client.bgsave();
        const expected = `rdb_last_bgsave_status:${isFailing ? 'err' : 'ok'}`;
        await waitFor(expected, async () => (await client.info('persistence')).includes(expected));
        if (!isFailing) await client.config('SET', 'save', '');
      }),
    persist: (isOn) =>
      command(async (client) => {
        await client.config('SET', 'appendonly', isOn ? 'yes' : 'no');
        await waitFor('the log to be complete', async () =>
          /aof_rewrite_in_progress:0[^]*aof_rewrite_scheduled:0/.test(await client.info('persistence')),
        );
      }),
    isWritable: () =>
      command(async (client) => (await client.info('persistence')).includes('aof_last_write_status:ok')),
    stop,
  };
}

async function findOnPath(program: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    const runnable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runnable) return file;
  }
  return null;
}
