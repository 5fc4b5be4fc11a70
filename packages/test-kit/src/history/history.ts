import type { RunStatus } from '@errand/contracts';

/** What was asked for once, however often the request was sent. Its token stands in the Run's metadata and in its effects. */
export interface Creation {
  token: string;
  workspace: string;
  /** Null: sent once, without an idempotency key. */
  key: string | null;
  /** Steps that a completed Run must have made the site feel, each once. */
  effects: readonly string[];
}

export type Request =
  | { kind: 'create'; token: string }
  | { kind: 'read' | 'cancel' | 'trespass'; runId: string }
  | { kind: 'list' };

/** A request and what came back. Times are milliseconds since the epoch, here as everywhere in a history. */
export interface Exchange {
  sentAt: number;
  answeredAt: number;
  workspace: string;
  request: Request;
  /** Null: no complete response arrived, so the outcome is unknown. */
  status: number | null;
  body: string;
}

/** A POST that reached the fixture site. */
export interface SiteEffect {
  at: number;
  token: string;
  step: string;
  /** Cookies that came with it: tokens of the pages that the same browser context has seen. */
  cookies: string;
}

/** A Run as its row stands at the end. */
export interface RunRecord {
  id: string;
  workspaceId: string;
  token: string | null;
  key: string | null;
  status: RunStatus;
  attempt: number;
  stepCount: number;
  lastSeq: number;
  errorCode: string | null;
  errorMessage: string | null;
  createdAt: number;
  completedAt: number | null;
}

/** A change of a Run's row, in the order of the commits. */
export interface Transition {
  runId: string;
  at: number;
  from: RunStatus | null;
  to: RunStatus;
  attempt: number;
  owner: string | null;
  stepCount: number;
}

export interface EventRecord {
  runId: string;
  seq: number;
  at: number;
  type: string;
  stepId: string | null;
  message: string;
  data: Record<string, unknown> | null;
}

export interface IntentRecord {
  runId: string;
  attempt: number;
  stepId: string;
  landed: boolean | null;
  createdAt: number;
}

export interface OutboxRecord {
  runId: string;
  attempt: number;
}

/** How many Runs of a workspace executors hold at the end, as the service counts them and as their rows say. */
export interface LoadRecord {
  workspaceId: string;
  counted: number;
  held: number;
}

/** What was done to the system, from the moment it began until it was whole again. */
export interface FaultRecord {
  name: string;
  from: number;
  until: number;
  /** An orderly stop: no Run may suffer from it. */
  isGraceful: boolean;
}

/** Everything that is known of one period of a system: what clients and the site saw, and what the database holds after. */
export interface History {
  workspaces: readonly { name: string; id: string; mark: string }[];
  creations: readonly Creation[];
  exchanges: readonly Exchange[];
  effects: readonly SiteEffect[];
  runs: readonly RunRecord[];
  transitions: readonly Transition[];
  events: readonly EventRecord[];
  intents: readonly IntentRecord[];
  outboxRows: readonly OutboxRecord[];
  loads: readonly LoadRecord[];
  faults: readonly FaultRecord[];
}

export interface Violation {
  invariant: string;
  detail: string;
}

/** A rule for every history. `find` returns one sentence per violation. */
export interface Invariant {
  name: string;
  find: (history: Indexed) => string[];
}

/** A history with what belongs together found by its key. */
export interface Indexed extends History {
  run: ReadonlyMap<string, RunRecord>;
  runsOfToken: ReadonlyMap<string, readonly RunRecord[]>;
  creation: ReadonlyMap<string, Creation>;
  eventsOf: (runId: string) => readonly EventRecord[];
  transitionsOf: (runId: string) => readonly Transition[];
  intentsOf: (runId: string) => readonly IntentRecord[];
  effectsOf: (token: string) => readonly SiteEffect[];
  /** The request that created a Run; undefined if there was none. */
  creationOf: (run: RunRecord) => Creation | undefined;
}

function groups<Item, Key>(items: readonly Item[], key: (item: Item) => Key) {
  const map = Map.groupBy(items, key);
  return (wanted: Key): readonly Item[] => map.get(wanted) ?? [];
}

export function index(history: History): Indexed {
  const creation = new Map(history.creations.map((each) => [each.token, each]));
  return {
    ...history,
    creation,
    run: new Map(history.runs.map((run) => [run.id, run])),
    runsOfToken: Map.groupBy(history.runs, ({ token }) => token ?? ''),
    eventsOf: groups(
      history.events.toSorted((a, b) => a.seq - b.seq),
      ({ runId }) => runId,
    ),
    transitionsOf: groups(history.transitions, ({ runId }) => runId),
    intentsOf: groups(history.intents, ({ runId }) => runId),
    effectsOf: groups(history.effects, ({ token }) => token),
    creationOf: ({ token }) => (token === null ? undefined : creation.get(token)),
  };
}

/** The field of an answer's JSON object; undefined when there is none. */
export function answered({ body }: Exchange, field: string): unknown {
  try {
    const value = JSON.parse(body) as Record<string, unknown> | null;
    return value?.[field];
  } catch {
    return undefined;
  }
}
