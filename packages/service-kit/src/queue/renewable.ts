import type { Queue, Worker } from 'bullmq';

const RENEW_INTERVAL_MS = 500;

export interface Renewable<Client> {
  current(): Client;
  close(): Promise<void>;
}

/**
 * A BullMQ object on PostgreSQL whose first connection fails never recovers, so an object that does not become ready is
 * replaced.
 */
export function renewable<Client extends Queue | Worker>(create: () => Client): Renewable<Client> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const open = (): Client => {
    const client = create();
    client.waitUntilReady().catch(() => {
      if (closed) return;
      timer = setTimeout(() => {
        client.close().catch(() => undefined);
        current = open();
      }, RENEW_INTERVAL_MS);
    });
    return client;
  };
  let current = open();
  return {
    current: () => current,
    close: () => {
      closed = true;
      clearTimeout(timer);
      return current.close();
    },
  };
}
