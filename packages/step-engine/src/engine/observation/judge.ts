import { type ShownDialog, StepError } from '@errand/browser-runtime';
import type { ActionRecord, Sign } from '../ledger.ts';
import { type Case, caseOf, refusing, type Rule, whenAsking } from './case.ts';
import { deedOfControl, deedOfPressing } from './deeds.ts';
import { deedOf, isTold, isWork } from './exchanges.ts';
import { alertsClosed, notLeft } from './judge-alerts.ts';
import { choiceLeftOpen, dialogStays, noticeOpened, proofAsked, questionLeftOpen } from './judge-asked.ts';
import { answeredEmpty, errorOfDocument, fieldDropped, valueReplaced } from './judge-document.ts';
import { formAgain } from './judge-form.ts';
import { chosenAgain, listsUnset, valueExchanged } from './judge-fields.ts';
import { leftUnsorted, pressedOnNothing } from './judge-lists.ts';
import { quietRefusal, searchNotMade } from './judge-quiet.ts';
import { failedCalls, failedDocument, failedDownloads } from './judge-requests.ts';
import { errorsShown, invalidFields, stillAtWork, takenBack } from './judge-shown.ts';
import { asksToSignIn, signInAsked } from './judge-sign-in.ts';
import { failedScript, oneMoreButton, retryOffered, withoutResult } from './judge-unfinished.ts';
import { ledBack, ledElsewhere, leftUnsent, saidFalse, showsNothingOf } from './judge-unmoved.ts';
import { valueTakenOtherwise } from './judge-values.ts';
import { questionsDealtWith } from './questions.ts';
import type { Seen } from './seen.ts';
import { isUnsafe } from './traffic.ts';

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

/** Each looks for what speaks against an action, in the order in which it is told. */
const RULES: readonly Rule[] = [
  failedDocument,
  failedCalls,
  whenAsking(failedDownloads),
  errorsShown,
  invalidFields,
  notLeft,
  alertsClosed,
  whenAsking(questionLeftOpen),
  whenAsking(refusing(choiceLeftOpen)),
  whenAsking(refusing(noticeOpened)),
  whenAsking(refusing(dialogStays)),
  whenAsking(refusing(proofAsked)),
  refusing(signInAsked),
  refusing(stillAtWork),
  refusing(retryOffered),
  whenAsking(refusing(withoutResult)),
  listsUnset,
  chosenAgain,
  valueExchanged,
  whenAsking(refusing(showsNothingOf)),
  whenAsking(refusing(saidFalse)),
  whenAsking(refusing(ledBack)),
  whenAsking(refusing(leftUnsorted)),
  pressedOnNothing,
  leftUnsent,
  refusing(quietRefusal),
  whenAsking(refusing(searchNotMade)),
  whenAsking(refusing(ledElsewhere)),
  whenAsking(refusing(failedScript)),
  whenAsking(refusing(oneMoreButton)),
  whenAsking(refusing(errorOfDocument)),
  whenAsking(refusing(fieldDropped)),
  whenAsking(refusing(valueReplaced)),
  whenAsking(refusing(valueTakenOtherwise)),
  whenAsking(refusing(answeredEmpty)),
  refusing(formAgain),
  refusing(takenBack),
];

const MAY_CHANGE_NOTHING: ReadonlySet<string> = new Set(['browser.click', 'browser.press', 'browser.drag']);
/** A key that only leaves its control: behind the last one of a page it leads nowhere. */
const LEAVES = /(?:^|\+)Tab$/;

function isUnchanged({ before, reading, exchanges, downloads, tabs }: Seen): boolean {
  return (
    reading !== null &&
    !reading.changed &&
    !reading.leaves &&
    reading.url === before.url &&
    !exchanges.some((each) => isWork(each, new URL(before.url))) &&
    downloads === 0 &&
    tabs === 0
  );
}

function changedNothing({ primitive, key, seen, dialogs, failure }: Case): boolean {
  return (
    MAY_CHANGE_NOTHING.has(primitive) &&
    !LEAVES.test(key ?? '') &&
    dialogs.length === 0 &&
    failure === null &&
    isUnchanged(seen)
  );
}

/** The action sent a password, or followed a link to a page that asks for one: a sign-in page is then expected. */
function isAboutSession({ seen, attempted }: Case): boolean {
  const { control, form, asksCode } = seen.before;
  return (
    (attempted && (form?.hasPassword === true || asksCode)) ||
    (control?.tag === 'a' && asksToSignIn(seen) !== null)
  );
}

/** What an action did to its control, its form, the questions of the page, and by its requests. */
function deedsOf(action: Case): string[] {
  const { primitive, seen, attempted, key } = action;
  const { before, exchanges } = seen;
  return [
    ...questionsDealtWith(seen),
    ...deedOfControl(primitive, before, key),
    ...(attempted && before.form !== null ? [before.form.key] : []),
    ...(isAboutSession(action) ? ['sign in'] : []),
    ...exchanges.filter((each) => isUnsafe(each) || each.isTop).map(deedOf),
  ];
}

/**
 * Judges the observations around an action. Pure.
 * @param key that was pressed, null when none was
 */
export function judge(
  primitive: string,
  observed: Seen,
  dialogs: readonly ShownDialog[],
  key: string | null = null,
): Verdict {
  const action = caseOf(primitive, observed, dialogs, key);
  const { seen, asks, failure } = action;
  const found = RULES.flatMap((rule) => rule(action));
  const refusals = found.filter(({ refuses }) => refuses).map(({ sign }) => sign);
  const others = found.filter(({ refuses }) => !refuses).map(({ sign }) => sign);
  const nothingChanged = changedNothing(action);
  const nothing: Sign[] = nothingChanged
    ? [{ reason: 'nothing_changed', quote: 'Nothing on the page changed' }]
    : [];
  const [document] = failedDocument(action);
  return {
    warnings: [...refusals, ...others, ...nothing],
    refusals,
    failure,
    badDocument:
      document === undefined
        ? null
        : new StepError('action_failed', `The site refused: ${document.sign.quote}`),
    did: [
      ...deedsOf(action),
      // A later action that gives the answer does the same, and so sets this one right.
      ...found.flatMap(({ sign }) => sign.answeredBy ?? []),
      // One that was refused presses nothing that an earlier answer asked for.
      ...(asks && refusals.length === 0 ? [deedOfPressing(seen.before.control?.says ?? '')] : []),
    ],
    nothingChanged,
    landed: refusals.length === 0 && failure === null && seen.exchanges.some(isTold),
  };
}
