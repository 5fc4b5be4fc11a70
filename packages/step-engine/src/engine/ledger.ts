import type { WarningReason } from '@errand/contracts';

/** Something that speaks against an action having been accepted. */
export interface Sign {
  reason: WarningReason;
  /** The page's own words, or an observation if the page said nothing. */
  quote: string;
  /** It was true only at the moment at which it was seen: a later look does without it. */
  isPassing?: boolean;
  /** The deeds of a later action that answer it: it is told as a warning only once the next action did something else. */
  answeredBy?: readonly string[];
}

/** The result of one step that acted in a page. */
export interface ActionRecord {
  stepId: string;
  /** Describes the step for people. */
  description: string;
  warnings: readonly Sign[];
  /** Signs that end an ad-hoc Run or agent step unless a later step sets them right. */
  refusals: readonly Sign[];
  /** The targets of the step: its control, its form, method and path of its requests. */
  did: readonly string[];
  /** True when the step was a click or key press after which nothing at all changed. */
  nothingChanged: boolean;
  /** True when the site accepted something that the step sent. */
  landed: boolean;
  /** The page on which the step sent a form, as `pageKey` says. */
  from?: string;
  /** The errors that stood on its page before it. */
  stood?: readonly string[];
}

/** Signs of an action when its task is done, in addition to the earlier ones. */
export type LateSigns = Pick<ActionRecord, 'warnings' | 'refusals' | 'nothingChanged'>;

export interface Warning extends Pick<Sign, 'reason' | 'quote'> {
  step_id: string;
}

/** The results of one Run's actions, in order. */
export interface Ledger {
  readonly records: readonly ActionRecord[];
  readonly warnings: readonly Warning[];
  /** @param lookAgain judges the action once more on the page that it left */
  record(action: ActionRecord, lookAgain?: () => Promise<LateSigns | null>): void;
  /** A later step leaves the page of the last action for another one. */
  leavePage(): void;
  /** Looks again at the last action from number `since` on, and records its result. */
  lookAgain(since: number): Promise<void>;
  /** The task reads the expected result of the last action from the page. */
  read(): void;
  /** True when a later step read what `action` is to have brought about. */
  wasRead(action: ActionRecord): boolean;
  /**
   * The warnings that waited for an answer which the action after them did not give, each once. One that was answered is no
   * warning any more.
   * @param isOver no further action comes
   */
  takeUnanswered(isOver: boolean): Warning[];
}

function warningOf({ stepId }: ActionRecord, { reason, quote }: Sign): Warning {
  return { step_id: stepId, reason, quote };
}

/** An empty ledger, for one Run. */
export function createLedger(): Ledger {
  const records: ActionRecord[] = [];
  let last: { index: number; lookAgain: () => Promise<LateSigns | null> } | null = null;
  const read = new Set<ActionRecord>();
  let held: { index: number; sign: Sign }[] = [];
  const hold = (index: number, signs: readonly Sign[]) => {
    for (const sign of signs) if (sign.answeredBy !== undefined) held.push({ index, sign });
  };
  const replace = (index: number, action: ActionRecord, changed: ActionRecord) => {
    records[index] = changed;
    if (read.delete(action)) read.add(changed);
  };
  return {
    records,
    get warnings() {
      return records.flatMap((action) => action.warnings.map((sign) => warningOf(action, sign)));
    },
    record: (action, lookAgain) => {
      if (lookAgain !== undefined) last = { index: records.length, lookAgain };
      hold(records.length, action.warnings);
      records.push(action);
    },
    leavePage: () => (last = null),
    lookAgain: async (since) => {
      if (last === null || last.index < since) return;
      const { index, lookAgain } = last;
      const signs = await lookAgain();
      const action = records[index];
      if (signs === null || action === undefined) return;
      hold(
        index,
        signs.warnings.filter((sign) => !action.warnings.includes(sign)),
      );
      const landed = action.landed && signs.refusals.length === 0;
      replace(index, action, { ...action, ...signs, landed });
    },
    read: () => {
      const last = records.at(-1);
      if (last !== undefined) read.add(last);
    },
    wasRead: (action) => read.has(action),
    takeUnanswered: (isOver) => {
      const due = held.filter(({ index }) => isOver || index < records.length - 1);
      held = held.filter((each) => !due.includes(each));
      return due.flatMap(({ index, sign }) => {
        const action = records[index];
        if (action === undefined) return [];
        if (!isAnswered(sign, records.slice(index + 1))) return [warningOf(action, sign)];
        replace(index, action, { ...action, warnings: action.warnings.filter((each) => each !== sign) });
        return [];
      });
    },
  };
}

function isAnswered({ answeredBy = [] }: Sign, later: readonly ActionRecord[]): boolean {
  return later.some(({ did }) => did.some((deed) => answeredBy.includes(deed)));
}

/** A later step did the same again, and nothing spoke against it. */
function isSetRight(action: ActionRecord, later: readonly ActionRecord[]): boolean {
  return later.some(
    ({ did, refusals, nothingChanged }) =>
      refusals.length === 0 && !nothingChanged && did.some((deed) => action.did.includes(deed)),
  );
}

/** The first action that the site refused and no later one set right; null when the task may complete. */
export function openRefusal(
  ledger: Ledger,
  since: number,
): { action: ActionRecord; signs: readonly Sign[] } | null {
  const actions = ledger.records.slice(since);
  for (const [index, action] of actions.entries()) {
    const { refusals, nothingChanged } = action;
    if (refusals.length > 0 && !isSetRight(action, actions.slice(index + 1)))
      return { action, signs: refusals };
    const counts = index === actions.length - 1 || ledger.wasRead(action);
    if (nothingChanged && counts) {
      const said = action.warnings.find(({ reason }) => reason === 'nothing_changed');
      return {
        action,
        signs: [said ?? { reason: 'nothing_changed', quote: 'Nothing on the page changed.' }],
      };
    }
  }
  return null;
}
