import type { Target } from '@errand/contracts/primitives';
import { targetWords } from '@errand/contracts/words';
import { StepError, truncate } from '@errand/browser-runtime';
import { withTimeout } from '@errand/wait-for';
import { errors, type Locator } from 'playwright-core';
import type { Call } from '../primitives/call.ts';
import { candidatesIn } from './candidates.ts';
import { describeCandidates } from './describe-candidates.ts';
import { describeCover } from './obstacle.ts';

const STRICT = /strict mode violation: .* resolved to (\d+) elements|matched elements in multiple frames/;
const CANDIDATE = /^\s*\d+\) (.+?)(?: aka .*)?$/gm;
/** The engine reports the reason itself. */
const GONE = /has been closed|Target crashed|Page crashed/;
const DIAGNOSIS_TIMEOUT_MS = 700;
/** While the step has time left. */
const UNHURRIED_DIAGNOSIS_MS = 3_000;
const MAX_CANDIDATES = 5;
/** Playwright logs this once it has sent the input. */
const ACTED = /performing \w+ action|\w+ action done|waiting for scheduled navigations/;
/** Playwright's own words for a call whose signal was aborted before; one that is aborted later repeats the signal's reason. */
const NEVER_SENT = /The operation was aborted$/;
/** Where Playwright's log of the call begins; without it, whether the input was sent is unknown. */
const LOG = 'Call log:';
const OBSTACLE =
  /element is not (?!attached)[\w ]+|intercepts pointer events|element is outside of the viewport/g;

/** Playwright logs this for an element that exists. */
const FOUND = /locator resolved to/;
const COVER = /(?<cover><.+>)(?: from <.+> subtree)? intercepts pointer events/g;
const NOTHING_MOVED = 'nothing on the page has moved for 5 s';

/** The first line of Playwright's message, without its prefix. */
function firstLine(error: Error): string {
  const [line = ''] = error.message.split('\n');
  return truncate(line.replace(/^[\w.]+: (?:Error: )?/, ''), 300);
}

/** Whether Playwright refused because several elements match. */
export function isAmbiguous(error: unknown): boolean {
  return error instanceof Error && STRICT.test(error.message);
}

async function ambiguous(error: Error, locator: Locator, target: Target): Promise<StepError> {
  const count = STRICT.exec(error.message)?.[1] ?? 'several';
  const said = [...error.message.matchAll(CANDIDATE)].map((match) => match[1] ?? '').slice(0, MAX_CANDIDATES);
  const described = await diagnose(describeCandidates(locator), []);
  const candidates = described.length > 1 ? described : said;
  const named = candidates.length === 0 ? '' : `: ${candidates.join(' · ')}`;
  return new StepError(
    'element_ambiguous',
    `${count} elements match ${targetWords(target)}${named}. Name one of them more precisely or add "nth".`,
    { cause: error, noEffect: true },
  );
}

/** Puts a description of a target at the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is found out for an error must not delay it: a failure or no answer in time gives `fallback`. */
async function diagnose<Value, Fallback>(
  work: Promise<Value>,
  fallback: Fallback,
  ms = DIAGNOSIS_TIMEOUT_MS,
): Promise<Value | Fallback> {
  return withTimeout<Value | Fallback>(
    work.catch(() => fallback),
    ms,
    fallback,
  );
}

function hasNoEffect({ name, message }: Error): boolean {
  if (name === 'AbortError' && NEVER_SENT.test(message)) return true;
  return message.includes(LOG) && !ACTED.test(message);
}

/** The error of a timeout: no element was found, it could not be acted on, or the page stopped answering after the action. */
async function timedOut(
  call: Call,
  error: Error,
  locator: Locator,
  target: Target,
  mayHaveActed: boolean,
): Promise<StepError> {
  if (mayHaveActed && !hasNoEffect(error))
    return new StepError(
      'step_timeout',
      `The page did not answer in time after ${targetWords(target)} was used.`,
      { cause: error },
    );
  const ms = call.gaveUp ? UNHURRIED_DIAGNOSIS_MS : DIAGNOSIS_TIMEOUT_MS;
  const count = (await diagnose(locator.count(), null, ms)) ?? (FOUND.test(error.message) ? 1 : 0);
  if (count > 1) {
    const strict = await diagnose(
      locator.elementHandle({ timeout: DIAGNOSIS_TIMEOUT_MS }).then(
        () => null,
        (second: Error) => second,
      ),
      null,
    );
    if (strict !== null && STRICT.test(strict.message)) return ambiguous(strict, locator, target);
  }
  if (count === 0) {
    const candidates = await diagnose(candidatesIn(call.page), []);
    const there = candidates.length === 0 ? '' : ` On the page: ${candidates.join(', ')}.`;
    return new StepError('element_not_found', `No element matches ${targetWords(target)}.${there}`, {
      cause: error,
      noEffect: true,
    });
  }
  const obstacle = error.message.match(OBSTACLE)?.at(-1);
  const why =
    obstacle === 'intercepts pointer events'
      ? `${await coverOf(error, locator, ms)} covers it`
      : obstacle?.replace('element', 'it');
  const code = call.gaveUp ? 'action_failed' : 'step_timeout';
  const when = call.gaveUp ? `, and ${NOTHING_MOVED}` : ' in time';
  return new StepError(
    code,
    `${capitalized(targetWords(target))} was found, but could not be used${when}${why === undefined ? '' : `: ${why}`}.`,
    { cause: error, noEffect: true },
  );
}

/** The element that covers the target; across frames only the browser knows it. */
async function coverOf(error: Error, locator: Locator, ms: number): Promise<string> {
  const said = [...error.message.matchAll(COVER)].at(-1)?.groups?.['cover'];
  const seen = await diagnose(describeCover(locator, ms), null, ms);
  return seen ?? (said === undefined ? 'another element' : truncate(said, 120));
}

/**
 * Converts Playwright's refusal to an error of the step.
 * @param mayHaveActed false when the step was not yet about to act on the element
 */
export async function explainFailure(
  call: Call,
  error: unknown,
  locator: Locator,
  target: Target,
  mayHaveActed = true,
): Promise<StepError> {
  if (error instanceof StepError) return error;
  const { reason } = call.signal;
  const timeUp =
    call.gaveUp ||
    error instanceof errors.TimeoutError ||
    (reason instanceof StepError && reason.code === 'step_timeout');
  if (reason instanceof StepError && !timeUp) return reason;
  if (!(error instanceof Error))
    return new StepError('internal_error', 'Something went wrong in the browser.');
  if (STRICT.test(error.message)) return ambiguous(error, locator, target);
  if (timeUp) return timedOut(call, error, locator, target, mayHaveActed);
  if (GONE.test(error.message)) throw error;
  return new StepError('action_failed', `${capitalized(targetWords(target))}: ${firstLine(error)}`, {
    cause: error,
  });
}

/**
 * True when the work gave up on an element that nothing was in the way of: the browser was too busy to use it, and does so later.
 */
export async function isUsableLater(
  error: unknown,
  element: Locator,
  mayHaveActed: boolean,
): Promise<boolean> {
  if (!(error instanceof Error) || error instanceof StepError || STRICT.test(error.message)) return false;
  if (mayHaveActed && !hasNoEffect(error)) return false;
  if (error.message.match(OBSTACLE) !== null) return false;
  const count = await diagnose(element.count(), null);
  if (count === null) return true;
  if (count !== 1) return false;
  return (await diagnose(element.isVisible(), true)) && (await diagnose(element.isEnabled(), true));
}
