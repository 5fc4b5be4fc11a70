import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A TCP connection's way between two processes, which can fail as networks do. */
export interface Link {
  /** `url` with this link's address in place of its own. */
  through: (url: string) => string;
  /** Breaks all connections and refuses new ones. */
  cut: () => void;
  /** Connections stay open, old and new ones, and nothing passes any more: `answers` only from the far side, `all` from both. */
  silence: (what: 'answers' | 'all') => void;
  /** Everything takes this many ms longer in each direction, in order, on all connections. */
  slow: (ms: number) => void;
  /** New connections pass. What was silenced stays silent for ever, as when a router has forgotten a connection. */
  heal: () => void;
  close: () => void;
}

interface Pair {
  near: Socket;
  far: Socket;
  silent: { near: boolean; far: boolean };
}

/** A link to the server that `url` names. */
export const createLink = async (url: string): Promise<Link> => {
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
    through: (wanted) => Object.assign(new URL(wanted), { hostname: '127.0.0.1', port: String(port) }).href,
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
};
