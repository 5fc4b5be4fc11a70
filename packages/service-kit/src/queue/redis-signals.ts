import type { Redis } from 'ioredis';
import type { OpenSignals } from './signals.ts';

/** Keeps signals apart from whatever else is published on the same Redis. */
const PREFIX = 'errand:signal:';
/** A silent connection is closed, and signals can be rare. */
const PING_INTERVAL_MS = 5_000;

/**
 * Signals as messages of Redis, which are sent once and not kept. A connection that subscribes can do nothing else, so there
 * are two: while Redis is unavailable, the one that sends fails and the one that receives waits.
 */
export async function redisSignals(connect: (maxRetries: number | null) => Redis): Promise<OpenSignals> {
  const sender = connect(0);
  const receiver = connect(null);
  await receiver.ping();
  const listeners = new Map<string, ((topic: string, data: unknown) => void)[]>();
  receiver.on('pmessage', (pattern: string, channel: string, message: string) => {
    for (const listener of listeners.get(pattern) ?? [])
      listener(channel.slice(PREFIX.length), JSON.parse(message));
  });
  const ping = async () => {
    if (receiver.status === 'ready') await receiver.ping();
  };
  const pings = setInterval(() => void ping().catch(() => undefined), PING_INTERVAL_MS);
  pings.unref();
  return {
    publish: async (topic, data = null) => void (await sender.publish(PREFIX + topic, JSON.stringify(data))),
    subscribe: async (topics, listener) => {
      const pattern = PREFIX + topics;
      listeners.set(pattern, [...(listeners.get(pattern) ?? []), listener]);
      await receiver.psubscribe(pattern);
    },
    // A connection that is back subscribes again first, so that the answer to a ping comes when it receives messages.
    onLost: (listener) =>
      void receiver.on('ready', () => void receiver.ping().then(listener, () => undefined)),
    close: () => {
      clearInterval(pings);
      sender.disconnect();
      receiver.disconnect();
      return Promise.resolve();
    },
  };
}
