import { type Application, applicationOf } from '../application.ts';
import { type Bounds, type Point, contains } from '../shapes.ts';
import type { Display } from './display.ts';

/** A window that is shown, its menus and dialogs being windows of their own. */
export interface Window {
  /** The application's own window, within the frame of the window manager. */
  id: number;
  title: string;
  pid: number | null;
  application: Application;
  /** With the frame. */
  bounds: Bounds;
}

interface Geometry {
  xPos: number;
  yPos: number;
  width: number;
  height: number;
  borderWidth: number;
}

const VIEWABLE = 2;
const INPUT_ONLY = 2;
const ANY_TYPE = 0;
const MAX_WINDOWS = 500;
const MAX_PROPERTY_WORDS = 1_024;
const SUBSTRUCTURE = 0x0018_0000;
const FROM_PAGER = 2;

async function property(display: Display, window: number, name: string): Promise<Buffer> {
  const atom = await display.atom(name);
  const { data } = await display.ask<{ data: Buffer }>(
    'GetProperty',
    0,
    window,
    atom,
    ANY_TYPE,
    0,
    MAX_PROPERTY_WORDS,
  );
  return data;
}

async function childrenOf(display: Display, window: number): Promise<number[]> {
  return (await display.ask<{ children: number[] }>('QueryTree', window)).children;
}

/**
 * The window of the application in a frame: the one that the window manager marked, which it does some time after the frame is
 * shown, or that has a class, as applications' windows do and parts of frames do not. A window that is gone has none.
 */
async function clientIn(display: Display, frame: number, depth = 0): Promise<number | null> {
  try {
    const marks = depth === 0 ? ['WM_STATE'] : ['WM_STATE', 'WM_CLASS'];
    const found = await Promise.all(marks.map((mark) => property(display, frame, mark)));
    if (found.some(({ length }) => length > 0)) return frame;
    if (depth === 3) return null;
    for (const child of await childrenOf(display, frame)) {
      const client = await clientIn(display, child, depth + 1);
      if (client !== null) return client;
    }
  } catch {
    // A frame's contents come and go while the frame stays on the screen.
  }
  return null;
}

async function titleOf(display: Display, window: number): Promise<string> {
  const [modern, old] = await Promise.all([
    property(display, window, '_NET_WM_NAME'),
    property(display, window, 'WM_NAME'),
  ]);
  return modern.length > 0 ? modern.toString('utf8') : old.toString('latin1');
}

async function describe(display: Display, frame: number): Promise<Window | null> {
  const attributes = await display.ask<{ mapState: number; klass: number }>('GetWindowAttributes', frame);
  if (attributes.mapState !== VIEWABLE || attributes.klass === INPUT_ONLY) return null;
  const [geometry, client] = await Promise.all([
    display.ask<Geometry>('GetGeometry', frame),
    clientIn(display, frame),
  ]);
  const id = client ?? frame;
  const [title, pid] = await Promise.all([titleOf(display, id).catch(() => ''), display.ownerOf(id)]);
  const { xPos, yPos, width, height, borderWidth } = geometry;
  return {
    id,
    title,
    pid,
    application: await applicationOf(pid),
    bounds: { x: xPos, y: yPos, width: width + 2 * borderWidth, height: height + 2 * borderWidth },
  };
}

/** All windows that are on the screen, the topmost first. */
export async function listWindows(display: Display): Promise<Window[]> {
  const frames = (await childrenOf(display, display.root))
    .filter((id) => !display.own.has(id))
    .slice(-MAX_WINDOWS)
    .toReversed();
  // A window can be gone between the two questions. One that is still shown must not be missing: what covers another is
  // left out of pictures by its place in this list.
  const windows = await Promise.all(frames.map((frame) => describe(display, frame).catch(() => null)));
  const { width, height } = display;
  return windows
    .filter((window) => window !== null)
    .filter(
      ({ bounds: { x, y, ...size } }) => x < width && y < height && x + size.width > 0 && y + size.height > 0,
    );
}

/** The first of `windows`, which are the topmost first, under a point of the screen; null: the bare desktop. */
export function windowAt(windows: readonly Window[], point: Point): Window | null {
  return windows.find(({ bounds }) => contains(bounds, point)) ?? null;
}

/** The window that keys go to; null when none has the focus. */
export async function focusedWindow(display: Display, windows: readonly Window[]): Promise<Window | null> {
  let { focus } = await display.ask<{ focus: number }>('GetInputFocus');
  for (let depth = 0; focus > 1 && focus !== display.root && depth < 10; depth += 1) {
    const found = windows.find(({ id }) => id === focus);
    if (found !== undefined) return found;
    focus = (await display.ask<{ parent: number }>('QueryTree', focus)).parent;
  }
  return null;
}

/** Asks the window manager to bring a window to the front and give it the focus. */
export async function activate(display: Display, { id }: Window): Promise<void> {
  const message = {
    name: 'ClientMessage',
    format: 32,
    wid: id,
    message_type: await display.atom('_NET_ACTIVE_WINDOW'),
    data: [FROM_PAGER, 0, 0, 0, 0],
  };
  display.send('SendEvent', display.root, 0, SUBSTRUCTURE, message);
  await display.sync();
}

const PING_TIMEOUT_MS = 15_000;
const SUBSTRUCTURE_NOTIFY = 0x0008_0000;

/**
 * Resolves with true once the application has taken the events that were sent to its window, with false when it does not do so
 * in time, and with null at once for one that does not answer such questions.
 */
export async function hasTakenEvents(display: Display, { id }: Window): Promise<boolean | null> {
  const [protocols, ping] = await Promise.all([display.atom('WM_PROTOCOLS'), display.atom('_NET_WM_PING')]);
  const supported = await property(display, id, 'WM_PROTOCOLS');
  const words = Array.from({ length: supported.length / 4 }, (_, at) => supported.readUInt32LE(at * 4));
  if (!words.includes(ping)) return null;
  const stamp = Math.floor(Math.random() * 0x7fff_ffff) + 1;
  const answer = Promise.withResolvers<boolean>();
  const stop = display.onEvent((event) => {
    const [kind, at] = event.data ?? [];
    if (event.message_type === protocols && kind === ping && at === stamp) answer.resolve(true);
  });
  const late = setTimeout(() => answer.resolve(false), PING_TIMEOUT_MS);
  try {
    display.send('ChangeWindowAttributes', display.root, { eventMask: SUBSTRUCTURE_NOTIFY });
    const message = {
      name: 'ClientMessage',
      format: 32,
      wid: id,
      message_type: protocols,
      data: [ping, stamp, id, 0, 0],
    };
    display.send('SendEvent', id, 0, 0, message);
    return await answer.promise;
  } finally {
    clearTimeout(late);
    stop();
  }
}
