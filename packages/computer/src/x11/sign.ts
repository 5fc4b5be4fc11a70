import type { Display } from './display.ts';

/** What shows the person that their desktop is driven: a border around the screen, and a line of text at its top. */
export interface Sign {
  /** Does something while it is not on the screen. */
  without<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Shape {
  Rectangles(operation: number, kind: number, window: number, x: number, y: number, rectangles: []): void;
}

interface Composite {
  RedirectSubwindows(window: number, updates: number): void;
}

const COLOUR = 0xe5_48_4d;
const WHITE = 0xff_ff_ff;
const BORDER = 4;
const TEXT_HEIGHT = 22;
const CHARACTER_WIDTH = 6;
const PADDING = 12;
const BASELINE = 15;
const SET = 0;
const INPUT = 2;
const AUTOMATIC = 0;
const EXPOSURE_AND_VISIBILITY = 0x8000 | 0x1_0000;

/**
 * Shows the sign until the display is closed. Clicks go through it, and `listWindows` leaves it out.
 * @param text in Latin letters
 */
export async function showSign(display: Display, text: string): Promise<Sign> {
  const { root, width, height } = display;
  const [shape, composite] = await Promise.all([
    display.extension<Shape>('shape'),
    display.extension<Composite>('composite').catch(() => null),
  ]);
  // The server keeps the pixels under the sign, so that nothing is redrawn when it is hidden for a picture.
  composite?.RedirectSubwindows(root, AUTOMATIC);
  const open = (x: number, y: number, wide: number, high: number): number => {
    const id = display.newId();
    const looks = {
      overrideRedirect: 1,
      backgroundPixel: COLOUR,
      eventMask: EXPOSURE_AND_VISIBILITY,
    };
    display.send('CreateWindow', id, root, x, y, wide, high, 0, 0, 0, 0, looks);
    shape.Rectangles(SET, INPUT, id, 0, 0, []);
    display.own.add(id);
    return id;
  };
  const textWidth = text.length * CHARACTER_WIDTH + 2 * PADDING;
  const pill = open(Math.floor((width - textWidth) / 2), 0, textWidth, TEXT_HEIGHT);
  const windows = [
    open(0, 0, width, BORDER),
    open(0, height - BORDER, width, BORDER),
    open(0, 0, BORDER, height),
    open(width - BORDER, 0, BORDER, height),
    pill,
  ];
  const [font, pen] = [display.newId(), display.newId()];
  display.send('OpenFont', font, 'fixed');
  display.send('CreateGC', pen, pill, { foreground: WHITE, background: COLOUR, font });
  display.onEvent(({ name, wid = 0 }) => {
    if (name === 'Expose' && wid === pill) display.send('ImageText8', pill, pen, PADDING, BASELINE, text);
    // A window came in front of it.
    else if (name === 'VisibilityNotify' && windows.includes(wid)) display.send('RaiseWindow', wid);
  });
  const all = (request: string) => windows.forEach((id) => display.send(request, id));
  all('MapWindow');
  await display.sync();
  return {
    without: async (work) => {
      all('UnmapWindow');
      try {
        await display.sync();
        return await work();
      } finally {
        all('MapWindow');
        await display.sync();
      }
    },
  };
}
