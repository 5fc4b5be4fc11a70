import type { Target } from '@errand/contracts/primitives';
import { errors, type Locator } from 'playwright-core';
import type { PageFacts } from '../engine/observation/page-facts.ts';
import { shorten } from '../engine/shorten.ts';
import { StepError } from '../host.ts';
import type { Call } from '../primitives/call.ts';
import { candidatesIn } from './candidates.ts';
import { describeCandidates } from './describe-candidates.ts';
import { describeTarget, locate } from './locator.ts';
import type { NameKind } from './name-selector.ts';

const STRICT = /strict mode violation: .* resolved to (\d+) elements|matched elements in multiple frames/;
const CANDIDATE = /^\s*\d+\) (.+?)(?: aka .*)?$/gm;
/** The engine knows better why. */
const GONE = /has been closed|Target crashed|Page crashed/;
const DIAGNOSIS_MS = 700;
const MOST_CANDIDATES = 5;
/** What Playwright logs once the input was sent. */
const ACTED = /performing \w+ action|\w+ action done|waiting for scheduled navigations/;
/** Where Playwright's log of the call begins; without it nobody knows whether the input was sent. */
const LOG = 'Call log:';
const OBSTACLE =
  /element is not (?!attached)[\w ]+|intercepts pointer events|element is outside of the viewport/g;

/** The first line of what Playwright says, without its own vocabulary around it. */
const firstLine = (error: Error): string => {
  const [line = ''] = error.message.split('\n');
  return shorten(line.replace(/^[\w.]+: (?:Error: )?/, ''), 300);
};

/** Whether Playwright refused because several elements match. */
export const isAmbiguous = (error: unknown): boolean => error instanceof Error && STRICT.test(error.message);

const ambiguous = async (error: Error, locator: Locator, target: Target): Promise<StepError> => {
  const count = STRICT.exec(error.message)?.[1] ?? 'several';
  const said = [...error.message.matchAll(CANDIDATE)]
    .map((match) => match[1] ?? '')
    .slice(0, MOST_CANDIDATES);
  const described = await within(describeCandidates(locator), []);
  const candidates = described.length > 1 ? described : said;
  const named = candidates.length === 0 ? '' : `: ${candidates.join(' · ')}`;
  return new StepError(
    'element_ambiguous',
    `${count} elements match ${describeTarget(target)}${named}. Name one of them more precisely or add "nth".`,
    { cause: error, untouched: true },
  );
};

const within = async <Value>(work: Promise<Value>, fallback: Value): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(fallback), DIAGNOSIS_MS);
  });
  try {
    return await Promise.race([work.catch(() => fallback), late]);
  } finally {
    clearTimeout(timer);
  }
};

const isUntouched = ({ message }: Error): boolean => message.includes(LOG) && !ACTED.test(message);

/** None was there, or it was there and could not be acted upon; or it was, and the page was never heard of again. */
const timedOut = async (call: Call, error: Error, locator: Locator, target: Target): Promise<StepError> => {
  if (!isUntouched(error))
    return new StepError(
      'step_timeout',
      `The page did not answer in time after ${describeTarget(target)} was used.`,
      { cause: error },
    );
  const count = await within(locator.count(), 0);
  if (count > 1) {
    const strict = await within(
      locator.elementHandle({ timeout: DIAGNOSIS_MS }).then(
        () => null,
        (second: Error) => second,
      ),
      null,
    );
    if (strict !== null && STRICT.test(strict.message)) return ambiguous(strict, locator, target);
  }
  if (count === 0) {
    const candidates = await within(candidatesIn(call.page), []);
    const there = candidates.length === 0 ? '' : ` On the page: ${candidates.join(', ')}.`;
    return new StepError('element_not_found', `No element matches ${describeTarget(target)}.${there}`, {
      cause: error,
      untouched: true,
    });
  }
  const obstacle = error.message.match(OBSTACLE)?.at(-1);
  const why =
    obstacle === 'intercepts pointer events'
      ? 'another element covers it'
      : obstacle?.replace('element', 'it');
  return new StepError(
    'step_timeout',
    `${describeTarget(target)} was found, but could not be used in time${why === undefined ? '' : `: ${why}`}.`,
    { cause: error, untouched: true },
  );
};

/** Playwright's refusal as an error of the step. */
export const explain = async (
  call: Call,
  error: unknown,
  locator: Locator,
  target: Target,
): Promise<StepError> => {
  if (error instanceof StepError) return error;
  const { reason } = call.signal;
  const timeUp =
    error instanceof errors.TimeoutError || (reason instanceof StepError && reason.code === 'step_timeout');
  if (reason instanceof StepError && !timeUp) return reason;
  if (!(error instanceof Error))
    return new StepError('internal_error', 'Something went wrong in the browser.');
  if (STRICT.test(error.message)) return ambiguous(error, locator, target);
  if (timeUp) return timedOut(call, error, locator, target);
  if (GONE.test(error.message)) throw error;
  return new StepError('action_failed', `${describeTarget(target)}: ${firstLine(error)}`, { cause: error });
};

/**
 * Finds the one element that `target` names, waiting for it until the step's deadline, and acts on it.
 * @throws {StepError} `element_not_found`, `element_ambiguous`, `step_timeout`, `action_failed`
 */
export const onTarget = async <Result>(
  call: Call,
  target: Target,
  act: (element: Locator, facts: PageFacts | null) => Promise<Result>,
  kind: NameKind = 'any',
): Promise<Result> => {
  const element = locate(call.page, target, kind);
  try {
    const facts = (await call.prepare?.(element)) ?? null;
    return await act(element, facts);
  } catch (error) {
    throw await explain(call, error, element, target);
  }
};
