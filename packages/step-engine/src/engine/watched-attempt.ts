import type { Locator, Page } from 'playwright-core';
import { type ShownDialog, isConnectionHeld, StepError } from '@errand/browser-runtime';
import type { ActedOn } from '@errand/contracts';
import type { Call } from '../primitives/call.ts';
import type { Primitive } from '../primitives/primitive.ts';
import { writtenFor } from '../primitives/written-values.ts';
import { placeAfter, placeBefore } from './acted-on.ts';
import { type AttemptResult, attemptStep, type AttemptOptions } from './attempt.ts';
import type { ActionRecord, LateSigns, Sign } from './ledger.ts';
import { deedOfControl } from './observation/deeds.ts';
import { judge, type Verdict } from './observation/judge.ts';
import { pageKey } from './observation/judge-document.ts';
import { isUnsafe } from './observation/traffic.ts';
import { Observer } from './observation/observe.ts';
import type { Seen } from './observation/seen.ts';
import { misheld, untakenFile } from './observation/read-back.ts';
import type { PageFacts } from './observation/page-facts.ts';
import type { RunSession } from './run-session.ts';
import { warnOf, warnOfUnanswered } from './warn.ts';

/** Primitives that act in a page; their results are observed. */
const ACTS: ReadonlySet<string> = new Set([
  'browser.click',
  'browser.press',
  'browser.fill',
  'browser.type',
  'browser.select',
  'browser.check',
  'browser.uncheck',
  'browser.upload',
  'browser.drag',
  'browser.download',
  'browser.evaluate',
]);

/** Whether a primitive, by name, acts in a page, so that its result is observed. */
export function actsInPage(primitive: string): boolean {
  return ACTS.has(primitive);
}

interface Action {
  id: string;
  description: string;
  primitive: Primitive;
  input: unknown;
}

/** The value as the control was given it, so that it can be compared with what the control holds. */
function asGiven(primitive: string, input: unknown, { control }: PageFacts): unknown {
  const given = input as { value?: string; text?: string };
  if (primitive === 'browser.fill') return { ...given, value: writtenFor(control, given.value ?? '') };
  if (primitive === 'browser.type') return { ...given, text: writtenFor(control, given.text ?? '') };
  return input;
}

/** @throws {StepError} `action_failed` when the control does not hold what was asked */
function readBack(session: RunSession, { primitive, input }: Action, seen: Seen): void {
  const { before, reading } = seen;
  if (reading === null || !reading.isControlThere || reading.control === null) return;
  const untaken = untakenFile(primitive.name, input, seen);
  if (untaken !== null)
    throw new StepError(
      'action_failed',
      `"${before.control?.says ?? 'The field'}" holds no file: ${untaken}.`,
    );
  const wrong = misheld(primitive.name, asGiven(primitive.name, input, before), reading.control);
  if (wrong === null) return;
  const { asked, held } = wrong;
  const isSecret = reading.control.type === 'password' || session.mask.text(asked) !== asked;
  const values = isSecret ? 'another value than was asked' : `"${held}", not "${asked}"`;
  throw new StepError('action_failed', `"${before.control?.says ?? 'The control'}" holds ${values}.`);
}

function recordOf({ id, description }: Action, verdict: Verdict, { before, exchanges }: Seen): ActionRecord {
  const { warnings, refusals, did, nothingChanged, landed } = verdict;
  const isSent = before.digest !== '' && exchanges.some(isUnsafe);
  return {
    stepId: id,
    description,
    warnings,
    refusals,
    did,
    nothingChanged,
    landed,
    ...(isSent && { from: pageKey(before) }),
    stood: before.errors.map(({ text }) => text),
  };
}

/** What the observation of a step has to know of those before it. */
function pastOf(records: readonly ActionRecord[]): Pick<Seen, 'earlier' | 'told' | 'done'> {
  const quoted = new Set(records.flatMap(({ warnings }) => warnings.map(({ quote }) => quote)));
  return {
    earlier: records.flatMap(({ from }) => from ?? []),
    told: records.flatMap(({ stood = [] }) => stood).filter((text) => !quoted.has(text)),
    done: records.flatMap(({ did }) => did),
  };
}

function signOf(error: StepError, reason: Sign['reason']): Sign {
  return { reason, quote: error.message };
}

/** The signs of both looks; a page that changed after all is none. */
function lateSigns(session: RunSession, stepId: string, first: LateSigns, late: LateSigns): LateSigns {
  const isNew = (old: readonly Sign[]) => (sign: Sign) =>
    !old.some(({ reason, quote }) => reason === sign.reason && quote === sign.quote);
  const added = late.warnings.filter(isNew(first.warnings));
  warnOf(session, stepId, added);
  const kept = first.refusals.filter((sign) => sign.isPassing !== true || !isNew(late.refusals)(sign));
  return {
    warnings: [...first.warnings, ...added],
    refusals: [...kept, ...late.refusals.filter(isNew(first.refusals))],
    nothingChanged: first.nothingChanged && late.nothingChanged,
  };
}

/** Notes what came of an act on the desktop, and warns of it. */
export function desktopWatch(session: RunSession, stepId: string, description: string): Call['onActed'] {
  return ({ did, ...signs }, lookAgain) => {
    warnOf(session, stepId, signs.warnings);
    const landed = signs.refusals.length === 0 && !signs.nothingChanged;
    let known: LateSigns = signs;
    session.ledger.record({ stepId, description, did, landed, ...signs }, async () => {
      const late = await lookAgain();
      return late === null ? null : (known = lateSigns(session, stepId, known, late));
    });
  };
}

