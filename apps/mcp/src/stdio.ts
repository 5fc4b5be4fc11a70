import { randomUUID } from 'node:crypto';
import type Errand from '@errand/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createErrandMcp } from './index.ts';

/** Serves MCP on standard input and output until the input ends or `signal` is aborted. `scopes` narrows the key's scopes. */
export async function serveErrandOnStdio(
  errand: Errand,
  options: { readOnly?: boolean; scopes?: readonly string[]; signal?: AbortSignal } = {},
): Promise<void> {
  const me = await errand.me({ signal: options.signal });
  const scopes = me.scopes.filter((scope) => options.scopes?.includes(scope) ?? true);
  const session = randomUUID();
  const ended = new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    options.signal?.addEventListener('abort', resolve, { once: true });
  });
  const handle = serveStdio(() =>
    createErrandMcp({ errand, scopes, readOnly: options.readOnly ?? false, sessionOf: () => session }),
  );
  await ended;
  await handle.close();
}
