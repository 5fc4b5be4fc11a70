import type { CDPSession, Page } from 'playwright-core';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The session by which a tab is asked. Once it is open, messages reach the page in the order in which they are sent. */
export function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page);
  if (known !== undefined) return known;
  const opening = page.context().newCDPSession(page);
  sessions.set(page, opening);
  opening.catch(() => sessions.delete(page));
  return opening;
}

/**
 * Evaluates an expression in the tab's own document, not in its frames, and waits for its promise. Playwright's `evaluate`
 * uses twice the processor time, see bench/README.md.
 * @throws when the expression fails or the document is replaced meanwhile
 */
export async function evaluateInTab(page: Page, expression: string): Promise<unknown> {
  const session = await sessionOf(page);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error('The expression failed in the page.');
  return result.value;
}
