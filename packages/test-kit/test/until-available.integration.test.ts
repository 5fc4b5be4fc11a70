import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, prepareDatabase } from '@errand/service-kit';
import { openQueues } from '@errand/service-kit/queue';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '@errand/local-stack';
import { settlesWithin } from '@errand/wait-for';
import { queueBackends } from '../src/index.ts';

interface Line {
  msg: string;
  level: number;
  dependency?: string;
  err?: { message: string };
}

let lines: Line[];
let said: (line: Line) => void;
const log = createLogger('test', 'info', {
  write: (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    said(line);
  },
});

let cleanup: AsyncDisposableStack;
beforeEach(() => {
  lines = [];
  cleanup = new AsyncDisposableStack();
});
afterEach(() => cleanup.disposeAsync());

/** Resolves at the first log line with `msg`. */
function heard(msg: string): Promise<Line> {
  return new Promise((resolve) => {
    said = (line) => {
      if (line.msg === msg) resolve(line);
    };
  });
}

async function listen(port: number, handle: (socket: Socket) => void): Promise<Server> {
  const server = createServer(handle).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Closes each connection when either side closes it. */
function forwardTo(url: string) {
  return (socket: Socket) => {
    const { hostname, port } = new URL(url);
    const onwards = connect(Number(port), hostname);
    pipeline(socket, onwards, socket, () => undefined);
  };
}

function at(url: string, port: number): string {
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href;
}

describe.each(queueBackends())('a queue on $name that cannot be reached yet', ({ create }) => {
  test('a queue that cannot be reached is waited for, with one log line, and is used once it answers', async () => {
    const queue = cleanup.use(await create());
    const port = await freePort();
    const waiting = heard('waiting to start');
    const opening = openQueues(at(queue.url, port), log);
    expect(await Promise.race([waiting, opening])).toMatchObject({ dependency: 'the queue', level: 40 });
    const server = await listen(port, forwardTo(queue.url));
    cleanup.defer(() => void server.close());
    const queues = await opening;
    cleanup.defer(() => queues.close());
    await queues.ping();
    expect(lines.map(({ msg }) => msg)).toEqual(['waiting to start', 'available']);
  });

  test('a subscription to signals that is made while the queue is away holds once it is back', async () => {
    const queue = cleanup.use(await create());
    const port = await freePort();
    const sockets = new Set<Socket>();
    const accept = (socket: Socket) => {
      sockets.add(socket);
      forwardTo(queue.url)(socket);
    };
    const server = await listen(port, accept);
    const queues = await openQueues(at(queue.url, port), createLogger('test', 'silent'));
    cleanup.defer(() => queues.close());
    const { promise: received, resolve } = Promise.withResolvers<string>();
    server.close();
    for (const socket of sockets) socket.destroy();
    const subscribing = queues.signals.subscribe('cancel.*', resolve);
    expect(await settlesWithin(1_000, subscribing)).toBe(false);
    const again = await listen(port, accept);
    cleanup.defer(() => void again.close());
    await subscribing;
    await queues.signals.publish('cancel.one');
    expect(await received).toBe('cancel.one');
  });
});

describe('a PostgreSQL that cannot serve yet', () => {
  const fields = { S: 'FATAL', V: 'FATAL', C: '57P03', M: 'the database system is starting up' };
  const text = `${Object.entries(fields)
    .map(([name, value]) => `${name}${value}\0`)
    .join('')}\0`;
  const refusal = Buffer.alloc(5 + text.length);
  refusal.write('E');
  refusal.writeUInt32BE(4 + text.length, 1);
  refusal.write(text, 5, 'latin1');

  const refuseUntilWaitedFor = async (url: string): Promise<string> => {
    let isStarting = true;
    void heard('waiting to start').then(() => {
      isStarting = false;
    });
    const server = await listen(0, (socket) => {
      if (isStarting) socket.once('data', () => socket.end(refusal)).on('error', () => undefined);
      else forwardTo(url)(socket);
    });
    cleanup.defer(() => void server.close());
    return at(url, (server.address() as AddressInfo).port);
  };

  test('a queue on a PostgreSQL that starts up is waited for', async () => {
    const [postgres] = queueBackends();
    const queue = cleanup.use(await postgres!.create());
    const queues = await openQueues(await refuseUntilWaitedFor(queue.url), log);
    cleanup.defer(() => queues.close());
    expect(lines[0]).toMatchObject({ dependency: 'the queue', err: { message: fields.M } });
  });

  test('a database of a service that starts up is waited for', async () => {
    const [postgres] = queueBackends();
    const database = cleanup.use(await postgres!.create());
    await prepareDatabase({
      connectionString: await refuseUntilWaitedFor(database.url),
      migrationsDir: `${import.meta.dirname}/../../../apps/runbooks/prisma/migrations`,
      log,
    });
    expect(lines[0]).toMatchObject({ dependency: 'the database', err: { message: fields.M } });
  });

  test.each(['refused', 'cut'])(
    'a queue and a worker that were made while connections to PostgreSQL were %s use it once it answers',
    async (how) => {
      const [postgres] = queueBackends();
      const queue = cleanup.use(await postgres!.create());
      const sockets = new Set<Socket>();
      const port = await freePort();
      let isCut = false;
      const accept = (socket: Socket) => {
        sockets.add(socket);
        if (isCut) socket.destroy();
        else forwardTo(queue.url)(socket);
      };
      const forward = async () => {
        const server = await listen(port, accept);
        cleanup.defer(() => void server.close());
        return server;
      };
      const server = await forward();
      const queues = await openQueues(at(queue.url, port), createLogger('test', 'silent'));
      if (how === 'cut') isCut = true;
      else server.close();
      for (const socket of sockets) socket.destroy();
      const { promise: done, resolve } = Promise.withResolvers<unknown>();
      const worker = queues.worker('run-execution', 1, async (job) => resolve(job));
      const producer = queues.queue('run-execution');
      const data = { runId: crypto.randomUUID(), attempt: 1 };
      await expect(producer.add([{ id: 'one', data }])).rejects.toThrow();
      if (how === 'cut') isCut = false;
      else await forward();
      let added = false;
      while (!added)
        added = await producer.add([{ id: 'one', data }]).then(
          () => true,
          () => delay(100, false),
        );
      expect(await done).toMatchObject(data);
      await Promise.all([worker.close(), producer.close()]);
      await queues.close();
    },
  );

  test('a wrong password fails the start at once', async () => {
    const [postgres] = queueBackends();
    const queue = cleanup.use(await postgres!.create());
    const wrong = Object.assign(new URL(queue.url), { password: 'wrong' }).href;
    await expect(openQueues(wrong, log)).rejects.toThrow('password authentication failed');
    expect(lines).toEqual([]);
  });
});
