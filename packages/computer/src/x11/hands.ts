import { setTimeout as delay } from 'node:timers/promises';
import { ComputerError } from '../errors.ts';
import type { Display } from './display.ts';

/** The person's input by mouse and keyboard, without input sent by programs such as this one. */
export interface Hands {
  /** True once they used one of them, until `rest` forgets it. */
  readonly wereUsed: boolean;
  /** Resolves, and forgets that they were used, once no key is held and nothing was used for some seconds. */
  rest(signal: AbortSignal): Promise<void>;
}

/** The chord that stops everything at once; a program that sends it stops nothing. */
export const STOP_CHORD = 'Control+Alt+Escape';

const REST_MS = 3_000;
const POLL_MS = 100;

interface Device {
  deviceId: number;
  use: number;
  name: string;
}

interface XInput {
  AllDevices: number;
  AllMasterDevices: number;
  DeviceType: { MasterPointer: number; MasterKeyboard: number };
  XIQueryDevice(device: number, callback: (error: Error | null, devices: Device[]) => void): void;
  XISelectEvents(window: number, selection: { deviceId: number; mask: readonly string[] }): void;
}

/** The devices by which the server takes what programs send; the rest is moved by hands. */
const FAKED = / XTEST (?:pointer|keyboard)$/;
const PRESSES = 'XIRawKeyPress';
const RELEASES = 'XIRawKeyRelease';
const USES: ReadonlySet<string> = new Set([
  PRESSES,
  'XIRawButtonPress',
  'XIRawMotion',
  'XIRawTouchBegin',
  'XIRawTouchUpdate',
]);

const CONTROL = [0xffe3, 0xffe4];
const ALT = [0xffe9, 0xffea];
const ESCAPE = [0xff1b];
const CONTROL_AND_ALT_MASK = 4 | 8;
/** Nothing, Caps Lock, Num Lock, both. */
const LOCK_MASKS = [0, 2, 16, 18];
const ASYNCHRONOUS = 1;

/**
 * Watches the hands of the person until the display is closed.
 * @param onStop called when they press `STOP_CHORD`
 * @throws {ComputerError} when the server does not tell hands from programs
 */
export async function watchHands(display: Display, onStop: () => void): Promise<Hands> {
  const { root, minKeycode, maxKeycode } = display;
  const input = await display.extension<XInput>('xinput').catch((error: unknown) => {
    throw new ComputerError('action_failed', 'The X server does not tell what the person does.', {
      cause: error,
    });
  });
  const rows = await display.ask<number[][]>('GetKeyboardMapping', minKeycode, maxKeycode - minKeycode + 1);
  const keysOf = (keysyms: readonly number[]) =>
    rows.flatMap((row, index) =>
      row.some((keysym) => keysyms.includes(keysym)) ? [minKeycode + index] : [],
    );
  const keys = { control: keysOf(CONTROL), alt: keysOf(ALT), escape: keysOf(ESCAPE) };

  const listDevices = () =>
    new Promise<Device[]>((resolve, reject) => {
      input.XIQueryDevice(input.AllDevices, (error, devices) => (error ? reject(error) : resolve(devices)));
    });
  const { MasterPointer, MasterKeyboard } = input.DeviceType;
  const notHands = new Set(
    (await listDevices())
      .filter(({ name, use }) => FAKED.test(name) || use === MasterPointer || use === MasterKeyboard)
      .map(({ deviceId }) => deviceId),
  );

  let usedAt: number | null = null;
  const held = new Set<number>();
  const isHeld = (some: readonly number[]) => some.some((keycode) => held.has(keycode));
  display.onEvent(({ name = '', sourceId, detail = 0 }) => {
    if (sourceId === undefined || notHands.has(sourceId)) return;
    if (name === RELEASES) held.delete(detail);
    if (!USES.has(name)) return;
    usedAt = performance.now();
    if (name !== PRESSES) return;
    held.add(detail);
    if (keys.escape.includes(detail) && isHeld(keys.control) && isHeld(keys.alt)) onStop();
  });
  const mask = [...USES, RELEASES].map((name) => name.slice('XI'.length));
  input.XISelectEvents(root, { deviceId: input.AllMasterDevices, mask });
  // The raw events decide, which also come while a menu has the keyboard; this keeps the chord from the application.
  for (const keycode of keys.escape)
    for (const lock of LOCK_MASKS)
      display.send('GrabKey', root, 0, CONTROL_AND_ALT_MASK | lock, keycode, ASYNCHRONOUS, ASYNCHRONOUS);
  await display.sync();

  return {
    get wereUsed() {
      return usedAt !== null;
    },
    rest: async (signal) => {
      for (;;) {
        const left = usedAt === null ? 0 : usedAt + REST_MS - performance.now();
        if (left <= 0 && held.size === 0) break;
        await delay(Math.max(left, POLL_MS), undefined, { signal });
      }
      usedAt = null;
    },
  };
}
