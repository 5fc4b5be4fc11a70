import { readFileSync } from 'node:fs';

function read(name: string): string {
  return readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');
}

/** The page of the live view. It loads nothing from other origins. */
export const LIVE_PAGE = read('page.html');

/** The files that the page loads, by path. */
export const LIVE_FILES: Readonly<Record<string, { type: string; text: string }>> = {
  '/live/script.js': { type: 'text/javascript; charset=utf-8', text: read('script.js') },
  '/live/input.js': { type: 'text/javascript; charset=utf-8', text: read('input.js') },
  '/live/style.css': { type: 'text/css; charset=utf-8', text: read('style.css') },
};
