import { createLogger } from '@errand/service-kit';
import { type Queues, openQueues } from '@errand/service-kit/queue';
import { waitFor } from '@errand/wait-for';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { queueBackends } from '../src/index.ts';

const log = createLogger('test', 'silent');

let cleanup: AsyncDisposableStack;
beforeEach(() => {
  cleanup = new AsyncDisposableStack();
});
afterEach(() => cleanup.disposeAsync());

async function open(url: string): Promise<Queues> {
  const queues = await openQueues(url, log);
  cleanup.defer(() => queues.close());
  return queues;
}

describe.each(queueBackends())('signals on $name', ({ create }) => {
  test('a signal reaches each process that subscribes to its topic, the sender too, with what it carries', async () => {
    const { url } = cleanup.use(await create());
    const processes = await Promise.all([open(url), open(url)]);
    const heard: unknown[] = [];
    for (const { signals } of processes) {
      await signals.subscribe('run.*.cancel', (...signal) => void heard.push(signal));
      await signals.subscribe('runs.changed', (...signal) => void heard.push(signal));
    }
    await processes[0].signals.publish('run.one.control');
    await processes[0].signals.publish('runs.changed', ['one', 'two']);
    await processes[1].signals.publish('run.two.cancel');
    await waitFor('the signals to arrive', () => heard.length === 4);
    const [changed, cancelled] = [
      ['runs.changed', ['one', 'two']],
      ['run.two.cancel', null],
    ];
    expect(heard).toEqual(expect.arrayContaining([changed, changed, cancelled, cancelled]));
  });
});

describe.each(queueBackends().filter(({ name }) => name === 'redis'))('signals on $name', ({ create }) => {
  test('a process whose connection broke is told that signals may be lost, and receives later ones', async () => {
    const { url } = cleanup.use(await create());
    const { signals } = await open(url);
    const heard: string[] = [];
    await signals.subscribe('run.*.cancel', (topic) => void heard.push(topic));
    signals.onLost(() => void heard.push('lost'));
    const neighbour = new Redis(url);
    cleanup.defer(() => neighbour.disconnect());
    await neighbour.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await waitFor('the loss to be noticed', () => heard.length === 1);
    await signals.publish('run.two.cancel');
    await waitFor('the signal to arrive', () => heard.length === 2);
    expect(heard).toEqual(['lost', 'run.two.cancel']);
  });
});
