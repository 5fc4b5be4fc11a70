import type { WarningReason } from '@errand/contracts';

/** Something that speaks against an action having been accepted. */
export interface Sign {
  reason: WarningReason;
  /** The page's own words, or what was seen where the page said nothing. */
  quote: string;
}

/** The result of one step that acted in a page. */
export interface ActionRecord {
  stepId: string;
  /** What the step is about, for people. */
  description: string;
  warnings: readonly Sign[];
  /** Signs that end an ad-hoc Run or agent step unless a later step sets them right. */
  refusals: readonly Sign[];
  /** What the step acted upon and sent: its control, its form, method and path of its requests. */
  did: readonly string[];
  /** True when the step was a click or key press after which nothing at all changed. */
  nothingChanged: boolean;
  /** True when the site accepted something that the step sent. */
  landed: boolean;
}

export interface Warning extends Sign {
  step_id: string;
}

/** The results of one Run's actions, in order. */
export interface Ledger {
  readonly records: readonly ActionRecord[];
  readonly warnings: readonly Warning[];
  record(action: ActionRecord): void;
  /** The task reads from the page what the last action is to have brought about. */
  read(): void;
  /** True when a later step read what `action` is to have brought about. */
  wasRead(action: ActionRecord): boolean;
}

export function createLedger(): Ledger {
  const records: ActionRecord[] = [];
  const read = new Set<ActionRecord>();
  return {
    records,
    get warnings() {
      return records.flatMap(({ stepId, warnings }) =>
        warnings.map((sign) => ({ step_id: stepId, ...sign })),
      );
    },
    record: (action) => void records.push(action),
    read: () => {
      const last = records.at(-1);
      if (last !== undefined) read.add(last);
    },
    wasRead: (action) => read.has(action),
  };
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
    if (nothingChanged && counts)
      return { action, signs: [{ reason: 'nothing_changed', quote: 'Nothing on the page changed.' }] };
  }
  return null;
}
