import type { BrowserContext, Request } from 'playwright-core';

/** Requests that can change the page; endless streams are left out. */
const RENDERING_REQUESTS = new Set(['document', 'xhr', 'fetch', 'script']);

/** Tracks a browser's requests in flight. */
export interface NetworkMonitor {
  /** Resolves when no request is in flight, at the latest after `ms`. */
  waitForIdle(ms: number): Promise<void>;
  stop(): void;
}

/** Counts the requests of all tabs that begin from now on, not those that have begun before. */
export function monitorNetwork(context: BrowserContext): NetworkMonitor {
  const pending = new Set<Request>();
  let listeners: (() => void)[] = [];
  const begin = (request: Request) => {
    if (RENDERING_REQUESTS.has(request.resourceType())) pending.add(request);
  };
  const end = (request: Request) => {
    pending.delete(request);
    if (pending.size > 0) return;
    for (const listener of listeners) listener();
  };
  context.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    waitForIdle: (ms) => {
      if (pending.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          listeners = listeners.filter((listener) => listener !== done);
          resolve();
        };
        const timer = setTimeout(() => {
          pending.clear();
          done();
        }, ms);
        listeners.push(done);
      });
    },
    stop: () => {
      context.off('request', begin).off('requestfinished', end).off('requestfailed', end);
    },
  };
}
