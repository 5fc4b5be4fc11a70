import type { GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';

/** In a hook after a route of better-auth: whether it refused the request. */
export function isRefused({ context }: GenericEndpointContext): boolean {
  return isAPIError((context as { returned?: unknown }).returned);
}
