import { sameAs } from '../finding/choice.ts';
import { StepError } from '@errand/browser-runtime';
import { isAroundButton } from '../finding/openers.ts';
import type { Clause, FreeAct, Phrase } from '../grammar/clause.ts';
import { matchFreeAct } from '../finding/match-free-act.ts';
import { actFreely } from '../acting/act-freely.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { maskLiterals } from '../grammar/literals.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { freeActsIn } from '../grammar/rules/actions/free-acts.ts';
import { readerOf } from '../grammar/rules/rule.ts';
import { moreOfThing } from './more-of-thing.ts';
import { nextStep } from './next-step.ts';
import { isSought, leadTo, pageOf } from './links-to-follow.ts';
import { isNext, moreOf } from '../finding/pager-controls.ts';
import { targetAt } from '../page/frames.ts';
import { plainClause } from '../grammar/split-clauses.ts';
import { saysItself, tellingWords } from '../words/senses.ts';
import { corrections, correctVerbs } from '../grammar/correct-typos.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { COMMANDS } from '../words/vocabulary.ts';

/** Kinds of instructions that press, choose or write one thing. */
const ACTING_KINDS: ReadonlySet<Clause['kind']> = new Set([
  'click',
  'choose',
  'check',
  'set',
  'fill',
  'select',
  'either',
  'send',
  'sort',
  'filter',
]);
/** Kinds of instructions whose target may stand behind another tab. */
const BEHIND_TABS: ReadonlySet<Clause['kind']> = new Set([
  ...ACTING_KINDS,
  'read',
  'uncheck',
  'drag',
  'rank',
  'free',
  'expand',
  'form',
  'password',
]);
const MAX_TABS = 8;

/** Whether only an earlier instruction names the target: "them", or "in the row of 1042, …". */
function refersBack(clause: Clause): boolean {
  const target: Phrase | null =
    'target' in clause && typeof clause.target === 'object' ? clause.target : null;
  if (target === null) return false;
  const { within, ofChosen } = target;
  if (ofChosen === true || within === null) return ofChosen === true;
  return (
    within.ordinal !== null ||
    within.superlative !== undefined ||
    tellingWords(within.text).some((word) => !saysItself(clause.source, word))
  );
}

function freeActsOf(instruction: Clause): readonly FreeAct[] {
  const { kind, source } = instruction;
  if (!ACTING_KINDS.has(kind) || source.includes('{{') || refersBack(instruction)) return [];
  const masked = maskLiterals(source);
  const said = plainClause(correctVerbs(masked.text));
  const reader = readerOf(masked);
  // "Newest first" is no judgement where it is a way to sort.
  for (const clause of [said, ...corrections(said)]) {
    const acts = freeActsIn(clause, reader, kind === 'sort');
    if (acts.length > 0) return acts;
  }
  return [];
}

function hasMatch(view: PageView, acts: readonly FreeAct[]): boolean {
  const choice = acts.map((act) => matchFreeAct(view, act)).find((way) => !('none' in way));
  return choice !== undefined && 'one' in choice;
}

/** "Save" behind another tab saves something else. */
function isBehindTabs({ kind, source }: Clause): boolean {
  return BEHIND_TABS.has(kind) && !(COMMANDS as readonly string[]).includes(source.toLowerCase());
}

function tabsOf(view: PageView, tried: ReadonlySet<string>): Candidate[] {
  const tabs = view.candidates.filter(
    (one) => one.role === 'tab' && one.inContent && !one.disabled && !isAroundButton(view, one),
  );
  return tabs.length > MAX_TABS ? [] : tabs.filter(({ name }) => !tried.has(name));
}

const BOUGHT = /^(?:add|put)\b.*\b(?:cart|basket|bag)\b/iu;

function isMissing(error: unknown): error is StepError {
  return error instanceof StepError && error.code === 'element_not_found';
}

/**
 * Carries out an instruction. If the page lacks its target, tries the one control that all of the words describe, then the
 * other tabs of the page.
 */
