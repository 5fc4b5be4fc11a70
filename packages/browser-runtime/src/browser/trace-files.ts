import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';

const folders = new WeakMap<Browser, string>();

/**
 * Starts a browser with a private folder for the traces that are recorded in it. The folder goes with the browser; Playwright
 * removes nothing from it before.
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

/** The folder of the traces that are being recorded in the browser of a context; undefined when it was started in another way. */
export function traceFolderOf(context: BrowserContext): string | undefined {
  const browser = context.browser();
  return browser === null ? undefined : folders.get(browser);
}

/** Removes what a trace called `name`, which is stopped, left of itself beside its archive. */
export async function removeTraceFiles(context: BrowserContext, name: string): Promise<void> {
  const folder = traceFolderOf(context);
  if (folder === undefined) return;
  const own = (await readdir(folder)).filter((file) => file.startsWith(name));
  await Promise.all(own.map((file) => rm(path.join(folder, file), { force: true })));
}
