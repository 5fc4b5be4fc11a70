import type { ShownDialog, StepError } from '@errand/browser-runtime';
import type { Sign } from '../ledger.ts';
import { isAsking } from './deeds.ts';
import { reportsIn } from './exchanges.ts';
import { notSent } from './judge-form.ts';
import { questionOf } from './questions.ts';
import type { Seen } from './seen.ts';
import { type Exchange, isUnsafe } from './traffic.ts';

/** An action and what was observed around it, as the rules look at it. */
export interface Case {
  primitive: string;
  /** The key that was pressed; null when none was. */
  key: string | null;
  /** Asks the site for something; other actions put values into controls. */
  asks: boolean;
  /** Meant to send the form that it acted in. */
  attempted: boolean;
  wasSent: boolean;
  /** Without the requests that only report on the visitor. */
  seen: Seen;
  all: readonly Exchange[];
  reports: ReadonlySet<Exchange>;
  dialogs: readonly ShownDialog[];
  /** Why the form was not sent, which fails the step. */
  failure: StepError | null;
  /** What a dialog asks that opened since the action. */
  question: string | null;
}

/** A sign, and whether it ends a task unless a later step sets it right. */
export interface Found {
  sign: Sign;
  refuses: boolean;
}

/** Looks for signs of one kind. */
export type Rule = (action: Case) => Found[];

/** Prepares the observations around an action for the rules. */
export function caseOf(
  primitive: string,
  observed: Seen,
  dialogs: readonly ShownDialog[],
  key: string | null,
): Case {
  const all = observed.exchanges;
  const reports = reportsIn(all, observed.before.control?.says ?? '');
  const seen = { ...observed, exchanges: all.filter((each) => !reports.has(each)) };
  const { before, reading } = seen;
  const asks = isAsking(primitive);
  const attempted =
    before.form !== null &&
    asks &&
    ((before.control?.submits ?? false) || key?.endsWith('Enter') === true || reading?.submitted != null);
  return {
    primitive,
    key,
    asks,
    attempted,
    wasSent: seen.exchanges.some(isUnsafe),
    seen,
    all,
    reports,
    dialogs,
    failure: asks ? notSent(seen, attempted) : null,
    question: asks ? questionOf(seen) : null,
  };
}

/** The rule, for actions that ask the site for something. */
export function whenAsking(rule: Rule): Rule {
  return (action) => (action.asks ? rule(action) : []);
}

/** A rule that finds at most one sign, which refuses. */
export function refusing(find: (seen: Seen, action: Case) => Sign | null): Rule {
  return (action) => {
    const sign = find(action.seen, action);
    return sign === null ? [] : [{ sign, refuses: true }];
  };
}
