import type { PrimitiveName, Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import type { RunSession } from '@errand/step-engine';
import { attemptStep } from '@errand/step-engine';
import { performStep, reportFailure } from '@errand/step-engine';
import type { Call } from '@errand/step-engine';
import { StepError } from '@errand/browser-runtime';
import { approvalReason } from './approval-reason.ts';
import { type Clause, describePhrase, type Phrase } from './clause.ts';
import { type Choice, chooseCandidate, type Purpose } from './choose.ts';
import { positionalLocator } from './positional-locator.ts';
import {
  resolvesTo,
  targetOf,
  type GroundedElement,
  waitForView,
  nameCandidate,
  requireSingle,
} from './ground.ts';
import { doubtAbout } from './doubt.ts';
import { valueLocator } from './value-locator.ts';
import type { Secrets } from '@errand/step-engine';
import { inTexts } from './in-texts.ts';
import type { NetworkMonitor } from '@errand/browser-runtime';
import { chooseItem } from './items.ts';
import { grade, GRADES } from './match.ts';
import type { Candidate, Fact, Hidden, PageView } from './view.ts';

const LOCATE_TIMEOUT_MS = 10_000;
/** Extra time to find out why an element was not found. */
const DIAGNOSIS_TIMEOUT_MS = 5_000;
const NETWORK_IDLE_TIMEOUT_MS = 3_000;

/** Menus and sections may be nested. */
const MAX_OPENED = 3;
const TAB_TIMEOUT_MS = 2_000;

/** Reads and operates the page for one task; each `step` is a step of the Run. */
export interface PageDriver {
  readonly page: Page;
  /** Steps done so far. */
  readonly done: number;
  /** Starts the work on `clause`, in the newest tab if one was opened meanwhile. */
  begin(clause: Clause): Promise<void>;
  /** CSS of the most recently used field. */
  lastField: string | null;
  /** Withdraws an unused dialog answer; true when there was one. */
  withdrawAnswers(): boolean;
  step(primitive: PrimitiveName, input: unknown, instruction: string): Promise<unknown>;
  find(phrase: Phrase, purpose: Purpose): Promise<GroundedElement>;
  /** The candidate that `choice` decides for, waited for; `description` says in messages what it was. */
  waitForCandidate(
    description: string,
    choice: (view: PageView) => Choice<Candidate>,
  ): Promise<GroundedElement>;
  waitForView<Found>(waitForCandidate: (view: PageView) => Found): Promise<Found>;
  /** The locator of a value that is to be read; with `itemCss` by the place of that item in its list. */
  durableLocator(found: Candidate | Fact, itemCss?: string | null): Promise<Target>;
  /** Looks for a target on the page, which belongs to the next step. */
  locateFor<Found>(look: (page: Page) => Promise<Found>): Promise<Found>;
  /** Reports what the task concluded from the step before. */
  note(message: string, data: Record<string, unknown>): void;
}

/** @param maxSteps steps that may be taken */
export function createPageDriver(
  session: RunSession,
  traffic: NetworkMonitor,
  secrets: Secrets,
  maxSteps = Infinity,
): PageDriver {
  const { surface, host, limits } = session;
  let done = 0;
  let started = 0;
  let words = '';
  let known = new Set(surface.tabs);
  let expectsTab = false;
  /** Reading the page belongs to the step that it prepares. */
  const withinTimeout = async <Found>(
    look: (call: Call, timeoutMs: number) => Promise<Found>,
  ): Promise<Found> => {
    const id = `s${started + 1}`;
    const timeoutMs = Math.min(LOCATE_TIMEOUT_MS, limits.stepTimeoutMs);
    let found: { value: Found } | undefined;
    await host.gate?.open();
    try {
      await attemptStep(session, { id, timeoutMs: timeoutMs + DIAGNOSIS_TIMEOUT_MS }, async (call) => {
        found = { value: await call.interruptible(() => look(call, timeoutMs)) };
      });
    } catch (error) {
      if (error instanceof StepError) reportFailure(session, id, error, { landed: 'nothing' });
      throw error;
    }
    if (found === undefined) throw new StepError('internal_error', 'The page was not looked at.');
    return found.value;
  };
  const step = async (primitive: PrimitiveName, input: unknown, said: string): Promise<unknown> => {
    if (started >= maxSteps)
      throw new StepError('agent_gave_up', `The task was not done after ${maxSteps} steps.`);
    started += 1;
    const id = `s${started}`;
    const instruction = secrets.hide(said);
    const named = inTexts(input, (text) => secrets.hide(text));
    const doubt = await approvalReason(surface.page, primitive, input, words);
    host.emit({
      type: 'agent.action',
      stepId: id,
      message: instruction,
      data: { primitive, input: named, ...(doubt !== null && { risk: 'high' }) },
    });
    const call = {
      id,
      primitive,
      input,
      instruction: doubt === null ? instruction : `${instruction} (${doubt})`,
    };
    const output = await performStep(session, doubt === null ? call : { ...call, risk: 'high' });
    done += 1;
    await traffic.waitForIdle(NETWORK_IDLE_TIMEOUT_MS);
    return output;
  };

  /** Switches to the tab that the previous instruction opened. */
  const follow = async (): Promise<void> => {
    if (expectsTab && surface.tabs.every((tab) => known.has(tab)))
      await surface.context.waitForEvent('page', { timeout: TAB_TIMEOUT_MS }).catch(() => undefined);
    expectsTab = false;
    const index = surface.tabs.findLastIndex((tab) => !known.has(tab));
    known = new Set(surface.tabs);
    if (index < 0 || surface.tabs[index] === surface.activePage) return;
    await step('browser.tab', { action: 'switch', index }, 'Go on in the tab that was opened');
  };

  /** Of equals, the one in the dialog on top, or the one of the form that was just filled in. */
  const narrowed = (view: PageView, choice: Choice<Candidate>): Choice<Candidate> => {
    if (!('equals' in choice)) return choice;
    const field = view.candidates.find(({ css }) => css === driver.lastField);
    const ways = [
      choice.equals.filter(({ inDialog }) => inDialog),
      choice.equals.filter(({ form }) => form >= 0 && form === field?.form),
    ];
    const [one] = ways.find(({ length }) => length === 1) ?? [];
    return one === undefined ? choice : { one };
  };

  /** An element may be pressed only when its name tells what it does. */
  const trusted = (found: GroundedElement, purpose: Purpose): GroundedElement => {
    const doubt = purpose === 'click' || purpose === 'choose' ? doubtAbout(found.candidate) : null;
    if (doubt !== null)
      throw new StepError(
        'action_failed',
        `The ${nameCandidate(found.candidate)} is not used, because ${doubt}. Nothing was done to it.`,
        { noEffect: true },
      );
    return found;
  };

  const find = async (phrase: Phrase, purpose: Purpose): Promise<GroundedElement> => {
    const description = `"${describePhrase(phrase)}"`;
    for (let opened = 0; ; opened += 1) {
      const found = await withinTimeout(
        async ({ page, signal }, timeoutMs): Promise<{ opener: Hidden } | GroundedElement> => {
          const seen = await waitForView(
            page,
            (view): { opener: Hidden } | { view: PageView; candidate: Candidate } => {
              const entry = opened > 0 ? menuEntry(view, phrase) : null;
              const choice = entry ?? narrowed(view, chooseCandidate(view, phrase, purpose));
              const isMissing = 'none' in choice && opened < MAX_OPENED;
              const opener = isMissing ? (openerFor(view, phrase) ?? menuAround(view, phrase)) : null;
              if (opener !== null) return { opener };
              return { view, candidate: requireSingle(choice, description, nameCandidate) };
            },
            { timeoutMs, signal },
          );
          if ('opener' in seen) return seen;
          const { view, candidate } = seen;
          return trusted({ candidate, target: await targetOf(page, view, candidate, phrase) }, purpose);
        },
      );
      if (!('opener' in found)) {
        expectsTab = found.candidate.opensTab;
        return found;
      }
      const { opener, openerName, byPointing } = found.opener;
      await step(
        byPointing ? 'browser.hover' : 'browser.click',
        { target: { css: opener } },
        `Open "${openerName}"`,
      );
    }
  };

  const driver: PageDriver = {
    lastField: null,
    get page() {
      return surface.page;
    },
    get done() {
      return done;
    },
    begin: async (clause) => {
      words = clause.source;
      await follow();
    },
    withdrawAnswers: () => surface.withdrawAnswers(),
    step,
    find,
    waitForCandidate: (description, choice) =>
      withinTimeout(async ({ page, signal }, timeoutMs) => {
        const { view, candidate } = await waitForView(
          page,
          (view) => ({
            view,
            candidate: requireSingle(narrowed(view, choice(view)), description, nameCandidate),
          }),
          { timeoutMs, signal },
        );
        return { candidate, target: await targetOf(page, view, candidate, null) };
      }),
    durableLocator: (found, itemCss = null) =>
      withinTimeout(async ({ page }) => {
        const placed = itemCss === null ? null : await positionalLocator(page, found.css, itemCss);
        if (placed !== null && (await resolvesTo(page, placed, found.css))) return placed;
        return valueLocator(page, found);
      }),
    locateFor: (look) => withinTimeout(({ page }) => look(page)),
    note: (message, data) => host.emit({ type: 'agent.thought', stepId: `s${started}`, message, data }),
    waitForView: (pick) =>
      withinTimeout(({ page, signal }, timeoutMs) => waitForView(page, pick, { timeoutMs, signal })),
  };
  return driver;
}

/** "Actions", "⋯": the menu of the row or card that the phrase speaks of, or the one that it names. */
function menuAround(view: PageView, phrase: Phrase): Hidden | null {
  const shut = view.candidates.filter(({ expanded, disabled }) => expanded !== true && !disabled);
  const items = new Set(
    [phrase, ...(phrase.apart ?? [])].flatMap(({ within }) => {
      const item = within === null ? null : chooseItem(view, within);
      return item !== null && 'one' in item ? [item.one] : [];
    }),
  );
  const own = shut.filter((candidate) => candidate.opensMenu && candidate.items.some((at) => items.has(at)));
  const { menu } = phrase;
  const named =
    menu === undefined
      ? null
      : chooseCandidate({ ...view, candidates: shut }, { ...PLAIN, text: menu }, 'click');
  const [opener] = own.length === 1 ? own : named !== null && 'one' in named ? [named.one] : [];
  if (opener === undefined) return null;
  return {
    role: opener.role,
    name: '',
    opener: opener.css,
    openerName: opener.name || opener.text,
    byPointing: false,
  };
}

const PLAIN: Phrase = { text: '', kind: null, ordinal: null, within: null };

/** The entry of a menu that was opened to find it; the menu stands apart from its row. */
function menuEntry(view: PageView, phrase: Phrase): Choice<Candidate> | null {
  const entries = view.candidates.filter(
    ({ inMenu, role }) => inMenu && role !== 'menu' && role !== 'listbox',
  );
  for (const { text } of [phrase, ...(phrase.apart ?? [])]) {
    const found = chooseCandidate({ ...view, candidates: entries }, { ...PLAIN, text }, 'click');
    if ('one' in found) return found;
  }
  return null;
}

/** The menu, tab or section to open first, because it holds an element of that name. */
function openerFor(view: PageView, { text, quoted }: Phrase): Hidden | null {
  const least = quoted === true ? GRADES.equal : GRADES.synonym;
  const fitting = view.hidden.filter(({ name }) => grade(text, name) >= least);
  const openers = new Set(fitting.map(({ opener }) => opener));
  return openers.size === 1 ? (fitting[0] ?? null) : null;
}
