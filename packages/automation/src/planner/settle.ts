import type { BrowserContext, Request } from 'playwright-core';

/** Requests that change what a page shows; a stream that never ends is not waited for. */
const WAITED_FOR = new Set(['document', 'xhr', 'fetch', 'script']);

/** Knows which requests of a browser are under way. */
export interface Traffic {
  /** Resolves when no request is under way, at the latest after `ms`. */
  quiet(ms: number): Promise<void>;
  stop(): void;
}

export const watchTraffic = (context: BrowserContext): Traffic => {
  const underWay = new Set<Request>();
  let listeners: (() => void)[] = [];
  const begin = (request: Request) => {
    if (WAITED_FOR.has(request.resourceType())) underWay.add(request);
  };
  const end = (request: Request) => {
    underWay.delete(request);
    if (underWay.size > 0) return;
    for (const listener of listeners) listener();
  };
  context.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    quiet: (ms) => {
      if (underWay.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          listeners = listeners.filter((listener) => listener !== done);
          resolve();
        };
        const timer = setTimeout(() => {
          underWay.clear();
          done();
        }, ms);
        listeners.push(done);
      });
    },
    stop: () => {
      context.off('request', begin).off('requestfinished', end).off('requestfailed', end);
    },
  };
};
