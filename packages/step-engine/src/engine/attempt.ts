import type { Condition } from '@errand/runbook-language';
import type { Locator, Page } from 'playwright-core';
import { StepError, type ShownDialog, truncate } from '@errand/browser-runtime';
import type { Call } from '../primitives/call.ts';
import { proveCompletion, type Evidence } from './completion.ts';
import { raceSignal } from '@errand/wait-for';
import { startClock } from './clock.ts';
import type { PageFacts } from './observation/page-facts.ts';
import type { RunSession } from './run-session.ts';

/** How long a handler whose time is over may take to find out why: longer than its own looks together, on a busy machine too. */
const DIAGNOSIS_TIMEOUT_MS = 5_000;
const PLAYWRIGHT = /^(?:\w+\.)+\w+: (?:Error: )?(?<what>.*)/;

/** Why a Run that was stopped from outside ends. */
export function stopReason(signal: AbortSignal): StepError {
  return signal.reason instanceof StepError
    ? signal.reason
    : new StepError('executor_lost', 'The Run was stopped.');
}

function crashed({ surface }: RunSession, message: string): boolean {
  return /crashed/i.test(message) || surface.isDisconnected;
}

/** Converts anything thrown to an error of the step. */
function toStepError(session: RunSession, error: unknown): StepError {
  if (error instanceof StepError) return error;
  const message = error instanceof Error ? error.message : '';
  if (crashed(session, message))
    return new StepError('browser_crashed', 'The browser crashed.', { cause: error });
  if (message.includes('has been closed'))
    return new StepError('action_failed', 'The tab was closed during the step.', { cause: error });
  const what = PLAYWRIGHT.exec(message)?.groups?.['what'];
  return what === undefined
    ? new StepError('internal_error', 'Something went wrong while the step was performed.', { cause: error })
    : new StepError('action_failed', `The browser refused: ${truncate(what, 300)}`, { cause: error });
}

