import { once } from 'node:events';
import { LiveMessage, type LiveInput, type LiveState, decodePictureHead } from '@errand/contracts';
import { waitFor } from '@errand/test-kit';
import { WebSocket } from 'ws';
import { RUN_MS } from './runs.ts';

export interface ShownPicture {
  number: number;
  width: number;
  height: number;
  takenAt: number;
  /** Its first bytes. */
  jpeg: Buffer;
}

/** A watcher of the live view, as a page is one. */
export interface LiveSocket {
  /** All messages so far, of one type. */
  received<Type extends LiveMessage['type']>(type: Type): Extract<LiveMessage, { type: Type }>[];
  readonly pictures: readonly ShownPicture[];
  readonly state: LiveState | undefined;
  /** The close code; null while the socket is open. */
  readonly closed: number | null;
  send(input: LiveInput | Record<string, unknown>): void;
  /** Waits until `find` finds something in the received messages. */
  until<Found>(what: string, find: () => Found | undefined | null | false): Promise<Found>;
  /** Takes control and waits until input acts. */
  takeControl(): Promise<void>;
  /** Presses and releases the left button. */
  click(x: number, y: number): void;
  /** Types with the keys of a keyboard. */
  type(text: string): void;
  press(key: string, keyCode: number, modifiers?: string[]): void;
  /** Stops reading, as a machine does that is overloaded. */
  stall(): void;
  close(): void;
}

export function socketUrl(page: string | URL): URL {
  const url = new URL(page);
  url.protocol = url.protocol.replace('http', 'ws');
  url.pathname += '/socket';
  return url;
}

/** Watches the Run whose `live_view_url` this is. Rejects with the status when it is refused. */
export async function watchLive(
  page: string | URL,
  headers: Record<string, string> = {},
  { acknowledges = true } = {},
): Promise<LiveSocket> {
  const socket = new WebSocket(socketUrl(page), { headers });
  const messages: LiveMessage[] = [];
  const pictures: ShownPicture[] = [];
  let closed: number | null = null;
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) {
      messages.push(LiveMessage.parse(JSON.parse(data.toString('utf8'))));
      return;
    }
    const picture = { ...decodePictureHead(data), jpeg: Buffer.from(data.subarray(16, 32)) };
    pictures.push(picture);
    if (acknowledges) socket.send(JSON.stringify({ type: 'shown', number: picture.number }));
  });
  socket.on('close', (code) => {
    closed = code;
  });
  const refused = new Promise<never>((_resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => {
      reject(new Error(`refused with ${response.statusCode}`));
      response.destroy();
    });
    socket.on('error', reject);
  });
  await Promise.race([once(socket, 'open'), refused]);
  refused.catch(() => undefined);

  const received: LiveSocket['received'] = (type) =>
    messages.filter(
      (message): message is Extract<LiveMessage, { type: typeof type }> => message.type === type,
    );
  const send: LiveSocket['send'] = (input) => socket.send(JSON.stringify(input));
  const stateNow = () => received('state').at(-1);
  const key = (action: string, name: string, keyCode: number, code: string, modifiers: string[]) =>
    send({ type: 'key', action, key: name, code, keyCode, modifiers });
  const until: LiveSocket['until'] = async (what, find) => {
    await waitFor(what, () => Boolean(find()), { timeoutMs: RUN_MS });
    return find() as Exclude<ReturnType<typeof find>, undefined | null | false>;
  };
  return {
    received,
    pictures,
    get state() {
      return stateNow();
    },
    get closed() {
      return closed;
    },
    send,
    until,
    takeControl: async () => {
      send({ type: 'control', action: 'take' });
      await until('control', () => stateNow()?.ready);
    },
    click: (x, y) => {
      for (const action of ['down', 'up'])
        send({ type: 'mouse', action, x, y, button: 'left', clicks: 1, modifiers: [] });
    },
    type: (text) => {
      for (const letter of text)
        for (const action of ['down', 'up'])
          key(action, letter, letter.toUpperCase().charCodeAt(0), `Key${letter.toUpperCase()}`, []);
    },
    press: (name, keyCode, modifiers = []) => {
      for (const action of ['down', 'up']) key(action, name, keyCode, name, modifiers);
    },
    stall: () => socket.pause(),
    close: () => socket.close(),
  };
}
