import { setTimeout as delay } from 'node:timers/promises';
import x11 from 'x11';
import { ComputerError } from '../errors.ts';
import type { Display } from './display.ts';
import { STOP_CHORD } from './hands.ts';
import { type Keymap, keycodeOf, keysymOf, planText, shiftKey } from './keymap.ts';
import { type Window, hasTakenEvents } from './windows.ts';

const CAPS_LOCK_MASK = 2;
const CAPS_LOCK = 0xffe5;
const GROUP_SHIFT = 13;
/** How long an application that cannot say that it took its keys is given to take them. */
const UNCONFIRMED_MS = 150;
/** Keys that an application gets before it has taken the ones before: it would still write them after the text was stopped. */
const KEYS_AT_ONCE = 50;

async function readKeymap(display: Display): Promise<{ keymap: Keymap; isCapsLocked: boolean }> {
  const { minKeycode, maxKeycode } = display;
  const [rows, { keyMask }] = await Promise.all([
    display.ask<number[][]>('GetKeyboardMapping', minKeycode, maxKeycode - minKeycode + 1),
    display.ask<{ keyMask: number }>('QueryPointer', display.root),
  ]);
  const group = (keyMask >> GROUP_SHIFT) & 3;
  return { keymap: { minKeycode, rows, group }, isCapsLocked: (keyMask & CAPS_LOCK_MASK) !== 0 };
}

function tap(display: Display, keycode: number): void {
  display.key(keycode, true);
  display.key(keycode, false);
}

/** Gives keys their symbols; 0 takes them away. */
function assign(display: Display, spares: readonly { keycode: number; keysym: number }[]): void {
  for (const { keycode, keysym } of spares)
    display.send('ChangeKeyboardMapping', keycode, 2, [keysym, keysym]);
}

/**
 * Types a text into the window that has the focus, exactly, whatever the layout. No key stays down and the keyboard is as it
 * was, also when it does not go on.
 * @param turn awaited before and between keys; an error that it throws ends the text
 */
export async function typeText(
  display: Display,
  text: string,
  into: Window,
  turn: () => Promise<void>,
): Promise<void> {
  const { keymap, isCapsLocked } = await readKeymap(display);
  const plan = planText(text.replaceAll('\r\n', '\n'), keymap);
  const shift = shiftKey(keymap);
  if (plan === null || shift === null)
    throw new ComputerError('action_failed', 'The keyboard has no unused key for a character of the text.');
  const capsLock = isCapsLocked ? keycodeOf(keymap, CAPS_LOCK) : null;
  const settle = async ({ isLast }: { isLast: boolean }) => {
    await display.sync();
    const taken = await hasTakenEvents(display, into);
    if (taken === null && isLast) await delay(UNCONFIRMED_MS);
    if (taken === false)
      throw new ComputerError('action_failed', `"${into.application.name}" did not take the text in time.`, {
        mayHaveActed: true,
      });
  };
  if (capsLock !== null) tap(display, capsLock);
  try {
    for (const { spares, strokes } of plan) {
      assign(display, spares);
      await display.sync();
      try {
        for (const [index, stroke] of strokes.entries()) {
          if (index % KEYS_AT_ONCE === 0) {
            if (index > 0) await settle({ isLast: false });
            await turn();
          }
          if (stroke.shift) display.key(shift, true);
          tap(display, stroke.keycode);
          if (stroke.shift) display.key(shift, false);
        }
        // The application looks up a key's meaning when it reads the key, so the layout stays until it has.
        await settle({ isLast: true });
      } finally {
        assign(
          display,
          spares.map(({ keycode }) => ({ keycode, keysym: 0 })),
        );
        await display.sync();
      }
    }
  } finally {
    if (capsLock !== null) tap(display, capsLock);
    await display.sync();
  }
}

