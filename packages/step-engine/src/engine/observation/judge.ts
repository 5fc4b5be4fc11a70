import type { ShownDialog } from '@errand/browser-runtime';
import { StepError } from '@errand/browser-runtime';
import type { ActionRecord, Sign } from '../ledger.ts';
import { truncate } from '@errand/browser-runtime';
import type { Seen } from './seen.ts';
import { isSaidTaken, shownErrors, toneAfter, wordsOf } from './shown-texts.ts';
import { alertSigns } from './judge-alerts.ts';
import { formAgain, notSent } from './judge-form.ts';
import { quietRefusal } from './judge-quiet.ts';
import { asksToSignIn } from './judge-sign-in.ts';
import { askedToRetry, failedScript, isWorkOver, oneMoreButton, withoutResult } from './judge-unfinished.ts';
import { proofsAsked, unansweredChoice } from './judge-asked.ts';
import { saidFalse, showsNothingOf } from './judge-unmoved.ts';
import { chosenInVain, documentSigns } from './judge-document.ts';
import type { PageFacts } from './page-facts.ts';
import { isOwnSite } from './site.ts';
import { type Exchange, isUnsafe } from './traffic.ts';
import {
  deedOf,
  failureOf,
  isFailed,
  isGivenUp,
  isRepeated,
  isTold,
  isWork,
  reportsIn,
} from './exchanges.ts';

/** The verdict on an action, by the table of docs/truth.md. */
export interface Verdict extends Pick<ActionRecord, 'did' | 'nothingChanged' | 'landed'> {
  /** Signs that end no step by themselves. */
  warnings: Sign[];
  /** The warnings that end a task unless a later step sets them right. */
  refusals: Sign[];
  /** Ends the step, in every kind of session. */
  failure: StepError | null;
  /** Ends the step of a Runbook whose completion condition does not hold on the document. */
  badDocument: StepError | null;
}

/** Actions that ask the site for something; the others put values into controls. */
const ASKS: ReadonlySet<string> = new Set([
  'browser.click',
  'browser.press',
  'browser.drag',
  'browser.download',
  'browser.evaluate',
]);
const MAY_CHANGE_NOTHING: ReadonlySet<string> = new Set(['browser.click', 'browser.press', 'browser.drag']);
/** Keys that make a control act. */
const ACTIVATES = /(?:Enter|Space| )$/;
/** A key that only leaves its control: behind the last one of a page it leads nowhere. */
const LEAVES = /(?:^|\+)Tab$/;
const MAX_QUOTE_LENGTH = 300;

function httpSigns(
  seen: Seen,
  reports: ReadonlySet<Exchange>,
): { document: Sign | null; sent: Sign[]; read: Sign[] } {
  const page = new URL(seen.before.url);
  const target = URL.parse(seen.before.form?.action ?? '');
  const isOwn = ({ url }: Exchange) => isOwnSite(url, page) || url.host === target?.host;
  const words = wordsOf(seen);
  const isDeed = (each: Exchange) => each.isDocument || (isUnsafe(each) && !reports.has(each));
  const sign = (exchange: Exchange): Sign => ({
    reason: 'http_error',
    quote: truncate(
      words === null ? failureOf(exchange) : `${words} (${failureOf(exchange)})`,
      MAX_QUOTE_LENGTH,
    ),
    isPassing: exchange.status === null || exchange.isAgain,
  });
  const failed = seen.exchanges.filter((each) => isFailed(each) || isGivenUp(each, seen.exchanges));
  const document = failed.find(({ isTop }) => isTop);
  const data = failed.filter(
    (each) =>
      !each.isTop &&
      isOwn(each) &&
      ['xhr', 'fetch', 'document'].includes(each.kind) &&
      !isRepeated(each, seen.exchanges),
  );
  return {
    document: document === undefined ? null : sign(document),
    sent: data.filter(isDeed).map(sign),
    read: data.filter((each) => !isDeed(each)).map(sign),
  };
}

function isUnchanged({ before, reading, exchanges, downloads, tabs }: Seen): boolean {
  if (reading === null) return false;
  return (
    !reading.changed &&
    !reading.leaves &&
    reading.url === before.url &&
    !exchanges.some((each) => isWork(each, new URL(before.url))) &&
    downloads === 0 &&
    tabs === 0
  );
}

/** The question of a dialog that opened since the action; an earlier question does not count. */
function questionOf({ before, reading, after }: Seen): string | null {
  const asked = (reading ?? after)?.question ?? '';
  return asked === '' || asked === before.question ? null : asked;
}

