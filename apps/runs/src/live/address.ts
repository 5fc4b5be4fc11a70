import { networkInterfaces } from 'node:os';

/** Where other machines reach the server at `url`: a server on all addresses is reached at the first that is not loopback. */
export function addressOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  if (hostname !== '0.0.0.0' && hostname !== '[::]') return url;
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  return `${protocol}//${own?.address ?? '127.0.0.1'}:${port}`;
}
