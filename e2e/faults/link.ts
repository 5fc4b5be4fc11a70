import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { createTextReader } from './web-socket-texts.ts';

/** A TCP proxy between two processes that fails as networks do. */
export interface Link {
  /** `url` with the address of this link. */
  through: (url: string) => string;
  /** Breaks all connections and refuses new ones. */
  cut: () => void;
  /** Connections stay open but carry nothing: `answers` drops only the server's data, `all` drops both directions. */
  silence: (what: 'answers' | 'all') => void;
  /** Delays every byte by this many ms in each direction, in order. */
  slow: (ms: number) => void;
  /** Selects a WebSocket text at which its connection breaks; null for none. */
  breakAt: (isBreaking: BreaksAt | null) => void;
  /** New connections work again. Silenced ones stay silent, as after a router has lost their state. */
  heal: () => void;
  close: () => void;
}

/** `near`: sent by the process that connected. */
export type BreaksAt = (text: string, from: 'near' | 'far') => boolean;

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
  let breaksAt: BreaksAt | null = null;
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
    const carry = (from: 'near' | 'far', to: Socket) => {
      const textsOf = createTextReader();
      return (bytes: Buffer) => {
        const texts = textsOf(bytes);
        if (texts.some((text) => breaksAt?.(text, from) === true)) near.destroy();
        else if (!pair.silent[from]) pass(to, bytes);
      };
    };
    near.on('data', carry('near', far));
    far.on('data', carry('far', near));
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
    breakAt: (isBreaking) => {
      breaksAt = isBreaking;
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