/** The dialog that was answered is still open, and says more than before but not that it was taken. */
function isAskedAgain({ before, reading }: Seen): boolean {
  const asked = reading?.question ?? '';
  if (before.question === '' || asked === before.question || !asked.startsWith(before.question)) return false;
  return toneAfter(before)(asked.slice(before.question.length)) !== 'taken';
}

/** The question that the action raised, and the one that it answered: both name the same action, so that an answer settles its question. */
function questionsDealtWith(seen: Seen): string[] {
  const { before, reading, after } = seen;
  const isAnswered =
    before.question !== '' && (reading ?? after)?.question !== before.question && !isAskedAgain(seen);
  return [questionOf(seen) ?? '', isAnswered ? before.question : '']
    .filter((question) => question !== '')
    .map((question) => `question ${question}`);
}

/** The lists that an earlier step set, and that hold what they came with since this one gave another field its value. */
function listsUnset({ reading, done = [] }: Seen): { key: string; name: string }[] {
  return (reading?.listsPutBack ?? []).filter(({ key }) => done.includes(`give ${key}`));
}

/** The action sent a password, or followed a link to a page that asks for one: a sign-in page is then expected. */
function isAboutSession(seen: Seen, attempted: boolean): boolean {
  const { control, form } = seen.before;
  return (
    (attempted && (form?.hasPassword === true || seen.before.asksCode)) ||
    (control?.tag === 'a' && asksToSignIn(seen) !== null)
  );
}

/**
 * What an action does to its control, as a deed that a later one may repeat: asking for something or giving a value. A key that only
 * leads away from a field does nothing to it.
 */
export function deedOfControl(primitive: string, { control }: PageFacts, isAsking = true): string[] {
  if (control === null || (primitive === 'browser.press' && !isAsking)) return [];
  return [`${ASKS.has(primitive) ? 'ask' : 'give'} ${control.key}`];
}

function deedsOf(primitive: string, seen: Seen, attempted: boolean, isAsking: boolean): string[] {
  const { before, exchanges } = seen;
  const more = isAsking ? oneMoreButton(seen) : null;
  return [
    ...questionsDealtWith(seen),
    ...(more === null ? [] : [`press ${more}`]),
    ...deedOfControl(primitive, before, isAsking),
    ...(attempted && before.form !== null ? [before.form.key] : []),
    ...(isAboutSession(seen, attempted) ? ['sign in'] : []),
    ...exchanges.filter((each) => isUnsafe(each) || each.isTop).map(deedOf),
  ];
}

/**
 * Judges the observations around an action. Pure.
 * @param key that was pressed, null when none was
 */