/** Rejects when the step must end; when its time is over, only after the handler had a chance to say why. */
function rejectOnAbort(signal: AbortSignal): { promise: Promise<never>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    stop = () => {
      const reason = signal.reason as StepError;
      if (reason.code === 'step_timeout') timer = setTimeout(() => reject(reason), DIAGNOSIS_TIMEOUT_MS);
      else reject(reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  promise.catch(() => undefined);
  return {
    promise,
    clear: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

/** True when the step must end for another reason than that its time is over. */
function isStopped({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof StepError && reason.code === 'step_timeout');
}

export interface AttemptResult {
  output: unknown;
  evidence: Evidence | null;
}

/** What an attempt needs to know of its step. */
export interface AttemptOptions {
  id: string;
  /** Null: no time-out, for work that waits for people. */
  timeoutMs: number | null;
  /** The step's time does not run until this is settled. */
  untimed?: Promise<unknown> | undefined;
  /** The step does not wait for an element until its time is over when the page has long been quiet. */
  mayGiveUp?: boolean | undefined;
  applicationScope?: readonly string[] | undefined;
  completionCondition?: string | Condition | undefined;
  /** Called when nothing was done to the element yet; waits for it. What it throws ends the attempt. */
  prepare?: ((call: Call, element: Locator) => Promise<PageFacts | null>) | undefined;
  /** See `Call`. */
  prepareInAction?: ((call: Call, locate: (scope: Locator) => Locator) => Promise<Locator>) | undefined;
  /** See `Call`. */
  watchDirectly?: ((call: Call, isClick: boolean) => Promise<number | null>) | undefined;
  /** See `Call`. */
  readsDirectly?: boolean | undefined;
  /** See `Call`. */
  admit?: Call['admit'];
  /** See `Call`. */
  onActed?: Call['onActed'];
  /** Told of a dialog that no step announced and that was dismissed. */
  onDialog?: ((dialog: ShownDialog) => void) | undefined;
}

/**
 * Does the work of a step once within its time, and proves in what is left of it that the step is complete.
 * @throws {StepError} `step_timeout` when the work was not done in time and could not say why, and
 * `completion_condition_unmet` when it was done and its condition did not come true in time
 */
export async function attemptStep(
  session: RunSession,
  step: AttemptOptions,
  work: (call: Call) => Promise<unknown>,
): Promise<AttemptResult> {
  const { host, surface } = session;
  const { timeoutMs, prepare, prepareInAction, watchDirectly, onDialog } = step;
  const stop = new AbortController();
  const { signal } = stop;
  let waiting = new AbortController();
  let waitSignal = AbortSignal.any([signal, waiting.signal]);
  const { gate } = host;
  let interruption: AbortSignal | null = null;
  const onHostStop = () => stop.abort(stopReason(host.signal));
  let objection: StepError | null = null;
  const clock = timeoutMs === null ? null : startClock(timeoutMs, gate);
  if (step.untimed !== undefined) clock?.pauseFor(step.untimed).catch(() => undefined);
  clock?.signal.addEventListener('abort', () => stop.abort(clock.signal.reason), { once: true });
  const interruptible: Call['interruptible'] = async (work) => {
    // Work within work is broken off with it.
    if (gate === undefined || interruption !== null) return await work();
    for (;;) {
      await gate.stepAside();
      const { closing } = gate;
      interruption = closing;
      try {
        const result = await raceSignal(work(), closing);
        if (!closing.aborted) return result;
      } catch (error) {
        if (!closing.aborted || signal.aborted) throw error;
      } finally {
        interruption = null;
      }
    }
  };
  const unbroken: Call['unbroken'] = async (work) => {
    const working = work();
    if (gate === undefined) return await working;
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    const settled = working.then(over, over);
    for (;;) {
      await raceSignal(settled, gate.closing).catch(() => undefined);
      await gate.stepAside(settled);
      if (isOver) return await working;
    }
  };
  const call: Call = {
    session,
    stepId: step.id,
    applicationScope: step.applicationScope ?? session.applicationScope,
    signal,
    prepare: prepare && ((element) => interruptible(() => prepare(call, element))),
    prepareInAction: prepareInAction && ((locate) => interruptible(() => prepareInAction(call, locate))),
    watchDirectly: watchDirectly && ((isClick) => interruptible(() => watchDirectly(call, isClick))),
    readsDirectly: step.readsDirectly === true,
    interruptible,
    unbroken,
    admit: step.admit,
    onActed: step.onActed,
    untimed: (waiting) => (clock === null ? waiting : clock.pauseFor(waiting)),
    failUnlessComplete: (error) => (objection ??= error),
    giveUp: step.mayGiveUp === true ? () => gate?.closing.aborted !== true && waiting.abort() : undefined,
    get gaveUp() {
      return waiting.signal.aborted;
    },
    keepWaiting: () => {
      waiting = new AbortController();
      waitSignal = AbortSignal.any([signal, waiting.signal]);
    },
    get page(): Page {
      return surface.page;
    },
    get remaining() {
      return clock === null ? Infinity : Math.max(1, clock.remaining);
    },
    get wait() {
      // Playwright takes 0 for no time-out. Its clock would not stand while the Run is paused, so then only the signal ends it.
      const timeout = clock === null || gate !== undefined ? 0 : call.remaining;
      const signals = interruption === null ? waitSignal : AbortSignal.any([waitSignal, interruption]);
      return { timeout, signal: signals };
    },
  };
  const { promise: ended, clear } = rejectOnAbort(signal);
  try {
    if (host.signal.aborted) onHostStop();
    else host.signal.addEventListener('abort', onHostStop, { once: true });
    surface.beginStep({ id: step.id, fail: (error) => stop.abort(error), onDialog }, call.applicationScope);
    signal.throwIfAborted();
    const working = work(call);
    working.catch(() => undefined);
    const output = await Promise.race([working, ended]);
    // Work that ends after the deadline was not done in time; the remaining time belongs to the condition.
    signal.throwIfAborted();
    const { completionCondition: condition } = step;
    if (objection !== null && condition === undefined) throw objection as StepError;
    const evidence =
      condition === undefined ? null : await Promise.race([proveCompletion(call, condition, output), ended]);
    if (isStopped(signal)) throw signal.reason;
    return { output, evidence };
  } catch (error) {
    const reason: unknown = signal.reason;
    if (reason instanceof StepError && (reason.code !== 'step_timeout' || !(error instanceof StepError)))
      throw reason;
    if (objection !== null && error instanceof StepError && error.code === 'completion_condition_unmet')
      throw objection as StepError;
    throw toStepError(session, error);
  } finally {
    clock?.stop();
    clear();
    host.signal.removeEventListener('abort', onHostStop);
    surface.endStep();
  }
}
