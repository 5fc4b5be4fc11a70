import type { Locator, Page } from 'playwright-core';
import type { StepError } from '@errand/browser-runtime';
import type { PageFacts } from '../engine/observation/page-facts.ts';
import type { RunSession } from '../engine/run-session.ts';

/** One attempt of one step, as its handler sees it. */
export interface Call {
  readonly session: RunSession;
  readonly stepId: string;
  /** The active tab. Throws `StepError` when there is none. */
  readonly page: Page;
  /** Aborted with the reason when the step must end now. */
  readonly signal: AbortSignal;
  /** Waits for the element and observes its page before the step acts. Throws when the step must not act on it. */
  readonly prepare: ((element: Locator) => Promise<PageFacts | null>) | undefined;
  /** Ends the wait for an element on a page that has long been quiet; undefined for a step that waits all of its time. */
  readonly giveUp: (() => void) | undefined;
  /**
   * Does what changes nothing. When the Run is paused meanwhile, `work` is broken off, and begins anew once the Run goes on.
   */
  readonly interruptible: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly gaveUp: boolean;
  /** Fails the step with `error` once its work is done, unless its completion condition then holds. */
  readonly failUnlessComplete: (error: StepError) => void;
  /** Milliseconds that are left; at least 1. */
  readonly remaining: number;
  /** What every Playwright call of the step is given. */
  readonly wait: { timeout: number; signal: AbortSignal };
}
