import type { PrimitiveName, Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import { type RunSession, reportFailure, type Call, type TaskRun, type Secrets } from '@errand/step-engine';
import { StepError } from '@errand/browser-runtime';
import { approvalReason } from './approval-reason.ts';
import type { Clause, Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { controlOfValue } from '../finding/control-of-value.ts';
import { viewMeant } from '../finding/form-in-use.ts';
import type { Choice } from '../finding/choice.ts';
import type { Purpose } from '../finding/purposes.ts';
import { waitForView } from '../finding/wait-for-view.ts';
import { targetOf, type LocatedElement } from '../locators/element-locator.ts';
import { nameCandidate, requireSingle } from '../finding/require-single.ts';
import { requireTelling } from '../finding/doubtful-name.ts';
import { narrowEquals } from '../finding/narrow-equals.ts';
import type { Reach } from '../elsewhere/links-to-follow.ts';
import { targetAt } from '../page/frames.ts';
import { valueLocator } from '../locators/value-locator.ts';
import { inTexts } from './map-texts.ts';
import { readPageView } from '../page/read-page-view.ts';
import { MAX_OPENED, menuAround, menuEntry, openerFor, openerWithin } from '../finding/openers.ts';
import type { Candidate, Fact, Hidden, PageView } from '../page/page-view.ts';

const LOCATE_TIMEOUT_MS = 10_000;
/** Extra time to find out why an element was not found. */
const DIAGNOSIS_TIMEOUT_MS = 5_000;
const TAB_TIMEOUT_MS = 2_000;
/** What a menu takes to open when it is pointed at; many wait so that passing over it opens nothing. */
const OPENING_MS = 1_000;

/** Reads and operates the page for one task; each `step` is a step of the Run. */
export interface PageDriver {
  readonly page: Page;
  /** Steps done so far. */
  readonly done: number;
  /** Requests that changed something or led to another page so far. */
  readonly sent: number;
  /** The words of the instruction that is being carried out. */
  readonly said: string;
  /** Starts the work on `clause`, in the newest tab if one was opened in the meantime. */
  begin(clause: Clause): Promise<void>;
  /** How far from the page the instruction may be looked for. */
  reach: Reach;
  /** The page is one on which something is looked for that the page before lacked. */
  isElsewhere: boolean;
  /** The next instruction saves or sends what this one writes. */
  isSavedNext: boolean;
  /** What stood on the thing whose link led to this page. */
  about: string;
  /** Steps that were tried and changed nothing. */
  idle: number;
  /** A page of a list was asked for. */
  hasTurned: boolean;
  /** What the page said when the last element on it was found. */
  readonly textBefore: string | null;
  /** CSS of the most recently used field. */
  lastField: string | null;
  /** Chosen last in a list that takes several, and how much had been sent by then. */
  chosen: { readonly css: string; readonly labels: readonly string[]; readonly sent: number } | null;
  /** Withdraws an unused dialog answer; true when there was one. */
  withdrawAnswers(): boolean;
  step(primitive: PrimitiveName, input: unknown, instruction: string): Promise<unknown>;
  /** The last value read, for "paste it". */
  copied: string | null;
  find(phrase: Phrase, purpose: Purpose): Promise<LocatedElement>;
  /** The candidate that `choice` selects, waited for; messages call it `description`. */
  waitForCandidate(
    description: string,
    choice: (view: PageView) => Choice<Candidate>,
    /** What to find in a menu, tab or section when it is not visible. */
    phrase?: Phrase | null,
  ): Promise<LocatedElement>;
  /** Opens a menu, tab or section. */
  open(hidden: Hidden): Promise<void>;
  /** What `pick` finds; `otherwise` looks in another way once the page had time to show it. */
  waitForView<Found>(
    pick: (view: PageView) => Found,
    otherwise?: (view: PageView) => Found | null,
  ): Promise<Found>;
  /** The locator of a value that is to be read; with `itemCss` by the place of that item in its list. */
  durableLocator(found: Candidate | Fact, itemCss?: string | null): Promise<Target>;
  /** Looks for a target on the page, which belongs to the next step. */
  locateFor<Found>(look: (page: Page) => Promise<Found>): Promise<Found>;
  /** Does `work`, and ends it early with what is missing once `isHopeless` says so; nothing is reported as failed. */
  attempt<Made>(work: () => Promise<Made>, isHopeless: (view: PageView) => boolean): Promise<Made>;
  /** Reports what was attempted without success. */
  report(error: unknown): void;
  /** The page as it is now. */
  look<Found>(pick: (view: PageView) => Found): Promise<Found>;
  /** Reports the task's conclusion from the previous step. */
  note(message: string, data: Record<string, unknown>): void;
}

/** What presses an element, whose name has to say what that does. */
const PRESSED: ReadonlySet<Purpose> = new Set<Purpose>(['click', 'download', 'choose']);

/** @param maxSteps steps that may be taken */
export function createPageDriver(
  session: RunSession,
  run: TaskRun,
  secrets: Secrets,
  maxSteps = Infinity,
): PageDriver {
  const { surface, host, limits } = session;
  let done = 0;
  let words = '';
  let known = new Set(surface.tabs);
  let expectsTab = false;
  let textBefore: string | null = null;
  let isHopeless: ((view: PageView) => boolean) | null = null;
  const report = (error: unknown) => {
    if (error instanceof StepError) reportFailure(session, run.stepId, error, { landed: 'nothing' });
  };
  const here = (view: PageView): PageView => viewMeant(view, driver, words);
  /** Reading the page belongs to the step that it prepares. */
  const withinTimeout = async <Found>(
    look: (call: Call, timeoutMs: number) => Promise<Found>,
  ): Promise<Found> => {
    const timeoutMs = Math.min(LOCATE_TIMEOUT_MS, limits.stepTimeoutMs);
    await host.gate?.open();
    try {
      return await run.look({ timeoutMs: timeoutMs + DIAGNOSIS_TIMEOUT_MS }, (call) =>
        call.interruptible(() => look(call, timeoutMs)),
      );
    } catch (error) {
      // What is tried in other ways has not failed yet.
      if (isHopeless === null) report(error);
      throw error;
    }
  };
  const step = async (primitive: PrimitiveName, input: unknown, said: string): Promise<unknown> => {
    if (run.started >= maxSteps)
      throw new StepError('agent_gave_up', `The task was not done after ${maxSteps} steps.`);
    const message = secrets.hide(said);
    const doubt = await approvalReason(surface.page, primitive, input, words);
    const output = await run.act({
      primitive,
      input,
      instruction: doubt === null ? message : `${message} (${doubt})`,
      shown: { message, input: inTexts(input, (text) => secrets.hide(text)) },
      ...(doubt !== null && { risk: 'high' }),
    });
    done += 1;
    await run.settle();
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

  const open = async ({ opener, openerName, byPointing }: Hidden): Promise<void> => {
    await step(
      byPointing ? 'browser.hover' : 'browser.click',
      { target: targetAt(opener) },
      `Open "${openerName}"`,
    );
  };

  /** Opens the menu, tab or section that holds what `phrase` names, until `choice` finds it. */
  const reach = async (
    description: string,
    phrase: Phrase | null,
    choice: (view: PageView, opened: number) => Choice<Candidate>,
    check: (found: LocatedElement) => LocatedElement,
  ): Promise<LocatedElement> => {
    const pointedAt = new Map<string, number>();
    const clicked = new Set<string>();
    for (let opened = 0; ; opened += 1) {
      const found = await withinTimeout(
        async ({ page, signal }, timeoutMs): Promise<{ opener: Hidden } | LocatedElement> => {
          const seen = await waitForView(
            page,
            (found): { opener: Hidden } | { view: PageView; candidate: Candidate } => {
              const view = here(found);
              const chosen = narrowEquals(view, choice(view, opened), driver.lastField);
              const isMissing = phrase !== null && 'none' in chosen && opened < MAX_OPENED;
              const opener = isMissing
                ? (openerFor(view, phrase.text, 'use', phrase.quoted) ??
                  openerWithin(view, phrase) ??
                  menuAround(view, phrase))
                : null;
              const pointed = opener === null ? undefined : pointedAt.get(opener.opener);
              const isOpening = pointed !== undefined && performance.now() - pointed < OPENING_MS;
              // What has opened nothing may have done something, which a second click would do again.
              if (opener !== null && !isOpening && !clicked.has(opener.opener)) return { opener };
              return { view, candidate: requireSingle(chosen, description, nameCandidate) };
            },
            { timeoutMs, signal },
            null,
            isHopeless,
          );
          if ('opener' in seen) return seen;
          const { view, candidate } = seen;
          textBefore = view.text;
          return check({ candidate, target: await targetOf(page, view, candidate, phrase) });
        },
      );
      if (!('opener' in found)) return found;
      // What does not open when it is pointed at is clicked.
      const { opener } = found.opener;
      const byPointing = found.opener.byPointing && !pointedAt.has(opener);
      await open({ ...found.opener, byPointing });
      pointedAt.set(opener, performance.now());
      if (!byPointing) clicked.add(opener);
    }
  };

  const chooseFor = (view: PageView, phrase: Phrase, purpose: Purpose): Choice<Candidate> => {
    const choice = chooseCandidate(view, phrase, purpose);
    return 'none' in choice && purpose === 'click' ? (controlOfValue(view, phrase) ?? choice) : choice;
  };

  const find = async (phrase: Phrase, purpose: Purpose): Promise<LocatedElement> => {
    const found = await reach(
      `"${describePhrase(phrase)}"`,
      phrase,
      (view, opened) => (opened > 0 ? menuEntry(view, phrase) : null) ?? chooseFor(view, phrase, purpose),
      (element) => {
        if (PRESSED.has(purpose)) requireTelling(element.candidate);
        return element;
      },
    );
    expectsTab = found.candidate.opensTab;
    return found;
  };

  const driver: PageDriver = {
    reach: 'site',
    isElsewhere: false,
    isSavedNext: false,
    about: '',
    idle: 0,
    hasTurned: false,
    lastField: null,
    chosen: null,
    copied: null,
    get page() {
      return surface.page;
    },
    get done() {
      return done;
    },
    get sent() {
      return session.ledger.records.flatMap(({ did }) => did).filter((deed) => /^[A-Z]+ \//u.test(deed))
        .length;
    },
    get said() {
      return words;
    },
    get textBefore() {
      return textBefore;
    },
    begin: async (clause) => {
      // Where it is asked is no part of what is asked.
      words =
        clause.kind === 'read'
          ? clause.source.replace(/\s+(?:on|at|in|from|of)\s+https?:\S+/giu, '')
          : clause.source;
      await follow();
    },
    withdrawAnswers: () => surface.dialogs.withdraw(),
    step,
    find,
    open,
    waitForCandidate: (description, choice, phrase = null) =>
      reach(description, phrase, choice, (found) => found),
    durableLocator: (found, itemCss = null) =>
      withinTimeout(({ page }) => valueLocator(page, found, itemCss)),
    locateFor: (look) => withinTimeout(({ page }) => look(page)),
    note: (message, data) => host.emit({ type: 'agent.thought', stepId: run.lastStepId, message, data }),
    attempt: async (work, hopeless) => {
      const outer = isHopeless;
      isHopeless = hopeless;
      try {
        return await work();
      } finally {
        isHopeless = outer;
      }
    },
    report,
    look: (pick) => withinTimeout(async ({ page }) => pick(here(await readPageView(page)))),
    waitForView: (pick, otherwise) =>
      withinTimeout(({ page, signal }, timeoutMs) =>
        waitForView(page, (view) => pick(here(view)), { timeoutMs, signal }, otherwise, isHopeless),
      ),
  };
  return driver;
}
