import type { BrowserContext, Request, Response } from 'playwright-core';

/** Requests that can change the page; endless streams are left out. */
const RENDERING_REQUESTS = new Set(['document', 'xhr', 'fetch', 'script']);

/** How long after its answer began a request is in flight: a body that the page leaves unread has no end. */
const BODY_MS = 500;

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
  const answered = (response: Response) => {
    const request = response.request();
    if (!request.isNavigationRequest()) setTimeout(() => end(request), BODY_MS).unref();
  };
  context.on('request', begin).on('response', answered).on('requestfinished', end).on('requestfailed', end);
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
      context
        .off('request', begin)
        .off('response', answered)
        .off('requestfinished', end)
        .off('requestfailed', end);
    },
  };
}
