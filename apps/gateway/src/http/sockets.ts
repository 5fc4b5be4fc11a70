import { notFound } from '@errand/contracts';
import { LINK_PATH } from '@errand/contracts/device';
import type { SocketHandler } from '@errand/service-kit';
import type { Context } from '../context.ts';

/** Serves the gateway's WebSockets by their path. */
export function serveSockets({ links }: Pick<Context, 'links'>): SocketHandler {
  return (request) => {
    const [pathname] = (request.url ?? '').split('?', 1);
    if (pathname === LINK_PATH) return links.handle(request);
    throw notFound();
  };
}
