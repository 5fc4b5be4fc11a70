import { LIVE_CLOSE } from '@errand/contracts';
import type { WebSocket } from '@errand/service-kit';
import type { Watcher } from './watchers.ts';

/** How often an open socket re-checks the key or member that it was opened with. */
const CHECK_INTERVAL_MS = 500;
/** A watcher whose machine does not answer for as long as two of these is gone. */
const PING_INTERVAL_MS = 20_000;

/** Codes that may be sent; others say only what happened to the connection. */
function codeFor(code: number): number {
  return code >= 4_000 && code < 5_000 ? code : LIVE_CLOSE.lost;
}

/** Passes messages between a watcher and the runs service, for as long as the watcher may watch. */
export function relay(watcher: Watcher, downstream: WebSocket, upstream: WebSocket): void {
  let isAnswering = true;
  const check = async () => {
    if (!(await watcher.isAllowed())) downstream.close(LIVE_CLOSE.unauthorized);
  };
  const checking = setInterval(() => void check(), CHECK_INTERVAL_MS);
  const pinging = setInterval(() => {
    if (!isAnswering) return downstream.terminate();
    isAnswering = false;
    downstream.ping();
  }, PING_INTERVAL_MS);
  downstream.on('pong', () => {
    isAnswering = true;
  });
  upstream.on('message', (data: Buffer, isBinary) => downstream.send(data, { binary: isBinary }));
  upstream.on('close', (code) => downstream.close(codeFor(code)));
  downstream.on('message', (data: Buffer, isBinary) => upstream.send(data, { binary: isBinary }));
  downstream.on('close', () => {
    clearInterval(checking);
    clearInterval(pinging);
    upstream.close();
  });
  if (upstream.readyState !== upstream.OPEN) downstream.close(LIVE_CLOSE.lost);
  upstream.resume();
}
