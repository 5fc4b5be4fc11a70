import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below what kernels hand out for outgoing connections: a port from there could be taken by any of them before the
// server that is told of it listens.
const LOWEST = 15_000;
const BEYOND = 32_000;
/** Ports that one process looks at before it looks at those of others: two that start a stack at once do not meet. */
const OWN = 100;

const first = LOWEST + (process.pid % ((BEYOND - LOWEST) / OWN)) * OWN;
let looked = randomInt(OWN);

/** The own ones in turn, so that none is given away twice before its server listens; then any. */
function nextPort(tries: number): number {
  looked += 1;
  return tries < OWN ? first + (looked % OWN) : randomInt(LOWEST, BEYOND);
}

/** `count` different ports of 127.0.0.1 that nobody listens on at this moment, and that no outgoing connection takes. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count; tries += 1) {
    if (tries > BEYOND - LOWEST) throw new Error(`no ${count} ports are free`);
    const port = nextPort(tries);
    if (await isPortFree(port)) ports.add(port);
  }
  return [...ports];
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Whether a server could listen on `port` of `host` now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
