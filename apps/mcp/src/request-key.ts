import { createHash } from 'node:crypto';

/** An idempotency key that is the same for the same arguments within one request id of one session. */
export function requestKey(
  session: string | undefined,
  requestId: string | number,
  tool: string,
  args: unknown,
): string | undefined {
  if (session === undefined) return undefined;
  const text = JSON.stringify([session, typeof requestId, requestId, tool, args]);
  return `mcp-${createHash('sha256').update(text).digest('base64url')}`;
}
