import { createLogger } from '@errand/service-kit';
import { openQueues } from '@errand/service-kit/queue';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RunningRedis, queueBackends, startRedis } from '../src/index.ts';

const log = createLogger('test', 'silent');

describe.each(queueBackends().filter(({ name }) => name === 'redis'))(
  'a queue on $name that others run',
  () => {
    let server: RunningRedis;
    let redis: Redis;
    beforeAll(async () => {
      const started = await startRedis();
      if (started === null) throw new Error('there is no redis-server on the PATH');
      server = started;
      redis = new Redis(server.url);
    });
    afterAll(async () => {
      redis?.disconnect();
      await server?.stop();
    });

    test('a queue works for a Redis user without access to CONFIG, as on hosted Redis', async () => {
      await redis.acl('SETUSER', 'guest', 'on', '>secret', '~*', '&*', '+@all', '-config');
      const queues = await openQueues(server.url.replace('//', '//guest:secret@'), log);
      await queues.ping();
      await queues.close();
    });

    test('a Redis that evicts keys is rejected, with the setting to change', async () => {
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await expect(openQueues(server.url, log)).rejects.toThrow('set it to "noeviction"');
    });
  },
);
