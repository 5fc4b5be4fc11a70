import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the kernel's range for outgoing connections, which could take a port before its server listens.
const LOWEST = 15_000;
const BEYOND = 32_000;
/** Ports that a process tries before other processes' ports, so that two starting stacks do not collide. */
const OWN = 100;

const first = LOWEST + (process.pid % ((BEYOND - LOWEST) / OWN)) * OWN;
let looked = randomInt(OWN);

/** This process's ports in turn, so that none is returned twice before its server listens; then any port. */
function nextPort(tries: number): number {
  looked += 1;
  return tries < OWN ? first + (looked % OWN) : randomInt(LOWEST, BEYOND);
}

/** Returns `count` different free ports of 127.0.0.1, outside the range of outgoing connections. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count; tries += 1) {
    if (tries > BEYOND - LOWEST) throw new Error(`no ${count} ports are free`);
    const port = nextPort(tries);
    if (await isPortFree(port)) ports.add(port);
  }
  return [...ports];
}

/** One free port of 127.0.0.1, chosen as by `freePorts`. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** True when a server could listen on `port` of `host` now. */
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
