import { once } from 'node:events';
import { createLogger } from '@errand/service-kit';
import { type Queues, openQueues } from '@errand/service-kit/queue';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RunningRedis, queueBackends, startRedis } from '../src/index.ts';

const log = createLogger('test', 'silent');

describe.each(queueBackends().filter(({ name }) => name === 'redis'))(
  'a queue on $name that is unavailable',
  () => {
    let server: RunningRedis;
    let queues: Queues;
    beforeEach(async () => {
      const started = await startRedis();
      if (started === null) throw new Error('there is no redis-server on the PATH');
      server = started;
      queues = await openQueues(server.url, log);
    });
    afterEach(() => server?.stop());

    test('closes a worker that waits to reconnect, and the queue', async () => {
      const worker = queues.worker('run-execution', 1, () => Promise.resolve());
      await queues.signals.subscribe('runs.*', () => undefined);
      const neighbour = new Redis(server.url);
      neighbour.on('error', () => undefined);
      await neighbour.ping();
      const reconnecting = once(neighbour, 'reconnecting');
      await server.stop();
      await reconnecting;
      neighbour.disconnect();
      await expect(worker.close()).resolves.toBeUndefined();
      await expect(queues.close()).resolves.toBeUndefined();
    });
  },
);
