import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LookupAddress } from 'node:dns';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { StepError } from '../host.ts';
import { pinnedTo, type Network } from './network.ts';

/** The only way out of a guarded browser, for pages, frames, workers and sockets alike. */
export interface GuardProxy {
  /** For the browser, like `http://127.0.0.1:40123`. */
  readonly url: string;
  /**
   * From now on what `network` admits passes; before, nothing does. Call it once.
   * @param onRefused called for each refusal, before the browser gets it
   */
  guard(network: Network, onRefused: (url: URL, refusal: StepError) => void): void;
  close(): Promise<void>;
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function passedOn(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/** The host without the brackets of an IPv6 address. */
function bare(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function tunnelUrl(authority: string): URL | null {
  const port = authority.slice(authority.lastIndexOf(':') + 1);
  return URL.parse(port === '443' ? `https://${authority}` : `http://${authority}`);
}

/** Starts a proxy on this machine that forwards admitted requests to exactly the checked address. */
export async function startGuardProxy(): Promise<GuardProxy> {
  let network: Network | null = null;
  let onRefused: (url: URL, refusal: StepError) => void = () => undefined;
  const agent = new Agent({ keepAlive: true, autoSelectFamily: true });
  const sockets = new Set<Duplex>();
  const track = <Stream extends Duplex>(socket: Stream): Stream => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };

  /** Exchanges in progress, by the connection that carries them. */
  const admitted = new Map<Duplex, URL>();
  const refuse = (url: URL, error: unknown): void => {
    if (error instanceof StepError && error.code === 'site_not_allowed') onRefused(url, error);
  };

  const recheck = (changed: Network): void => {
    for (const [socket, url] of admitted)
      try {
        changed.check(url);
      } catch (error) {
        socket.destroy();
        refuse(url, error);
      }
  };

  const admit = async (url: URL): Promise<LookupAddress[] | null> => {
    if (network === null) return null;
    try {
      return await network.resolve(url);
    } catch (error) {
      refuse(url, error);
      return null;
    }
  };

  const forward = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = URL.parse(incoming.url ?? '');
    const addresses = url === null ? null : await admit(url);
    if (url === null || addresses === null) {
      incoming.socket.destroy();
      return;
    }
    admitted.set(incoming.socket, url);
    answer.once('close', () => admitted.delete(incoming.socket));
    const outgoing = request(
      {
        agent,
        host: bare(url),
        lookup: pinnedTo(addresses),
        port: url.port === '' ? 80 : Number(url.port),
        method: incoming.method,
        path: url.pathname + url.search,
        headers: passedOn(incoming.rawHeaders),
        setDefaultHeaders: false,
      },
      (response) => {
        response.once('error', () => answer.destroy());
        try {
          answer.writeHead(response.statusCode ?? 502, response.statusMessage, passedOn(response.rawHeaders));
          response.pipe(answer);
        } catch {
          // Node reads status lines that it refuses to write.
          outgoing.destroy();
        }
      },
    );
    outgoing.on('error', () => incoming.socket.destroy());
    // Also without an error, when the site wants to change the protocol.
    outgoing.once('close', () => {
      if (!answer.headersSent) incoming.socket.destroy();
    });
    answer.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };

  const tunnel = async (incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    track(client);
    const url = tunnelUrl(incoming.url ?? '');
    const addresses = url === null ? null : await admit(url);
    if (url === null || addresses === null) {
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    admitted.set(client, url);
    client.once('close', () => admitted.delete(client));
    const fallback = url.protocol === 'https:' ? 443 : 80;
    const server: Socket = track(
      connect({
        host: bare(url),
        port: url.port === '' ? fallback : Number(url.port),
        lookup: pinnedTo(addresses),
        autoSelectFamily: true,
      }),
    );
    server.once('connect', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      server.pipe(client);
      client.pipe(server);
    });
    server.once('close', () => client.destroy());
    client.once('close', () => server.destroy());
  };

  const server = createServer({ maxHeaderSize: 256 * 1024 });
  server.on('connection', track);
  server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => {
    forward(incoming, answer).catch(() => incoming.socket.destroy());
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(incoming, client, head).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    guard: (guarding, tell) => {
      network = guarding;
      onRefused = tell;
      guarding.onScope = () => recheck(guarding);
    },
    close: () =>
      new Promise((resolve) => {
        if (network !== null) network.onScope = null;
        server.close(() => resolve());
        agent.destroy();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
