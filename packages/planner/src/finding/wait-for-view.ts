import type { Page } from 'playwright-core';
import { StepError } from '@errand/browser-runtime';
import { nextChangeOf, readPageView } from '../page/read-page-view.ts';
import type { PageView } from '../page/page-view.ts';

/** After that a page without what is looked for is looked at in another way. */
const SETTLED_MS = 1_200;
/** A view costs much, so the last look at a page that does not change falls on the moment when it is settled. */
const MAX_POLL_INTERVAL_MS = SETTLED_MS / 2;
/** Equals rarely resolve to one, so a long wait would only delay the error. */
const MAX_AMBIGUOUS_MS = 1_500;

function hasGoneElsewhere(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|navigat|detached|Cannot find context/iu.test(error.message)
  );
}

/**
 * Reads the page after every change until `pick` succeeds, for at most `timeoutMs`. A `pick` that fails throws `StepError`;
 * the last failure is thrown after the timeout. Equals get a short wait too, because a loading page may resolve them.
 * @param otherwise another way to look, once the page has had time to show what `pick` does not find
 * @param isHopeless that there is something better to do then than to wait
 */
export async function waitForView<Found>(
  page: Page,
  pick: (view: PageView) => Found,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  otherwise: ((view: PageView) => Found | null) | null = null,
  isHopeless: ((view: PageView) => boolean) | null = null,
): Promise<Found> {
  const begun = performance.now();
  let deadline = begun + timeoutMs;
  let undecided = false;
  for (;;) {
    signal.throwIfAborted();
    let view: PageView | null = null;
    try {
      view = await readPageView(page);
      return pick(view);
    } catch (error) {
      const isMissing = error instanceof StepError && error.code === 'element_not_found';
      const settled = isMissing && performance.now() - begun >= SETTLED_MS ? view : null;
      const other = settled === null ? null : (otherwise?.(settled) ?? null);
      if (other !== null) return other;
      if (settled !== null && isHopeless?.(settled) === true) throw error;
      if (error instanceof StepError && error.code === 'element_ambiguous')
        deadline = Math.min(deadline, performance.now() + (undecided ? timeoutMs : MAX_AMBIGUOUS_MS));
      undecided ||= error instanceof StepError && error.code === 'element_ambiguous';
      const left = deadline - performance.now();
      const canWait = error instanceof StepError || hasGoneElsewhere(error);
      if (!canWait || left <= 0) throw error;
      const wait = Math.max(1, Math.min(left, MAX_POLL_INTERVAL_MS));
      await page.waitForLoadState('domcontentloaded', { timeout: Math.max(1, left) }).catch(() => undefined);
      await nextChangeOf(page, wait).catch((gone: unknown) => {
        if (!hasGoneElsewhere(gone)) throw gone;
      });
    }
  }
}
