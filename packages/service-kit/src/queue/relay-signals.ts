import type { Relay } from 'bullmq';
import type { OpenSignals } from './signals.ts';

/** Signals on BullMQ's relay. Resolves once it is ready. */
export async function relaySignals(
  relay: Relay<never>,
  onError: (error: Error) => void,
): Promise<OpenSignals> {
  relay.on('error', onError);
  try {
    await relay.waitUntilReady();
  } catch (error) {
    await relay.close().catch(() => undefined);
    throw error;
  }
  return {
    publish: async (topic, data = null) => void (await relay.publish(topic, data)),
    subscribe: async (pattern, listener) =>
      void (await relay.subscribe(pattern, (message) => listener(message.topic, message.data))),
    onLost: (listener) => void relay.on('recovered', listener),
    close: () => relay.close(),
  };
}