export async function inOtherWays<Made>(
  driver: PageDriver,
  clause: Clause,
  isAlone: boolean,
  work: () => Promise<Made>,
): Promise<Made | null> {
  const before = driver.done - driver.idle;
  const acts = isAlone ? freeActsOf(clause) : [];
  const tried = new Set<string>();
  const shown = new Set<string>();
  const canTab = isBehindTabs(clause);
  // What is done to a thing that is missing may have been refused; only what is bought or read is looked for further on.
  const canGoOn = canTab && (clause.kind === 'read' || BOUGHT.test(clause.source));
  const visited = new Set([pageOf(driver.page.url())]);
  const elsewhere: string[] = [];
  let turns = 0;
  const lead = (view: PageView) =>
    isSought(clause) && mayGoOn(elsewhere, turns) ? leadTo(view, clause, driver.reach, visited) : null;
  let first: StepError | null = null;
  let ways = 0;
  let more = 0;
  for (;;) {
    const isQuiet = quietFor(elsewhere.length === 0 ? QUIET_MS : 0);
    try {
      return await driver.attempt(
        work,
        (view) =>
          hasMatch(view, acts) ||
          (canTab && tabsOf(view, tried).length > 0) ||
          (isQuiet(view) && nextStep(view, clause, driver.lastField) !== null) ||
          (isQuiet(view) && canGoOn && more < MAX_TURNS && moreOf(view) !== null) ||
          (isQuiet(view) && moreOfThing(view, clause, shown) !== null) ||
          (isQuiet(view) && (elsewhere.length > 0 || lead(view) !== null)),
      );
    } catch (error) {
      // What a question or a form opens changes nothing.
      const hasActed =
        clause.kind !== 'read' && clause.kind !== 'form' && driver.done - driver.idle !== before + ways;
      if (!isMissing(error) || hasActed) {
        driver.report(error);
        throw first ?? error;
      }
      first ??= error;
    }
    const way = await driver.look(
      (
        view,
      ):
        | 'act'
        | { tab: Candidate }
        | { own: Candidate; about: string }
        | { more: Candidate }
        | { step: Candidate }
        | { link: Candidate; about: string }
        | null => {
        if (hasMatch(view, acts)) return 'act';
        const [tab] = canTab ? tabsOf(view, tried) : [];
        if (tab !== undefined) return { tab };
        const step = nextStep(view, clause, driver.lastField);
        if (step !== null) return { step };
        const own = moreOfThing(view, clause, shown);
        if (own !== null) return { own, about: own.items.map((at) => view.items[at]?.text ?? '').join(' ') };
        const further = canGoOn && more < MAX_TURNS ? moreOf(view) : null;
        if (further !== null) return { more: further };
        const link = lead(view);
        const thing = view.items.find((item) => item.link !== '' && item.link === link?.css);
        return link === null ? null : { link, about: thing?.text ?? '' };
      },
    );
    if (way === 'act') return (await actFreely(driver, acts, driver.isSavedNext)) as null;
    if (way === null) {
      const error = withPlaces(first, elsewhere);
      driver.report(error);
      throw error;
    }
    ways += 1;
    if ('tab' in way) {
      tried.add(way.tab.name);
      await driver.step(
        'browser.click',
        { target: targetAt(way.tab.css) },
        `Open the ${nameCandidate(way.tab)}`,
      );
    } else if ('step' in way) {
      await driver.step(
        'browser.click',
        { target: targetAt(way.step.css) },
        `Go on to the next step with the ${nameCandidate(way.step)}`,
      );
    } else if ('own' in way) {
      shown.add(way.own.css);
      driver.about = way.about;
      await driver.step(
        'browser.click',
        { target: targetAt(way.own.css) },
        `Look for it behind the ${nameCandidate(way.own)}`,
      );
    } else if ('more' in way) {
      more += 1;
      await driver.step(
        'browser.click',
        { target: targetAt(way.more.css) },
        `Look for it behind the ${nameCandidate(way.more)}`,
      );
    } else {
      const { css, name, href } = way.link;
      const { target } = await driver.waitForCandidate(nameCandidate(way.link), (view) => sameAs(view, css));
      tried.clear();
      if (href !== '') visited.add(pageOf(href));
      elsewhere.push(name);
      // A button may turn to the same page for ever.
      if (href !== '' && isNext(name)) turns += 1;
      driver.isElsewhere = true;
      driver.about = way.about;
      await driver.step('browser.click', { target }, `Look for it under "${name}"`);
      visited.add(pageOf(driver.page.url()));
    }
  }
}

/** Other pages that are looked at for one instruction, and further pages of their lists. */
const MAX_PAGES = 8;
const MAX_TURNS = 30;

function mayGoOn(places: readonly string[], turns: number): boolean {
  return places.length - turns < MAX_PAGES && turns < MAX_TURNS;
}

/** How long a page must show the same before what it lacks is looked for on another. */
const QUIET_MS = 2_000;
const BUSY = /\b(?:loading|please wait|fetching)\b/iu;

function quietFor(ms: number): (view: PageView) => boolean {
  let since = performance.now();
  let shown: string | null = null;
  return ({ text }) => {
    const now = performance.now();
    if (text !== shown || BUSY.test(text.slice(0, 2_000))) since = now;
    shown = text;
    return now - since >= ms;
  };
}

function withPlaces(error: StepError, places: readonly string[]): StepError {
  if (places.length === 0) return error;
  const names = [...new Set(places)].map((name) => `"${name}"`).join(', ');
  return new StepError(error.code, `${error.message} Neither have the pages behind ${names}.`, {
    cause: error,
  });
}