export function judge(
  primitive: string,
  all: Seen,
  dialogs: readonly ShownDialog[],
  key: string | null = null,
): Verdict {
  const reports = reportsIn(all.exchanges, all.before.control?.says ?? '');
  const seen = { ...all, exchanges: all.exchanges.filter((each) => !reports.has(each)) };
  const { before, reading } = seen;
  const asks = ASKS.has(primitive);
  const attempted =
    before.form !== null &&
    asks &&
    ((before.control?.submits ?? false) || key?.endsWith('Enter') === true || reading?.submitted != null);
  const http = httpSigns(all, reports);
  const warnings: Sign[] = [...http.read];
  const refusals: Sign[] = [...(http.document === null ? [] : [http.document]), ...http.sent];
  const wasSent = seen.exchanges.some(isUnsafe);

  const failure = asks ? notSent(seen, attempted) : null;
  const question = asks ? questionOf(seen) : null;
  for (const { text, refuses } of shownErrors(seen, attempted))
    if (refuses && (asks || wasSent)) refusals.push({ reason: 'error_shown', quote: text });
    // A dialog that asks may be an alert as well.
    else if (question?.includes(text) !== true) warnings.push({ reason: 'error_shown', quote: text });
  const marked = wasSent && !isSaidTaken(seen) ? (reading?.marked ?? []) : [];
  for (const { name, message } of failure === null ? [...(reading?.invalid ?? []), ...marked] : [])
    (asks ? refusals : warnings).push({
      reason: 'field_invalid',
      quote: message === '' ? name : `${name}: ${message}`,
    });
  if (!asks && reading !== null && reading.ownInvalid !== '' && reading.control?.value !== '')
    warnings.push({
      reason: 'field_invalid',
      quote: `${before.control?.says ?? 'The field'}: ${reading.ownInvalid}`,
    });
  if (dialogs.some(({ type }) => type === 'beforeunload'))
    refusals.push({ reason: 'dialog_closed', quote: 'The page asked whether to leave it, and was not left' });
  for (const { sign, refuses } of alertSigns(seen, dialogs, asks)) (refuses ? refusals : warnings).push(sign);

  if (question !== null)
    (wasSent && isSaidTaken(seen) && !isAskedAgain(seen) ? warnings : refusals).push({
      reason: 'dialog_open',
      quote: `The page asks, and was not answered: ${question}`,
      answeredBy: [`question ${question}`],
    });
  const choice = asks ? unansweredChoice(seen) : null;
  const choices = choice?.buttons.map((name) => `press ${name}`) ?? [];
  if (choice !== null)
    refusals.push({
      reason: 'dialog_open',
      quote: `The page asks, and was not answered: ${choice.text}`,
      answeredBy: choices,
    });
  const proofs = asks ? proofsAsked(seen) : [];
  const given = proofs.map(({ key: field }) => `give ${field}`);
  for (const { name } of proofs.slice(0, 1))
    refusals.push({ reason: 'dialog_open', quote: `The page asks for more: ${name}`, answeredBy: given });
  const signIn = asksToSignIn(seen);
  if (signIn !== null) refusals.push({ reason: 'sign_in_asked', quote: signIn });
  const turns = reading?.turns === true && !isSaidTaken(seen) ? 'a sign turns that came with the action' : '';
  const atWork = reading?.atWork || turns;
  if (seen.isLast && atWork !== '')
    refusals.push({ reason: 'error_shown', quote: `The page is still at work: ${atWork}` });
  const retry = askedToRetry(seen, asks);
  if (retry !== null) refusals.push({ reason: 'error_shown', quote: retry });
  const without = asks ? withoutResult(seen) : null;
  if (without !== null) refusals.push(without);
  const lists = asks ? [] : listsUnset(seen);
  for (const { name } of lists)
    refusals.push({ reason: 'change_taken_back', quote: `The field "${name}" holds its old value again` });
  const inVain = asks || isSaidTaken(seen) ? null : chosenInVain(seen);
  if (inVain !== null)
    refusals.push({ reason: 'change_taken_back', quote: `The field "${inVain}" holds its old value again` });
  const unmoved = asks ? showsNothingOf(seen) : null;
  if (unmoved !== null) refusals.push(unmoved);
  const denied = asks ? saidFalse(seen) : null;
  if (denied !== null) refusals.push(denied);
  const quiet = asks ? quietRefusal(seen, dialogs) : null;
  if (quiet !== null) refusals.push(quiet);
  const fault = asks ? failedScript(seen) : null;
  if (fault !== null) refusals.push(fault);
  const more = asks ? oneMoreButton(seen) : null;
  if (more !== null)
    refusals.push({
      reason: 'dialog_open',
      quote: `The page asks for one more button to be pressed: ${more}`,
      answeredBy: [`press ${more}`],
    });
  const again = formAgain(seen, attempted);
  if (again !== null) refusals.push({ reason: 'form_shown_again', quote: again, isPassing: true });
  refusals.push(
    ...(asks ? documentSigns(seen) : []).filter(
      (sign) => again === null || sign.reason !== 'form_shown_again',
    ),
  );
  if (reading?.takenBack != null && !isWorkOver(seen))
    refusals.push({
      reason: 'change_taken_back',
      quote: `The page showed "${reading.takenBack}" and took it back`,
    });
  const nothingChanged =
    MAY_CHANGE_NOTHING.has(primitive) &&
    !LEAVES.test(key ?? '') &&
    dialogs.length === 0 &&
    failure === null &&
    isUnchanged(seen);
  const nothing: Sign[] = nothingChanged
    ? [{ reason: 'nothing_changed', quote: 'Nothing on the page changed' }]
    : [];

  return {
    warnings: [...refusals, ...warnings, ...nothing],
    refusals,
    failure,
    badDocument:
      http.document === null
        ? null
        : new StepError('action_failed', `The site refused: ${http.document.quote}`),
    did: [
      ...deedsOf(primitive, seen, attempted, key === null || ACTIVATES.test(key)),
      // A later step may choose again.
      ...lists.map(({ key: list }) => `give ${list}`),
      ...given,
      ...choices,
      // One that was refused presses nothing that an earlier answer asked for.
      ...(asks && refusals.length === 0 ? [`press ${before.control?.says ?? ''}`] : []),
    ],
    nothingChanged,
    landed: refusals.length === 0 && failure === null && seen.exchanges.some(isTold),
  };
}
