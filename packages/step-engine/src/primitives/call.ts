import type { Locator, Page } from 'playwright-core';
import type { StepError } from '@errand/browser-runtime';
import type { ActionRecord, LateSigns } from '../engine/ledger.ts';
import type { PageFacts } from '../engine/observation/page-facts.ts';
import type { RunSession } from '../engine/run-session.ts';

/** One attempt of one step, as its handler sees it. */
export interface Call {
  readonly session: RunSession;
  readonly stepId: string;
  /** What the step may reach; null: no limits. */
  readonly applicationScope: readonly string[] | null;
  /** The active tab. Throws `StepError` when there is none. */
  readonly page: Page;
  /** Aborted with the reason when the step must end now. */
  readonly signal: AbortSignal;
  /** Waits for the element and observes its page before the step acts. Throws when the step must not act on it. */
  readonly prepare: ((element: Locator) => Promise<PageFacts | null>) | undefined;
  /**
   * Answers what `locate` finds on the page, observed by the call that acts on it: `prepare` without a message of its own. When
   * that call fails with an error of which `mustLookFirst` is true, nothing was done, and `prepare` is to be used. Undefined when
   * the page must be looked at before the step acts.
   */
  readonly prepareInAction: ((locate: (scope: Locator) => Locator) => Promise<Locator>) | undefined;
  /**
   * Begins to watch what acts on the tab without Playwright: its number, which that tells the page. Undefined or null when the step
   * must act through Playwright.
   * @param isClick the watch keeps a click off everything but its element, so that then nothing was done
   */
  readonly watchDirectly: ((isClick: boolean) => Promise<number | null>) | undefined;
  /** Whether the step may read the tab without Playwright. */
  readonly readsDirectly: boolean;
  /** Ends the wait for an element on a page that has long been quiet; undefined for a step that waits all of its time. */
  readonly giveUp: (() => void) | undefined;
  /**
   * Does what changes nothing. When the Run is paused meanwhile, `work` is broken off, and begins anew once the Run goes on.
   */
  readonly interruptible: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Present when a person approved the step: throws when what it is about to act on, by its fingerprint, is not what they
   * approved.
   */
  readonly admit: ((seen: string | null) => void) | undefined;
  /** Told what came of an act on the desktop; `lookAgain` judges it once more. */
  readonly onActed:
    | ((signs: LateSigns & Pick<ActionRecord, 'did'>, lookAgain: () => Promise<LateSigns | null>) => void)
    | undefined;
  /**
   * Does what waits for the answer of a site and must not be repeated in silence. A person is let in meanwhile; an answer that
   * comes while they have the browser counts once the Run goes on.
   */
  readonly unbroken: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Waits for something that is not to count for the time of the step. */
  readonly untimed: <Result>(waiting: Promise<Result>) => Promise<Result>;
  readonly gaveUp: boolean;
  /** Takes `giveUp` back: the step waits for the rest of its time. */
  readonly keepWaiting: () => void;
  /** Fails the step with `error` once its work is done, unless its completion condition then holds. */
  readonly failUnlessComplete: (error: StepError) => void;
  /** Milliseconds that are left; at least 1. */
  readonly remaining: number;
  /** What every Playwright call of the step is given. */
  readonly wait: { timeout: number; signal: AbortSignal };
}
