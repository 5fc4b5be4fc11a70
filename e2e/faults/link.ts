import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A TCP proxy between two processes that fails as networks do. */
export interface Link {
  /** `url` with the address of this link. */
  through: (url: string) => string;
  /** Breaks all connections and refuses new ones. */
  cut: () => void;
  /** Connections stay open but carry nothing: `answers` drops only what the server sends, `all` drops both directions. */
  silence: (what: 'answers' | 'all') => void;
  /** Delays every byte by this many ms in each direction, in order. */
  slow: (ms: number) => void;
  /** New connections work again. Silenced ones stay silent, as after a router has lost their state. */
  heal: () => void;
  close: () => void;
}

interface Pair {
  near: Socket;
  far: Socket;
  silent: { near: boolean; far: boolean };
}

/** Opens a link to the server at `url`. */
export async function createLink(url: string): Promise<Link> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  let state: 'open' | 'cut' | 'answers' | 'all' = 'open';
  let delayMs = 0;
  const pass = (to: Socket, bytes: Buffer) => {
    if (delayMs === 0) to.write(bytes);
    else setTimeout(() => to.writable && to.write(bytes), delayMs);
  };

  const silence = ({ silent }: Pair) => {
    silent.far = true;
    silent.near ||= state === 'all';
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    const pair: Pair = { near, far, silent: { near: false, far: false } };
    pairs.add(pair);
    if (state !== 'open') silence(pair);
    near.on('data', (bytes) => pair.silent.near || pass(far, bytes));
    far.on('data', (bytes) => pair.silent.far || pass(near, bytes));
    near.on('error', () => undefined);
    far.on('error', () => undefined);
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => pair.silent.far || near.destroySoon());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const destroyAll = () => {
    for (const { near } of pairs) near.destroy();
  };
  return {
    through: (original) =>
      Object.assign(new URL(original), { hostname: '127.0.0.1', port: String(port) }).href,
    cut: () => {
      state = 'cut';
      destroyAll();
    },
    silence: (what) => {
      state = what;
      for (const pair of pairs) silence(pair);
    },
    slow: (ms) => {
      delayMs = ms;
    },
    heal: () => {
      state = 'open';
      delayMs = 0;
    },
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
