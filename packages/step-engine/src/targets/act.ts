import type { NameKind } from '@errand/browser-runtime';
import type { Target } from '@errand/contracts/primitives';
import type { Locator } from 'playwright-core';
import type { Directly } from '../direct/act.ts';
import { plainTarget } from '../direct/plain-target.ts';
import type { PageFacts } from '../engine/observation/page-facts.ts';
import { mustLookFirst } from '../engine/observation/page-script.ts';
import { becomesQuiet } from '../engine/observation/quiet-page.ts';
import type { Call } from '../primitives/call.ts';
import { explainFailure, isUsableLater } from './explain-failure.ts';
import { locate } from './locator.ts';

/**
 * Does what waits for the element that `target` names, until the page has been quiet for long or the step's time is over.
 * @throws {StepError} `element_not_found`, `element_ambiguous`, `step_timeout`, `action_failed`
 */
export async function whileWaiting<Result>(
  call: Call,
  element: Locator,
  target: Target,
  work: () => Promise<Result>,
  mayHaveActed = () => true,
): Promise<Result> {
  const done = new AbortController();
  const { giveUp } = call;
  if (giveUp !== undefined)
    void becomesQuiet(call.page, call.session.surface.context, done.signal)
      .then((isQuiet) => isQuiet && !done.signal.aborted && giveUp())
      .catch(() => undefined);
  try {
    return await work().catch(async (error: unknown) => {
      if (!call.gaveUp || !(await isUsableLater(error, element, mayHaveActed()))) throw error;
      call.keepWaiting();
      return work();
    });
  } catch (error) {
    throw await explainFailure(call, error, element, target, mayHaveActed());
  } finally {
    done.abort();
  }
}

/** True for what is in the tab's own document, and found there by what the page shows. */
function isInTab(target: Target): boolean {
  return typeof target === 'string'
    ? !target.includes('aria-ref=')
    : target.frame === undefined && !('ref' in target);
}

/**
 * Finds the one element that `target` names, waiting for it as `whileWaiting` does, and acts on it. Throws the same.
 * @param directly acts on it without Playwright where that is possible
 */
export async function onTarget<Result>(
  call: Call,
  target: Target,
  act: (element: Locator, facts: PageFacts | null) => Promise<Result>,
  kind: NameKind = 'any',
  directly?: Directly<Result>,
): Promise<Result> {
  const element = locate(call.page, target, kind);
  let isPrepared = false;
  const onBegin = () => {
    isPrepared = true;
  };
  const prepareAndAct = async () => {
    const plain = directly === undefined ? null : plainTarget(target, kind);
    const done = plain === null ? null : await directly?.(call, plain, onBegin);
    if (done != null) return done.result;
    isPrepared = false;
    const found = isInTab(target)
      ? await call.prepareInAction?.((scope) => locate(scope, target, kind))
      : undefined;
    if (found !== undefined)
      try {
        isPrepared = true;
        return await act(found, null);
      } catch (error) {
        if (!mustLookFirst(error)) throw error;
        isPrepared = false;
      }
    const facts = (await call.prepare?.(element)) ?? null;
    isPrepared = true;
    return act(element, facts);
  };
  return whileWaiting(call, element, target, prepareAndAct, () => isPrepared);
}

const DETACHED = /not attached/;

/** Resolves once the element is enabled. */
export async function untilEnabled({ wait }: Call, element: Locator): Promise<void> {
  for (;;) {
    const handle = await element.elementHandle(wait);
    try {
      return await handle.waitForElementState('enabled', wait);
    } catch (error) {
      if (!(error instanceof Error) || !DETACHED.test(error.message)) throw error;
    } finally {
      await handle.dispose();
    }
  }
}

/**
 * Lets a person in while an element is waited for that is disabled or covered.
 * @returns what is known of it once it can be used
 */
export async function whenUsable(
  call: Call,
  element: Locator,
  facts: PageFacts | null,
  untilUsable: () => Promise<void>,
): Promise<PageFacts | null> {
  if (facts?.control?.isBlocked !== true) return facts;
  await call.interruptible(untilUsable);
  return (await call.prepare?.(element)) ?? null;
}

/**
 * As `onTarget`, for what waits until the element is enabled and not covered: that wait lets a person in.
 * @param use acts on the element; with `trial` it only waits until it could
 */
export async function onUsableTarget(
  call: Call,
  target: Target,
  use: (element: Locator, options: { trial?: true }) => Promise<void>,
  kind: NameKind = 'any',
  directly?: Directly<void>,
): Promise<void> {
  const act = async (element: Locator, facts: PageFacts | null) => {
    await whenUsable(call, element, facts, () => use(element, { trial: true }));
    await use(element, {});
  };
  await onTarget(call, target, act, kind, directly);
}
