import type { Page } from 'playwright-core';
import type { Session } from '../engine/session.ts';

/** One attempt of one step, as its handler sees it. */
export interface Call {
  readonly session: Session;
  readonly stepId: string;
  /** The active tab. Throws `StepError` when there is none. */
  readonly page: Page;
  /** Aborted with the reason when the step must end now. */
  readonly signal: AbortSignal;
  /** Throws when the step must not act on the page as it is now. */
  readonly beforeActing: (() => void) | undefined;
  /** Milliseconds that are left; at least 1. */
  readonly remaining: number;
  /** What every Playwright call of the step is given. */
  readonly wait: { timeout: number; signal: AbortSignal };
}
