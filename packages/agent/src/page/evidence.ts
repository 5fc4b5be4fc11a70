/// <reference lib="dom" />
import type { Condition } from '@errand/runbook-language';
import type { BrowserContext, Page, Response } from 'playwright-core';
import type { z } from 'zod';
import { withTimeout } from '@errand/wait-for';
import type { Finish } from '../loop/tools.ts';

/** Knows the HTTP status of the document in each tab. */
export interface DocumentMonitor {
  statusOf(page: Page): number | null;
  /** The browser is open. */
  follow(context: BrowserContext): void;
  stop(): void;
}

/** A monitor that knows no status until it follows a browser. */
export function monitorDocuments(): DocumentMonitor {
  let followed: BrowserContext | null = null;
  const statuses = new WeakMap<Page, number>();
  const note = (response: Response) => {
    try {
      const request = response.request();
      const frame = request.frame();
      if (request.isNavigationRequest() && frame.parentFrame() === null)
        statuses.set(frame.page(), response.status());
    } catch {
      // The tab is still opening, or closed.
    }
  };
  return {
    follow: (context) => {
      followed = context;
      context.on('response', note);
    },
    statusOf: (page) => statuses.get(page) ?? null,
    stop: () => void followed?.off('response', note),
  };
}

const ERROR_TITLE =
  /^\W*(?:error\b|(?:error )?[45]\d\d\b|(?:page )?not found|access denied|forbidden|unauthori[sz]ed|internal server error|bad gateway|service unavailable|gateway time-?out|something went wrong|(?:this )?(?:site|page) (?:can.?t|cannot|isn.?t) )/i;

/** A page that takes longer to answer is stuck. */
const QUERY_TIMEOUT_MS = 5_000;

/** Runs in the page. */
function mainTexts(): string[] {
  return [document.title, ...[...document.querySelectorAll('h1')].map((heading) => heading.innerText)].map(
    (text) => text.trim(),
  );
}

/** Describes the error page in view, as the beginning of a sentence; null for an ordinary page. */
export async function errorInView(page: Page, documents: DocumentMonitor): Promise<string | null> {
  if (page.url().startsWith('chrome-error:')) return 'The page did not load';
  const status = documents.statusOf(page);
  if (status !== null && status >= 400) return `The page was answered with status ${status}`;
  const texts = await withTimeout<string[] | null>(
    page.evaluate(mainTexts).catch(() => []),
    QUERY_TIMEOUT_MS,
    null,
  );
  if (texts === null) return 'The page does not answer';
  const found = texts.find((text) => ERROR_TITLE.test(text));
  return found === undefined ? null : `The page says "${found.slice(0, 80)}"`;
}

/** The evidence that a model cites, as a completion condition; null when it cites nothing. */
export function conditionOf(evidence: z.output<typeof Finish>['evidence']): Condition | null {
  const parts = evidence.flatMap(({ text, url }): Condition[] => [
    ...(text === undefined ? [] : [{ type: 'text_visible' as const, text }]),
    ...(url === undefined ? [] : [{ type: 'url_contains' as const, text: url }]),
  ]);
  const [first, ...others] = parts;
  if (first === undefined) return null;
  return others.length === 0 ? first : { type: 'and', conditions: parts };
}
