import type { Display } from '../x11/display.ts';
import { BUTTONS } from '../x11/pointer.ts';

/** The keyboard as it was at one moment. */
export interface Keyboard {
  /** Lets go of every key and button that is down, and takes back symbols that were given to unused keys since. */
  letGo(): Promise<void>;
}

/** Bits of a mask of keys, by keycode. */
function keysIn(mask: Uint8Array): number[] {
  return [...mask].flatMap((byte, index) =>
    Array.from({ length: 8 }, (_, bit) => index * 8 + bit).filter((_, bit) => (byte & (1 << bit)) !== 0),
  );
}

/** Notes which keys have no symbol now, so that `letGo` takes back only symbols given later. */
export async function readKeyboard(display: Display): Promise<Keyboard> {
  const { minKeycode, maxKeycode } = display;
  const read = () => display.ask<number[][]>('GetKeyboardMapping', minKeycode, maxKeycode - minKeycode + 1);
  const isUnused = (row: readonly number[] | undefined) => row?.every((keysym) => keysym === 0) === true;
  const before = await read();
  return {
    letGo: async () => {
      const down = keysIn(await display.ask<Uint8Array>('QueryKeymap'));
      for (const keycode of down) display.key(keycode, false);
      for (const button of Object.values(BUTTONS)) display.button(button, false);
      for (const [index, row] of (await read()).entries())
        if (isUnused(before[index]) && !isUnused(row))
          display.send('ChangeKeyboardMapping', minKeycode + index, 2, [0, 0]);
      await display.sync();
    },
  };
}
