import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sharedStack } from './stack.ts';

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends raw bytes and reads until the server closes; for requests that an HTTP client cannot send. */
export async function sendRaw(bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(sharedStack().baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write(bytes);
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: new Headers(headers), text: rest.join('\r\n\r\n') };
}
