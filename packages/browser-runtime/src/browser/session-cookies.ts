import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';

/**
 * The cookies that a browser forgets when it is closed. A browser with a profile is closed after each Run, which its person has
 * not asked for: they stay signed in to sites that keep people signed in by such a cookie, too.
 */
export interface SessionCookies {
  restore(context: BrowserContext): Promise<void>;
  save(context: BrowserContext): Promise<void>;
  /** Saves them now and then, for a browser that a person closes. */
  saveWhileOpen(context: BrowserContext): void;
}

type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

const SAVE_INTERVAL_MS = 1_000;
/** What Playwright says of a cookie that has no date. */
const NO_DATE = -1;

/** @param profileDir where they are kept, beside those that the browser keeps itself */
export function createSessionCookies(profileDir: string): SessionCookies {
  const file = path.join(profileDir, 'session-cookies.json');
  const save = async (context: BrowserContext): Promise<void> => {
    const cookies = (await context.cookies()).filter(({ expires }) => expires === NO_DATE);
    const next = `${file}.next`;
    await writeFile(next, JSON.stringify(cookies), { mode: 0o600 });
    await chmod(next, 0o600);
    await rename(next, file);
  };
  return {
    save,
    restore: async (context) => {
      try {
        await context.addCookies(JSON.parse(await readFile(file, 'utf8')) as Cookie[]);
      } catch {
        // There is none yet; a damaged one costs the sign-ins, not the Run.
      }
    },
    saveWhileOpen: (context) => {
      const timer = setInterval(() => void save(context).catch(() => undefined), SAVE_INTERVAL_MS).unref();
      context.once('close', () => clearInterval(timer));
    },
  };
}
