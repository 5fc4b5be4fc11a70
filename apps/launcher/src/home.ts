import path from 'node:path';

/** The embedded stack's data folder: `.errand` in the checkout, or `ERRAND_HOME`. */
export function homeDirectory(): string {
  return path.resolve(process.env['ERRAND_HOME'] || path.join(import.meta.dirname, '../../../.errand'));
}

/** The folder where npm's Chromium is unpacked, shared by the demo and `npm start`. */
export function browserCacheDirectory(): string {
  return process.env['ERRAND_BROWSER_CACHE_DIR'] || path.join(homeDirectory(), 'browser');
}

/** `redis://…`, or undefined to queue on the embedded PostgreSQL. */
export function queueUrl(): string | undefined {
  return process.env['ERRAND_QUEUE_URL'] || undefined;
}
