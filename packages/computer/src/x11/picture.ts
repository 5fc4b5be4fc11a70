import zlib from 'node:zlib';
import type { Bounds } from '../shapes.ts';
import type { Display } from './display.ts';

/** The screen at one moment: four bytes for each pixel, blue first. */
export interface Picture {
  width: number;
  height: number;
  pixels: Buffer;
}

const Z_PIXMAP = 2;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BYTES = 4;

/**
 * The whole screen as it is now.
 * @throws {Error} when the server sends fewer than four bytes for each pixel
 */
export async function grab(display: Display): Promise<Picture> {
  const { root, width, height } = display;
  const { data } = await display.ask<{ data: Buffer }>(
    'GetImage',
    Z_PIXMAP,
    root,
    0,
    0,
    width,
    height,
    0xffff_ffff,
  );
  if (data.length < width * height * BYTES) throw new Error('the screen has another depth than 24 bits');
  return { width, height, pixels: data };
}

/** Paints a rectangle in one shade of grey, 0 being black. */
export function paint({ width, height, pixels }: Picture, bounds: Bounds, shade: number): void {
  const left = Math.max(0, bounds.x);
  const right = Math.min(width, bounds.x + bounds.width);
  const bottom = Math.min(height, bounds.y + bounds.height);
  if (right <= left) return;
  for (let y = Math.max(0, bounds.y); y < bottom; y += 1)
    pixels.fill(shade, (y * width + left) * BYTES, (y * width + right) * BYTES);
}

/** Copies a rectangle of one picture into another of the same size. */
export function copy(from: Picture, to: Picture, bounds: Bounds): void {
  const { width, height } = from;
  const left = Math.max(0, bounds.x);
  const right = Math.min(width, bounds.x + bounds.width);
  const bottom = Math.min(height, bounds.y + bounds.height);
  if (right <= left) return;
  for (let y = Math.max(0, bounds.y); y < bottom; y += 1)
    from.pixels.copy(
      to.pixels,
      (y * width + left) * BYTES,
      (y * width + left) * BYTES,
      (y * width + right) * BYTES,
    );
}

/** A picture of the same size in one shade of grey. */
export function blank({ width, height }: Picture, shade: number): Picture {
  return { width, height, pixels: Buffer.alloc(width * height * BYTES, shade) };
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(zlib.crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** The picture as a PNG file. */
export function toPng({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.allocUnsafe((width * 3 + 1) * height);
  let to = 0;
  let from = 0;
  for (let y = 0; y < height; y += 1) {
    rows[to++] = 0;
    for (let x = 0; x < width; x += 1, from += BYTES) {
      rows[to++] = pixels[from + 2] as number;
      rows[to++] = pixels[from + 1] as number;
      rows[to++] = pixels[from] as number;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 2;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
