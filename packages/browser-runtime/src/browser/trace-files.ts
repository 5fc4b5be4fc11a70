import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';

const folders = new WeakMap<Browser, string>();

/**
 * Starts a browser with a private folder for the traces that are recorded in it. It is removed when the browser ends; Playwright
 * removes nothing from it. Rejects as `launch` does.
 */
export async function withTraceFolder<Started>(
  launch: (tracesDir: string) => Promise<Started>,
  browserOf: (started: Started) => Browser | null,
): Promise<Started> {
  const folder = await mkdtemp(path.join(tmpdir(), 'errand-traces-'));
  const remove = () => void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    const started = await launch(folder);
    const browser = browserOf(started);
    if (browser !== null) {
      folders.set(browser, folder);
      browser.once('disconnected', remove);
    }
    return started;
  } catch (error) {
    remove();
    throw error;
  }
}

/** The trace folder of a context's browser; undefined when `withTraceFolder` did not start it. */
export function traceFolderOf(context: BrowserContext): string | undefined {
  const browser = context.browser();
  return browser === null ? undefined : folders.get(browser);
}

/** Removes the files that the stopped trace `name` of a context left behind. */
export async function removeTraceFiles(context: BrowserContext, name: string): Promise<void> {
  const folder = traceFolderOf(context);
  if (folder === undefined) return;
  const own = (await readdir(folder)).filter((file) => file.startsWith(name));
  await Promise.all(own.map((file) => rm(path.join(folder, file), { force: true })));
}
