import type { BrowserContext, Page } from 'playwright-core';
import { StepError } from '../host.ts';
import { type GuardProxy, startGuardProxy } from '../network/proxy.ts';
import { MAX_TABS } from './browser-session.ts';
import { hidePeerConnections } from './hide-peer-connections.ts';
import { limitOpenings } from './limit-openings.ts';
import { pageSession } from '../page/page-session.ts';
import { registerSelectorEngines } from '../page/selector-engines.ts';
import type { OpenContext, SharedBrowser } from './shared-browser.ts';

/** A context with an empty tab that no Run has used. */
export interface PreparedContext {
  readonly open: OpenContext;
  /** Null when its requests do not pass a checking proxy. */
  readonly proxy: GuardProxy | null;
}

/** Prepared contexts of one kind. */
export interface Shelf {
  /** Opens contexts until there are as many as there should be. Returns at once. */
  fill(): void;
  /** A context that still works, or null. */
  take(): Promise<PreparedContext | null>;
  close(): Promise<void>;
}

async function openFirstTab(context: BrowserContext): Promise<void> {
  try {
    await pageSession(await context.newPage());
  } catch (error) {
    if (error instanceof Error && error.message.includes('crashed'))
      throw new StepError('browser_crashed', 'The page crashed.', { cause: error });
    throw error;
  }
}

/** @throws {StepError} `browser_crashed`, or {BrowserUnavailable} when no browser can be started */
export async function prepareContext(browser: SharedBrowser, guarded: boolean): Promise<PreparedContext> {
  await registerSelectorEngines();
  const proxy = guarded ? await startGuardProxy() : null;
  try {
    const open = await browser.open({ ...(proxy && { proxy: { server: proxy.url } }) }, async (context) => {
      await context.addInitScript(limitOpenings, MAX_TABS);
      if (guarded) await context.addInitScript(hidePeerConnections);
      await openFirstTab(context);
    });
    return { open, proxy };
  } catch (error) {
    await proxy?.close();
    throw error;
  }
}

function isUsable({ open }: PreparedContext, crashed: WeakSet<Page>): boolean {
  const [page] = open.context.pages();
  return open.owner.browser.isConnected() && page !== undefined && !crashed.has(page);
}

async function discard({ open, proxy }: PreparedContext): Promise<void> {
  await open.context.close().catch(() => undefined);
  await proxy?.close();
}

/**
 * Holds up to `count` contexts, none before `fill` is called.
 * @param prepare opens one; when it fails, its place stays empty until `take` comes to it
 */
export function createShelf(count: number, prepare: () => Promise<PreparedContext>): Shelf {
  const waiting: Promise<PreparedContext | null>[] = [];
  const crashed = new WeakSet<Page>();
  let isClosed = false;

  const add = async (): Promise<PreparedContext | null> => {
    try {
      const prepared = await prepare();
      for (const page of prepared.open.context.pages()) page.once('crash', () => crashed.add(page));
      return prepared;
    } catch {
      // The next Run opens its own, and learns why that fails.
      return null;
    }
  };

  return {
    fill: () => {
      while (!isClosed && waiting.length < count) waiting.push(add());
    },
    take: async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const prepared = await next;
        if (prepared === null) continue;
        if (isUsable(prepared, crashed)) return prepared;
        await discard(prepared);
      }
      return null;
    },
    close: async () => {
      isClosed = true;
      const left = await Promise.all(waiting.splice(0));
      await Promise.all(left.flatMap((prepared) => (prepared === null ? [] : [discard(prepared)])));
    },
  };
}
