/** The keyboard's layout at one moment: which key gives which symbol. */
export interface Keymap {
  readonly minKeycode: number;
  /** For each key its symbols: two levels of the first layout, two of the second. */
  readonly rows: readonly (readonly number[])[];
  /** Number of the layout in use, from 0. */
  readonly group: number;
}

/** A key, and whether Shift is held with it. */
export interface Stroke {
  keycode: number;
  shift: boolean;
}

/** The text typed between two changes of the layout. */
export interface Batch {
  /** Symbols that the layout lacks, and the unused keys that get them. */
  spares: readonly { keycode: number; keysym: number }[];
  strokes: readonly Stroke[];
}

const RETURN = 0xff0d;
const TAB = 0xff09;
const SHIFT = 0xffe1;
/** Above it, a symbol is a character's number plus this. */
const UNICODE = 0x0100_0000;
const KEPT_LEVELS = 2;

/** The symbol of a character, by the table of the X protocol. */
export function keysymOf(character: string): number {
  if (character === '\n') return RETURN;
  if (character === '\t') return TAB;
  const point = character.codePointAt(0) ?? 0;
  return point < 0x100 ? point : UNICODE + point;
}

/** Keys by symbol, for the layout in use. */
function strokesOf({ minKeycode, rows, group }: Keymap): Map<number, Stroke> {
  const strokes = new Map<number, Stroke>();
  for (const [index, row] of rows.entries())
    for (let level = 0; level < KEPT_LEVELS; level += 1) {
      const keysym = row[group * KEPT_LEVELS + level] ?? 0;
      if (keysym !== 0 && !strokes.has(keysym))
        strokes.set(keysym, { keycode: minKeycode + index, shift: level === 1 });
    }
  return strokes;
}

/** The key with a symbol in any layout, or null. */
export function keycodeOf({ minKeycode, rows }: Keymap, keysym: number): number | null {
  const index = rows.findIndex((row) => row.includes(keysym));
  return index < 0 ? null : minKeycode + index;
}

/** The keycode of Shift, or null when no key has it. */
export function shiftKey(keymap: Keymap): number | null {
  return keycodeOf(keymap, SHIFT);
}

/**
 * How to type a text: characters that the layout has by their keys, all others by keys that are unused and get them for a
 * while. Null: there is no unused key, and some character needs one.
 */
export function planText(text: string, keymap: Keymap): Batch[] | null {
  const known = strokesOf(keymap);
  const unused = keymap.rows.flatMap((row, index) =>
    row.every((keysym) => keysym === 0) ? [keymap.minKeycode + index] : [],
  );
  const batches: Batch[] = [];
  let spares = new Map<number, number>();
  let strokes: Stroke[] = [];
  const end = () => {
    if (strokes.length > 0)
      batches.push({ spares: [...spares].map(([keysym, keycode]) => ({ keycode, keysym })), strokes });
    spares = new Map();
    strokes = [];
  };
  for (const character of text) {
    const keysym = keysymOf(character);
    const stroke = known.get(keysym);
    if (stroke !== undefined) {
      strokes.push(stroke);
      continue;
    }
    if (!spares.has(keysym) && spares.size === unused.length) end();
    const keycode = spares.get(keysym) ?? unused[spares.size];
    if (keycode === undefined) return null;
    spares.set(keysym, keycode);
    strokes.push({ keycode, shift: false });
  }
  end();
  return batches;
}
