import type { Target } from '@errand/contracts/primitives';
import { errors, type Locator } from 'playwright-core';
import type { PageFacts } from '../engine/observation/page-facts.ts';
import { becomesQuiet } from '../engine/observation/quiet-page.ts';
import { truncate } from '@errand/browser-runtime';
import { StepError } from '@errand/browser-runtime';
import type { Call } from '../primitives/call.ts';
import { candidatesIn } from './candidates.ts';
import { describeCandidates } from './describe-candidates.ts';
import { describeTarget, locate } from './locator.ts';
import type { NameKind } from '@errand/browser-runtime';
import { describeCover } from './obstacle.ts';

const STRICT = /strict mode violation: .* resolved to (\d+) elements|matched elements in multiple frames/;
const CANDIDATE = /^\s*\d+\) (.+?)(?: aka .*)?$/gm;
/** The engine knows better why. */
const GONE = /has been closed|Target crashed|Page crashed/;
const DIAGNOSIS_TIMEOUT_MS = 700;
/** When the step's time is not over. */
const UNHURRIED_DIAGNOSIS_MS = 3_000;
const MAX_CANDIDATES = 5;
/** What Playwright logs once the input was sent. */
const ACTED = /performing \w+ action|\w+ action done|waiting for scheduled navigations/;
/** Where Playwright's log of the call begins; without it, whether the input was sent is unknown. */
const LOG = 'Call log:';
const OBSTACLE =
  /element is not (?!attached)[\w ]+|intercepts pointer events|element is outside of the viewport/g;

/** What Playwright logs of an element that is there. */
const FOUND = /locator resolved to/;
const COVER = /(?<cover><.+>)(?: from <.+> subtree)? intercepts pointer events/g;
const NOTHING_MOVED = 'nothing on the page has moved for 5 s';

/** The first line of what Playwright says, without its own vocabulary around it. */
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
  const described = await raceTimeout(describeCandidates(locator), []);
  const candidates = described.length > 1 ? described : said;
  const named = candidates.length === 0 ? '' : `: ${candidates.join(' · ')}`;
  return new StepError(
    'element_ambiguous',
    `${count} elements match ${describeTarget(target)}${named}. Name one of them more precisely or add "nth".`,
    { cause: error, noEffect: true },
  );
}

async function raceTimeout<Value, Fallback>(
  work: Promise<Value>,
  fallback: Fallback,
  ms = DIAGNOSIS_TIMEOUT_MS,
): Promise<Value | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  try {
    return await Promise.race([work.catch(() => fallback), late]);
  } finally {
    clearTimeout(timer);
  }
}

function hasNoEffect({ message }: Error): boolean {
  return message.includes(LOG) && !ACTED.test(message);
}

/** None was there, or it was there and could not be acted upon; or it was, and the page was never heard of again. */
async function timedOut(call: Call, error: Error, locator: Locator, target: Target): Promise<StepError> {
  if (!hasNoEffect(error))
    return new StepError(
      'step_timeout',
      `The page did not answer in time after ${describeTarget(target)} was used.`,
      { cause: error },
    );
  const ms = call.gaveUp ? UNHURRIED_DIAGNOSIS_MS : DIAGNOSIS_TIMEOUT_MS;
  const count = (await raceTimeout(locator.count(), null, ms)) ?? (FOUND.test(error.message) ? 1 : 0);
  if (count > 1) {
    const strict = await raceTimeout(
      locator.elementHandle({ timeout: DIAGNOSIS_TIMEOUT_MS }).then(
        () => null,
        (second: Error) => second,
      ),
      null,
    );
    if (strict !== null && STRICT.test(strict.message)) return ambiguous(strict, locator, target);
  }
  if (count === 0) {
    const candidates = await raceTimeout(candidatesIn(call.page), []);
    const there = candidates.length === 0 ? '' : ` On the page: ${candidates.join(', ')}.`;
    return new StepError('element_not_found', `No element matches ${describeTarget(target)}.${there}`, {
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
    `${describeTarget(target)} was found, but could not be used${when}${why === undefined ? '' : `: ${why}`}.`,
    { cause: error, noEffect: true },
  );
}

/** The element that covers the one to be used; across frames only the browser knows it. */
async function coverOf(error: Error, locator: Locator, ms: number): Promise<string> {
  const said = [...error.message.matchAll(COVER)].at(-1)?.groups?.['cover'];
  const seen = await raceTimeout(describeCover(locator, ms), null, ms);
  return seen ?? (said === undefined ? 'another element' : truncate(said, 120));
}

/** Playwright's refusal as an error of the step. */
export async function explainFailure(
  call: Call,
  error: unknown,
  locator: Locator,
  target: Target,
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
  if (timeUp) return timedOut(call, error, locator, target);
  if (GONE.test(error.message)) throw error;
  return new StepError('action_failed', `${describeTarget(target)}: ${firstLine(error)}`, { cause: error });
}

/**
 * Does what waits for the element that `target` names, until the page has been quiet for long or the step's time is over.
 * @throws {StepError} `element_not_found`, `element_ambiguous`, `step_timeout`, `action_failed`
 */
export async function whileWaiting<Result>(
  call: Call,
  element: Locator,
  target: Target,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  const { giveUp } = call;
  if (giveUp !== undefined)
    void becomesQuiet(call.page, call.session.surface.context, done.signal)
      .then((isQuiet) => isQuiet && !done.signal.aborted && giveUp())
      .catch(() => undefined);
  try {
    return await work();
  } catch (error) {
    throw await explainFailure(call, error, element, target);
  } finally {
    done.abort();
  }
}

/** Finds the one element that `target` names, waiting for it as `whileWaiting` does, and acts on it. Throws the same. */
export async function onTarget<Result>(
  call: Call,
  target: Target,
  act: (element: Locator, facts: PageFacts | null) => Promise<Result>,
  kind: NameKind = 'any',
): Promise<Result> {
  const element = locate(call.page, target, kind);
  return whileWaiting(call, element, target, async () => {
    const facts = (await call.prepare?.(element)) ?? null;
    return act(element, facts);
  });
}
