import type { ExecutionTarget, RunStatus } from '@errand/contracts';

/** One intended Run, however often its request was sent. The Run's metadata and effects carry its token. */
export interface Creation {
  token: string;
  workspace: string;
  /** Null: sent once, without an idempotency key. */
  key: string | null;
  /** Steps whose effects a completed Run must have caused on the site, each exactly once. */
  effects: readonly string[];
}

export type Request =
  | { kind: 'create'; token: string }
  | { kind: 'read' | 'cancel' | 'control' | 'trespass'; runId: string }
  | { kind: 'list' };

/** A request and its response. All times in a history are milliseconds since the epoch. */
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
  /** The Cookie header: tokens of pages that the same browser context visited. */
  cookies: string;
}

/** A Run's row at the end. */
export interface RunRecord {
  id: string;
  workspaceId: string;
  target: ExecutionTarget;
  /** Null: not a Run of a Blueprint. */
  blueprintId: string | null;
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

/** Whether a Run failed because what executed it was lost: an executor, or a device. */
export function isLoss(errorCode: string | null): boolean {
  return errorCode === 'executor_lost' || errorCode === 'device_disconnected';
}

/** One change of a Run's row; transitions are in commit order. */
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
  action: string;
  landed: boolean | null;
  createdAt: number;
}

export interface OutboxRecord {
  runId: string;
  attempt: number;
}

/** The number of a workspace's active Runs at the end, by the service's counter and by the rows. */
export interface LoadRecord {
  workspaceId: string;
  counted: number;
  held: number;
}

/** An injected fault, from its start until the system was healthy again. */
export interface FaultRecord {
  name: string;
  from: number;
  until: number;
  /** An orderly stop, which must not affect any Run. */
  isGraceful: boolean;
}

/** The record of one test period: what clients and the site saw, and the database contents afterwards. */
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

/** A history with indexes by key. */
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

/** Groups the records by Run or token once, so that each invariant need not; events of a Run are ordered by `seq`. */
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

/** A field of the response's JSON object; undefined when absent. */
export function answered({ body }: Exchange, field: string): unknown {
  try {
    const value = JSON.parse(body) as Record<string, unknown> | null;
    return value?.[field];
  } catch {
    return undefined;
  }
}
