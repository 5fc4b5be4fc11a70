import { pageSession } from '@errand/browser-runtime';
import type { Page } from 'playwright-core';

/**
 * Evaluates an expression in the tab's own document, not in its frames, and waits for its promise. Playwright's `evaluate`
 * uses twice the processor time, see bench/README.md.
 * @throws if the expression fails or the document is replaced during the call
 */
export async function evaluateInTab(page: Page, expression: string): Promise<unknown> {
  const session = await pageSession(page);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error('The expression failed in the page.');
  return result.value;
}
