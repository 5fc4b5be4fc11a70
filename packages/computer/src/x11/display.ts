import x11, { type Client, type XEvent } from 'x11';
import { ComputerError } from '../errors.ts';

interface XTest {
  FakeInput(type: number, detail: number, delay: number, window: number, x: number, y: number): void;
}

interface Resources {
  QueryClientIds(
    specs: { client: number; mask: number }[],
    callback: (error: Error | null, ids: { client: number; mask: number; value: number[] }[]) => void,
  ): void;
}

const KEY_PRESS = 2;
const BUTTON_PRESS = 4;
const MOTION = 6;
const LOCAL_PID = 2;
const CONNECT_TIMEOUT_MS = 5_000;

/** A connection to an X server. Requests are sent in order; those with an answer return it. */
export interface Display {
  readonly root: number;
  readonly width: number;
  readonly height: number;
  readonly minKeycode: number;
  readonly maxKeycode: number;
  /** Sends a request of the core protocol that has no answer. */
  send(request: string, ...args: unknown[]): void;
  /** Sends one that has. Rejects when the server refuses it, such as for a window that is gone. */
  ask<Answer>(request: string, ...args: unknown[]): Promise<Answer>;
  atom(name: string): Promise<number>;
  /** Resolves once the server has done everything that was sent before. */
  sync(): Promise<void>;
  key(keycode: number, isDown: boolean): void;
  button(button: number, isDown: boolean): void;
  motion(x: number, y: number): void;
  /** The process that owns a window, as the server knows it; null for one on another machine. */
  ownerOf(window: number): Promise<number | null>;
  onEvent(listener: (event: XEvent) => void): () => void;
  /** For a window or another thing that this connection makes. */
  newId(): number;
  /** Windows of this connection, which are no part of the desktop that is driven. */
  readonly own: Set<number>;
  /** Requests of an extension of the protocol. Rejects when the server lacks it. */
  extension<Extension>(name: string): Promise<Extension>;
  close(): void;
}

function connect(name: string) {
  return new Promise<Parameters<Parameters<typeof x11.createClient>[1]>[1]>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`The X server ${name} did not answer.`)),
      CONNECT_TIMEOUT_MS,
    );
    const client = x11.createClient({ display: name }, (error, display) => {
      clearTimeout(late);
      if (error === null || error === undefined) resolve(display);
      else reject(error);
    });
    // Of requests that have no answer, such as for a window that is gone, and of a server that drops the connection, also
    // before it has greeted.
    client.on('error', () => undefined);
  });
}

function extension<Extension>(client: Client, name: string): Promise<Extension> {
  return new Promise((resolve, reject) => {
    client.require(name, (error, found) => {
      if (error === null) resolve(found);
      else reject(error);
    });
  });
}

/** @throws {ComputerError} when there is no X server, or one without XTEST */
export async function openDisplay(name: string): Promise<Display> {
  try {
    return await open(name);
  } catch (error) {
    throw new ComputerError('action_failed', `There is no X server at ${name} that can be driven.`, {
      cause: error,
    });
  }
}

async function open(name: string): Promise<Display> {
  const { client, screen, min_keycode: minKeycode, max_keycode: maxKeycode } = await connect(name);
  const [first] = screen;
  if (first === undefined) throw new Error('no screen');
  const { root, pixel_width: width, pixel_height: height } = first;
  const [test, resources] = await Promise.all([
    extension<XTest>(client, 'xtest'),
    extension<Resources>(client, 'res').catch(() => null),
  ]);
  const requests = client as unknown as Record<string, (...args: unknown[]) => void>;
  const listeners = new Set<(event: XEvent) => void>();
  client.on('event', (event) => listeners.forEach((listener) => listener(event)));
  const atoms = new Map<string, Promise<number>>();

  const send: Display['send'] = (request, ...args) => requests[request]?.(...args);
  const ask = <Answer>(request: string, ...args: unknown[]) =>
    new Promise<Answer>((resolve, reject) => {
      requests[request]?.(...args, (error: Error | null, answer: Answer) => {
        if (error === null || error === undefined) resolve(answer);
        else reject(error);
      });
    });
  const fake = (type: number, detail: number, x = 0, y = 0) => test.FakeInput(type, detail, 0, root, x, y);
  return {
    root,
    width,
    height,
    minKeycode,
    maxKeycode,
    send,
    ask,
    atom: (text) => {
      const known = atoms.get(text) ?? ask<number>('InternAtom', false, text);
      atoms.set(text, known);
      return known;
    },
    sync: async () => void (await ask('GetInputFocus')),
    key: (keycode, isDown) => fake(isDown ? KEY_PRESS : KEY_PRESS + 1, keycode),
    button: (button, isDown) => fake(isDown ? BUTTON_PRESS : BUTTON_PRESS + 1, button),
    motion: (x, y) => fake(MOTION, 0, x, y),
    ownerOf: (window) =>
      resources === null
        ? Promise.resolve(null)
        : new Promise((resolve) => {
            resources.QueryClientIds([{ client: window, mask: LOCAL_PID }], (error, ids) =>
              resolve(error ? null : (ids.find(({ mask }) => mask === LOCAL_PID)?.value[0] ?? null)),
            );
          }),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    newId: () => client.AllocID(),
    own: new Set(),
    extension: (extensionName) => extension(client, extensionName),
    close: () => client.terminate(),
  };
}
