import type { GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';

/** For after-hooks of better-auth: whether the route rejected the request. */
export function isRefused({ context }: GenericEndpointContext): boolean {
  return isAPIError((context as { returned?: unknown }).returned);
}
