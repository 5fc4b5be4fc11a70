import { z } from 'zod';
import { toolName } from '../loop/tool-name.ts';
import { DESKTOP_LOOK } from './desktop-tools.ts';

const Coordinate = z.tuple([z.number(), z.number()]);
const ComputerInput = z.object({
  action: z.string(),
  coordinate: Coordinate.optional(),
  text: z.string().optional(),
  /** Seconds. */
  duration: z.number().min(0).max(60).optional(),
  repeat: z.int().min(1).max(20).optional(),
  scroll_direction: z.enum(['up', 'down', 'left', 'right']).optional(),
  /** Notches of the wheel. */
  scroll_amount: z.number().min(0).max(50).optional(),
});

const CLICKS: Readonly<Record<string, { button?: string; clickCount?: number }>> = {
  left_click: {},
  right_click: { button: 'right' },
  middle_click: { button: 'middle' },
  double_click: { clickCount: 2 },
  triple_click: { clickCount: 3 },
};
/** Pixels of a notch, by which the engine scrolls. */
const NOTCH = 40;
const DEFAULT_NOTCHES = 3;
const DIRECTIONS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

/** Names of keys as X has them, by ours. */
const KEYS: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  cmd: 'Meta',
  super: 'Meta',
  win: 'Meta',
  return: 'Enter',
  kp_enter: 'Enter',
  esc: 'Escape',
  page_up: 'PageUp',
  prior: 'PageUp',
  page_down: 'PageDown',
  next: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  option: 'Alt',
};

/** A call of another tool. */
export interface DesktopCall {
  name: string;
  input: Record<string, unknown>;
}

/** The call of a desktop primitive's tool. `primitive` is the name after the dot: `click`. */
export function desktopCall(primitive: string, input: Record<string, unknown>): DesktopCall {
  return { name: toolName(`desktop.${primitive}`), input };
}

/** Keys that are pressed together. A letter is that of its key, so no capital. */
export function chordOf(keys: readonly string[]): string {
  return keys.map((key) => KEYS[key.toLowerCase()] ?? (key.length === 1 ? key.toLowerCase() : key)).join('+');
}

/** The call that a call of Anthropic's computer tool stands for; null: what it asks for is not offered. */
export function callOfComputer(input: unknown): DesktopCall | null {
  const { data } = ComputerInput.safeParse(input);
  if (data === undefined) return null;
  const { action, coordinate, text, duration = 1, repeat = 1 } = data;
  const [x, y] = coordinate ?? [];
  const isPlaced = x !== undefined && y !== undefined;
  const click = CLICKS[action];
  if (click !== undefined) return isPlaced ? desktopCall('click', { x, y, ...click }) : null;
  switch (action) {
    case 'screenshot':
      return { name: DESKTOP_LOOK, input: {} };
    case 'type':
      return text === undefined ? null : desktopCall('type', { text });
    case 'key': {
      if (text === undefined || text === '') return null;
      const chord = text
        .split('+')
        .map((key) => KEYS[key.toLowerCase()] ?? key)
        .join('+');
      return desktopCall('press', { keys: Array<string>(repeat).fill(chord) });
    }
    case 'scroll': {
      const [right, down] = DIRECTIONS[data.scroll_direction ?? 'down'];
      const distance = NOTCH * (data.scroll_amount ?? DEFAULT_NOTCHES);
      return isPlaced ? desktopCall('scroll', { x, y, dx: right * distance, dy: down * distance }) : null;
    }
    case 'wait':
      return desktopCall('wait', { for: { ms: Math.round(duration * 1_000) } });
    default:
      return null;
  }
}
