import { notFound } from '@errand/contracts';
import { LINK_PATH } from '@errand/contracts/device';
import type { SocketHandler } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { liveSocket } from './live.ts';

/** Serves the gateway's WebSockets by their path. */
export function serveSockets({
  config,
  findWatcher,
  links,
}: Pick<Context, 'config' | 'findWatcher' | 'links'>): SocketHandler {
  const runs = { url: config.runsUrl, token: config.internalToken };
  const live = liveSocket({ findWatcher, runs, origins: config.origins });
  return (request) => {
    const [pathname = ''] = (request.url ?? '').split('?', 1);
    if (pathname === LINK_PATH) return links.handle(request);
    if (pathname.startsWith('/live/')) return live(request);
    throw notFound();
  };
}
