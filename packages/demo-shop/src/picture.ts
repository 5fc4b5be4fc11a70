import type { Product } from './catalogue.ts';
import { Html } from './html.ts';

const SHAPES: Readonly<Record<Product['shape'], string>> = {
  teapot:
    '<path d="M30 58c0-20 18-32 40-32s40 12 40 32-14 36-40 36-40-16-40-36z"/><path d="M108 50c18-6 22 6 30-10l6 6c-6 20-20 26-36 26z"/><path d="M32 46C8 38 4 84 36 80l-4-9C14 74 18 50 34 56z"/><path d="M48 26h44l-6-8H54z"/><circle cx="70" cy="13" r="6"/>',
  cup: '<path d="M36 34h68v30c0 20-12 30-34 30S36 84 36 64z"/><path d="M104 42c30-4 28 36-4 34l2-9c18 2 18-18 2-16z"/><path d="M28 98h84v5H28z"/>',
  jug: '<path d="M46 14h46l10 10-8 8v54c0 8-6 14-14 14H60c-8 0-14-6-14-14z"/><path d="M46 34C18 30 20 78 48 72l-2-9c-18 4-18-24 0-20z"/>',
  bowl: '<path d="M20 42h100c0 32-22 50-50 50S20 74 20 42z"/><path d="M52 92h36v8H52z"/>',
  plate:
    '<ellipse cx="70" cy="62" rx="58" ry="34"/><ellipse cx="70" cy="60" rx="36" ry="19" fill="#fff" opacity=".35"/>',
  jar: '<path d="M24 40h38v54c0 5-3 8-8 8H32c-5 0-8-3-8-8z"/><path d="M22 24h42v14H22z" opacity=".6"/><path d="M78 40h38v54c0 5-3 8-8 8H86c-5 0-8-3-8-8z"/><path d="M76 24h42v14H76z" opacity=".6"/>',
};

/** Draws the product; decorative, so it has no accessible name. */
export function picture({ shape, tint }: Pick<Product, 'shape' | 'tint'>): Html {
  return new Html(`<svg viewBox="0 0 150 110" fill="${tint[0]}" aria-hidden="true">${SHAPES[shape]}</svg>`);
}