/** An action that failed by itself stays open until a later one does the same with success. */
function recordFailure(session: RunSession, action: Action, before: PageFacts | null, sign: Sign): void {
  session.ledger.record({
    stepId: action.id,
    description: action.description,
    warnings: [],
    refusals: [sign],
    did: before === null ? [] : deedOfControl(action.primitive.name, before),
    nothingChanged: false,
    landed: false,
  });
}

/** Pages that did not answer for a watch that begins in the action's own call: there the step looks before it acts. */
const KEPT_OUT = new WeakSet<Page>();

function isKeptOutOf({ surface }: RunSession): boolean {
  return surface.activePage !== null && KEPT_OUT.has(surface.activePage);
}

/** Whether steps may use plain targets without Playwright: a whole trace is to hold all calls, with the DOM around each. */
export function mayGoPastPlaywright({ surface, limits }: RunSession): boolean {
  return limits.trace !== 'on' && surface.isOpen && isConnectionHeld(surface.context);
}

/** The page kept the step from being watched, so nothing speaks for what came of it. */
function recordUnwatched(session: RunSession, { id, description }: Action): void {
  const sign: Sign = {
    reason: 'not_watched',
    quote: 'The page kept the action from being watched, so it is not known what came of it',
  };
  warnOf(session, id, [sign]);
  session.ledger.record({
    stepId: id,
    description,
    warnings: [sign],
    refusals: [sign],
    did: [],
    nothingChanged: false,
    landed: false,
  });
}

/** How a step is held to what a person approved. */
export interface Admission {
  /** Throws when the step must not act on the page as it is now. */
  admit: (facts: PageFacts | null) => void;
  /** False when nothing was approved, so that every page will do. */
  isBound: boolean;
}

/**
 * Attempts a step that acts in a page, and observes the page until it is quiet. Signs of failure become warnings, are noted
 * in the session's ledger, or fail the step, by the table of docs/truth.md.
 * @param onPlace told where the element is that is acted on, again when that changed
 * @throws {StepError}
 */
export async function attemptWatched(
  session: RunSession,
  action: Action,
  bounds: AttemptOptions,
  { admit, isBound }: Admission,
  onPlace: (place: ActedOn | null) => void,
): Promise<AttemptResult> {
  const { name, handler } = action.primitive;
  const observer = new Observer();
  const dialogs: ShownDialog[] = [];
  let verdict: Verdict | null = null;
  const prepare = async (call: Call, element: Locator) => {
    const facts = await observer.watch(call, element);
    session.surface.dialogs.takeLate();
    admit(facts);
    onPlace(placeBefore(facts));
    return facts;
  };
  const prepareInAction = async (call: Call, locate: (scope: Locator) => Locator) => {
    session.surface.dialogs.takeLate();
    return observer.watchInAction(call, locate, (facts) => onPlace(placeBefore(facts)));
  };
  let isMissed = false;
  const watchDirectly = async (call: Call, isClick: boolean) => {
    session.surface.dialogs.takeLate();
    return observer.watchDirectly(call, isClick, (facts) => onPlace(placeBefore(facts)));
  };
  const work = async (call: Call): Promise<unknown> => {
    if (name === 'browser.evaluate') admit(await observer.watch(call, null));
    let output = await handler(call, action.input);
    let seen = await observer.settle(call);
    if (seen?.reading?.missed === true) {
      // The element had moved away, and nothing was done.
      isMissed = true;
      output = await handler(call, action.input);
      seen = await observer.settle(call);
    }
    if (seen === null) {
      if (observer.isKeptOut) {
        KEPT_OUT.add(call.page);
        recordUnwatched(session, action);
      }
      return output;
    }
    const place = name === 'browser.evaluate' ? null : placeAfter(seen);
    if (place !== null) onPlace(place);
    const key = name === 'browser.press' ? (action.input as { key: string }).key : null;
    const past = pastOf(session.ledger.records);
    const first = judge(name, { ...seen, ...past }, dialogs, key);
    verdict = first;
    warnOf(session, action.id, first.warnings);
    let known: LateSigns = first;
    session.ledger.record(recordOf(action, first, seen), async () => {
      const late = await observer.lookAgain(session.host.signal);
      dialogs.push(...session.surface.dialogs.takeLate());
      if (late === null) return null;
      return (known = lateSigns(session, action.id, known, judge(name, { ...late, ...past }, dialogs, key)));
    });
    warnOfUnanswered(session, { isOver: false });
    const { failure, badDocument } = first;
    if (failure !== null) throw failure;
    if (badDocument !== null && session.kind === 'runbook') call.failUnlessComplete(badDocument);
    readBack(session, action, seen);
    return output;
  };
  try {
    return await attemptStep(
      session,
      {
        ...bounds,
        prepare,
        ...(!isBound && !isKeptOutOf(session) && { prepareInAction }),
        ...(!isBound &&
          !isKeptOutOf(session) &&
          mayGoPastPlaywright(session) && {
            watchDirectly: (call: Call, isClick: boolean) =>
              isMissed ? Promise.resolve(null) : watchDirectly(call, isClick),
          }),
        onDialog: (dialog) => dialogs.push(dialog),
      },
      work,
    );
  } catch (error) {
    const failure = error instanceof StepError ? error : null;
    const seen = verdict as Verdict | null;
    const asked = dialogs.find(({ type }) => type === 'confirm' || type === 'prompt');
    if (failure !== null && asked !== undefined)
      recordFailure(session, action, observer.before, { reason: 'dialog_closed', quote: asked.message });
    else if (failure !== null && seen?.failure === failure)
      recordFailure(session, action, observer.before, signOf(failure, 'form_not_sent'));
    throw error;
  }
}
