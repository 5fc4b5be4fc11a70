import path from 'node:path';

/** Where the embedded stack keeps everything: `.errand` in the checkout, or `ERRAND_HOME`. */
export function homeDirectory(): string {
  return path.resolve(process.env['ERRAND_HOME'] || path.join(import.meta.dirname, '../../../.errand'));
}

/** Where npm's Chromium is unpacked, once for the demo and for `npm start`. */
export function browserCacheDirectory(): string {
  return process.env['ERRAND_BROWSER_CACHE_DIR'] || path.join(homeDirectory(), 'browser');
}

/** `redis://…` to queue there; undefined: on the embedded PostgreSQL. */
export function queueUrl(): string | undefined {
  return process.env['ERRAND_QUEUE_URL'] || undefined;
}
