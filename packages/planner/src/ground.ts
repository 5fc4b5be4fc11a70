/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { Target } from '@errand/contracts/primitives';
import { elementWords } from '@errand/contracts/words';
import { truncate } from '@errand/browser-runtime';
import { StepError } from '@errand/browser-runtime';
import { type TargetBy, durableLocator } from '@errand/step-engine';
import type { Phrase } from './clause.ts';
import type { Choice } from './choose.ts';
import { inFrameOf, targetAt } from './framed.ts';
import { numberedItem, positionalLocator } from './positional-locator.ts';
import { readPageView } from './view-page.ts';
import type { Candidate, PageView } from './view.ts';

const MAX_NAMED_CANDIDATES = 8;
const MAX_POLL_INTERVAL_MS = 500;
/** After that a page without what is looked for is looked at in another way. */
const SETTLED_MS = 1_200;
/** Equals rarely resolve to one, so a long wait would only delay the error. */
const MAX_AMBIGUOUS_MS = 1_500;

export function nameCandidate({ role, name, placeholder }: Candidate): string {
  return elementWords(role, truncate(name || placeholder, 60));
}

function enumerate(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - MAX_NAMED_CANDIDATES;
  return `${distinct.slice(0, MAX_NAMED_CANDIDATES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `element_not_found`, listing what exists instead. */
export function notFound(description: string, names: readonly string[]): StepError {
  return new StepError(
    'element_not_found',
    names.length === 0
      ? `The page has no ${description}.`
      : `The page has no ${description}. It has: ${enumerate(names)}.`,
  );
}

/** `element_ambiguous`, naming what fits equally well. */
export function ambiguous(description: string, names: readonly string[]): StepError {
  return new StepError(
    'element_ambiguous',
    `${names.length} elements fit ${description} equally well: ${enumerate(names)}. Say which one, for example "the first …".`,
  );
}

/** The only entry of a choice; throws if there is none or more than one. */
export function requireSingle<Entry>(
  choice: Choice<Entry>,
  description: string,
  name: (entry: Entry) => string,
): Entry {
  if ('one' in choice) return choice.one;
  if ('equals' in choice) throw ambiguous(description, choice.equals.map(name));
  throw notFound(description, choice.none.map(name));
}

function hasGoneElsewhere(error: unknown): boolean {
  return (
    error instanceof Error &&
    /context was destroyed|navigat|detached|Cannot find context/iu.test(error.message)
  );
}

/** Resolves at the next change of the page, at the latest after `ms`. Runs in the page. */
function nextChange(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(done);
    const timer = setTimeout(done, ms);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
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
      await page.evaluate(nextChange, wait).catch((gone: unknown) => {
        if (!hasGoneElsewhere(gone)) throw gone;
      });
    }
  }
}

/** Fields that ARIA gives no role of their own. */
const ROLELESS = new Set(['password', 'date', 'time', 'datetime-local', 'month', 'week', 'color', 'file']);
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox', 'slider']);

/** Locators of an element, the most durable first. */
function targetsFor(view: PageView, candidate: Candidate, phrase: Phrase | null): TargetBy[] {
  const { role, name, placeholder, testId } = candidate;
  const targets: TargetBy[] = [];
  const alike = view.candidates.filter((other) => other.role === role && other.name === name);
  const ofRole = view.candidates.filter((other) => other.role === role);
  const isSaidByNumber = phrase !== null && phrase.ordinal !== null;
  if (isSaidByNumber && phrase.text === '' && phrase.kind !== 'result' && role !== 'generic')
    targets.push({ role, nth: ofRole.indexOf(candidate) });
  if (name !== '' && role !== 'generic') {
    const nth = alike.length > 1 ? alike.indexOf(candidate) : undefined;
    const isChosen = nth === undefined || isSaidByNumber || (candidate.href !== '' && nth === 0);
    if (FIELDS.has(role) && alike.length === 1 && name !== placeholder)
      targets.push({ label: name, exact: true });
    if (isChosen && !ROLELESS.has(candidate.type))
      targets.push({ role, name, exact: true, ...(nth === undefined ? {} : { nth }) });
  }
  if (placeholder !== '' && view.candidates.filter((other) => other.placeholder === placeholder).length === 1)
    targets.push({ placeholder, exact: true });
  if (testId !== '') targets.push({ testId });
  return targets;
}

/** The most durable target that finds only the candidate. */
export async function targetOf(
  page: Page,
  view: PageView,
  candidate: Candidate,
  phrase: Phrase | null,
): Promise<Target> {
  const itemCss = numberedItem(view, phrase);
  const placed = itemCss === null ? null : await positionalLocator(page, candidate.css, itemCss);
  const origin = targetAt(candidate.css);
  const candidates = inFrameOf(candidate.css, [
    ...(placed === null ? [] : [placed]),
    ...targetsFor(view, candidate, phrase),
  ]);
  return (await durableLocator(page, origin, candidates)) ?? origin;
}

export interface GroundedElement {
  readonly candidate: Candidate;
  readonly target: Target;
}