/** Names of keys as the browser primitives have them, and what X calls them. */
const NAMED: Readonly<Record<string, string>> = {
  control: 'Control_L',
  ctrl: 'Control_L',
  controlormeta: 'Control_L',
  shift: 'Shift_L',
  alt: 'Alt_L',
  altgraph: 'ISO_Level3_Shift',
  meta: 'Super_L',
  super: 'Super_L',
  enter: 'Return',
  return: 'Return',
  escape: 'Escape',
  esc: 'Escape',
  tab: 'Tab',
  space: 'space',
  backspace: 'BackSpace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'Page_Up',
  pagedown: 'Page_Down',
  arrowup: 'Up',
  arrowdown: 'Down',
  arrowleft: 'Left',
  arrowright: 'Right',
  contextmenu: 'Menu',
  capslock: 'Caps_Lock',
  printscreen: 'Print',
};
const FUNCTION_KEY = /^f([1-9]|1[0-2])$/i;

/** Whether a name is one character, which is its own name. */
function isCharacter(name: string): boolean {
  return Array.from(name).length === 1;
}

function symbolOfKey(name: string): number {
  if (isCharacter(name)) return keysymOf(name);
  const xName = FUNCTION_KEY.test(name) ? name.toUpperCase() : NAMED[name.toLowerCase()];
  const keysym = xName === undefined ? undefined : x11.keySyms[`XK_${xName}`]?.code;
  if (keysym === undefined) throw new ComputerError('action_failed', `"${name}" is not a key.`);
  return keysym;
}

/** The keys of a chord: `Control+Shift+S`, or `Control++`. */
export function keysOfChord(chord: string): string[] {
  if (chord === '+') return ['+'];
  const parts = chord.split('+');
  const isPlus = chord.endsWith('++');
  const keys = isPlus ? [...parts.slice(0, -2), '+'] : parts;
  if (keys.includes('')) throw new ComputerError('action_failed', `"${chord}" is not a key or chord.`);
  return keys;
}

function isStopChord(keys: readonly string[]): boolean {
  const symbols = new Set(keys.map(symbolOfKey));
  const stopping = keysOfChord(STOP_CHORD).map(symbolOfKey);
  return symbols.size === stopping.length && stopping.every((symbol) => symbols.has(symbol));
}

/**
 * Presses chords one after the other.
 * @param turn awaited before each; an error that it throws ends them
 * @throws {ComputerError} before the first one when some key is none, or is not on this keyboard
 */
export async function pressChords(
  display: Display,
  chords: readonly string[],
  turn: () => Promise<void>,
): Promise<void> {
  const { keymap } = await readKeymap(display);
  const shift = shiftKey(keymap);
  const keycodesOf = (name: string): number[] => {
    const [typed] = isCharacter(name) ? (planText(name, keymap) ?? []) : [];
    const stroke = typed?.spares.length === 0 ? typed.strokes[0] : undefined;
    const keycode = stroke?.keycode ?? keycodeOf(keymap, symbolOfKey(name));
    if (keycode === null) throw new ComputerError('action_failed', `This keyboard has no key for "${name}".`);
    return stroke?.shift === true && shift !== null ? [shift, keycode] : [keycode];
  };
  const plan = chords.map((chord) => {
    const keys = keysOfChord(chord);
    if (isStopChord(keys))
      throw new ComputerError('action_failed', `Only the person at the machine presses ${STOP_CHORD}.`);
    const keycodes = keys.flatMap(keycodesOf);
    // `Control+S` is what people write for Control and the key s, without Shift.
    const isShortcut = keys.length > 1 && !keys.some((key) => key.toLowerCase() === 'shift');
    return [...new Set(isShortcut ? keycodes.filter((keycode) => keycode !== shift) : keycodes)];
  });
  for (const keycodes of plan) {
    await turn();
    for (const keycode of keycodes) display.key(keycode, true);
    for (const keycode of keycodes.toReversed()) display.key(keycode, false);
    await display.sync();
  }
}
