/** A rectangle in pixels of the screen. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** True on the left and top edge, false on the right and bottom one. */
export function contains({ x, y, width, height }: Bounds, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

/** In whole pixels, rounded to the left and to the top. */
export function centreOf({ x, y, width, height }: Bounds): Point {
  return { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
}

/** True when position and size are the same to the pixel. */
export function isSameBounds(a: Bounds, b: Bounds): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
