import type { Point } from '../shapes.ts';
import type { Display } from './display.ts';

export const BUTTONS = { left: 1, middle: 2, right: 3 } as const;
export type Button = keyof typeof BUTTONS;

const WHEEL = { up: 4, down: 5, left: 6, right: 7 } as const;
/** Pixels that one notch of a wheel moves most applications by. */
const NOTCH = 40;
const MAX_NOTCHES = 500;
/** Points between the ends of a drag: applications begin one only when the pointer moves while the button is down. */
const DRAG_POINTS = 10;

/** `x` and `y` are pixels of the screen. */
export async function movePointer(display: Display, { x, y }: Point): Promise<void> {
  display.motion(x, y);
  await display.sync();
}

/** Moves there, then clicks `count` times without a pause. */
export async function click(display: Display, at: Point, button: Button, count: number): Promise<void> {
  await movePointer(display, at);
  for (let clicks = 0; clicks < count; clicks += 1) {
    display.button(BUTTONS[button], true);
    display.button(BUTTONS[button], false);
  }
  await display.sync();
}

/** With the left button, in ten moves. The button is let go also when a move fails. */
export async function drag(display: Display, from: Point, to: Point): Promise<void> {
  await movePointer(display, from);
  display.button(BUTTONS.left, true);
  try {
    for (let step = 1; step <= DRAG_POINTS; step += 1)
      await movePointer(display, {
        x: Math.round(from.x + ((to.x - from.x) * step) / DRAG_POINTS),
        y: Math.round(from.y + ((to.y - from.y) * step) / DRAG_POINTS),
      });
  } finally {
    display.button(BUTTONS.left, false);
    await display.sync();
  }
}

/** Turns the wheel by about so many pixels. */
export async function scroll(display: Display, at: Point, dx: number, dy: number): Promise<void> {
  await movePointer(display, at);
  const turn = (distance: number, back: number, on: number) => {
    const notches = Math.min(MAX_NOTCHES, Math.ceil(Math.abs(distance) / NOTCH));
    for (let notch = 0; notch < notches; notch += 1) {
      display.button(distance < 0 ? back : on, true);
      display.button(distance < 0 ? back : on, false);
    }
  };
  turn(dy, WHEEL.up, WHEEL.down);
  turn(dx, WHEEL.left, WHEEL.right);
  await display.sync();
}
