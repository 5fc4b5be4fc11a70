import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface Balancer {
  url: string;
  /** Sends no new connection to this port; open ones stay. */
  leaveOut: (port: number) => void;
  takeIn: (port: number) => void;
  close: () => void;
}

/** A TCP load balancer: passes each connection to the next local port that accepts it. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  const leftOut = new Set<number>();
  let turn = 0;
  const reach = (tries: number, near: Socket): void => {
    const choice = ports.filter((port) => !leftOut.has(port));
    const far = connect(choice[(turn += 1) % choice.length] ?? 0, '127.0.0.1');
    far.once('error', () => (tries > 1 ? reach(tries - 1, near) : near.destroy()));
    far.once('connect', () => {
      far.on('error', () => near.destroy());
      far.pipe(near);
      near.pipe(far);
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroySoon());
    });
  };
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined);
    near.once('close', () => open.delete(near));
    reach(ports.length, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leaveOut: (port) => void leftOut.add(port),
    takeIn: (port) => void leftOut.delete(port),
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
