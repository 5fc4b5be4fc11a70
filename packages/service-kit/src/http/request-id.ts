import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the request's own id when it is well formed, else a new UUID. */
export function requestIdOf(request: IncomingMessage): string {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID();
}
