/** What the icon in the tray tells. */
export type TrayState = 'ready' | 'working' | 'paused' | 'offline';

const SIZE = 32;
const CENTRE = SIZE / 2;
const RADIUS = CENTRE - 3;
const BYTES = 4;
/** Opaque red, green and blue. */
const COLOURS: Readonly<Record<TrayState, readonly [number, number, number]>> = {
  ready: [0x30, 0xa4, 0x6c],
  working: [0xe5, 0x48, 0x4d],
  paused: [0xf5, 0xa5, 0x24],
  offline: [0x80, 0x80, 0x80],
};

/** A picture as trays take it: width, height, and alpha, red, green and blue of each pixel. */
export type Pixmap = readonly [width: number, height: number, pixels: Buffer];

/** A dot of the colour of the state. */
export function drawIcon(state: TrayState): Pixmap {
  const pixels = Buffer.alloc(SIZE * SIZE * BYTES);
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    const distance = Math.hypot((at % SIZE) + 0.5 - CENTRE, Math.floor(at / SIZE) + 0.5 - CENTRE);
    // The edge is soft over one pixel.
    const alpha = Math.round(255 * Math.min(1, Math.max(0, RADIUS + 0.5 - distance)));
    pixels.set([alpha, ...COLOURS[state]], at * BYTES);
  }
  return [SIZE, SIZE, pixels];
}
