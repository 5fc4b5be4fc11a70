import { z } from 'zod';
import { ExecutionTarget } from '../public/runs.ts';
import { Effect, RunbookDefinition } from '../public/runbooks.ts';
import { ArtifactKind, Decision } from '../public/run-events.ts';
import { Id, JsonObject } from '../public/text.ts';

/** Which execution of a Run speaks: every internal call about a running Run carries it, and a stale one is refused with 409. */
const Holder = z.strictObject({ attempt: z.int().positive(), executorId: z.string() });
export type Holder = z.infer<typeof Holder>;

/** `Holder` in a query. */
const HolderQuery = z.object({ attempt: z.coerce.number().int().positive(), executorId: z.string() });

/** Carries the `lease` of a ClaimedRun in every later call about the Run: without the right one it is refused with 409. */
export const LEASE_HEADER = 'x-errand-lease';

/** POST /internal/runs/{run_id}/claim: `attempt` is the one the doorbell named. */
export const ClaimRun = z.strictObject({
  ...Holder.shape,
  /** True: for a slot that is reserved for workspaces of which no Run is under way. */
  reserved: z.boolean().default(false),
  /** X25519, raw: the secret inputs are sealed to it. */
  publicKey: z.base64().length(44),
});
export type ClaimRun = z.infer<typeof ClaimRun>;

/**
 * Secret inputs as they are stored, everything in base64: each value encrypted with a data key of the Run's
 * own, the data key with the operator's key that `keyId` names.
 */
export const SealedInputs = z.strictObject({
  keyId: z.string(),
  dataKey: z.base64(),
  values: z.record(z.string(), z.base64()),
});
export type SealedInputs = z.infer<typeof SealedInputs>;

/** Secret inputs on their way to the executor that claimed the Run: HPKE (RFC 9180) to the key of its claim. */
export const InputsForExecutor = z.strictObject({ encapsulatedKey: z.base64(), ciphertext: z.base64() });
export type InputsForExecutor = z.infer<typeof InputsForExecutor>;

/** A person's approval, and exactly what was asked: it holds for nothing else. */
export const GrantedApproval = z.strictObject({
  stepId: z.string(),
  input: z.unknown(),
  origin: z.string().nullable(),
  decision: Decision,
});
export type GrantedApproval = z.infer<typeof GrantedApproval>;

/** Everything that the executor needs; it asks for nothing else about the Run. */
export const ClaimedRun = z.strictObject({
  id: Id,
  workspaceId: Id,
  attempt: z.int().positive(),
  /** Proves in later calls that they come from the execution that claimed the Run. */
  lease: z.string(),
  executionTarget: ExecutionTarget,
  task: z.string(),
  /** The pinned revision of a Runbook Run, null for an ad-hoc Run. */
  runbook: RunbookDefinition.nullable(),
  /** All inputs but the secret ones. */
  inputs: JsonObject,
  secretInputs: InputsForExecutor.nullable(),
  /** True: only `read` steps act, the others are located and reported. */
  dryRun: z.boolean(),
  /** Steps with an effect that an earlier execution completed: they are not repeated, their outputs stand. */
  /** Of an ad-hoc Run; absent without one, so that executors that do not know them yet are not told. */
  outputSchema: JsonObject.optional(),
  applicationScope: z.array(z.string()).optional(),
  completedSteps: z.array(z.strictObject({ id: z.string(), output: z.unknown() })),
  /** Given to an earlier execution that did not come to use it. */
  grantedApproval: GrantedApproval.nullable(),
  /** The trace that asked for the Run; absent without one, so that executors that do not know it yet are not told. */
  traceparent: z.string().optional(),
  /** Milliseconds that the Run may still take. */
  timeoutMs: z.int().positive(),
  /** Milliseconds without an accepted beat after which the executor must have stopped. */
  leaseMs: z.int().positive(),
  beatMs: z.int().positive(),
});
export type ClaimedRun = z.infer<typeof ClaimedRun>;

/** POST /internal/runs/{run_id}/beat: extends the lease; 409 means the Run is no longer this executor's. */
export const BeatRun = Holder;

/** Query of GET /internal/runs/{run_id}/lease: 204 while the execution holds the Run, 409 when it does not any more. */
export const CheckLease = HolderQuery;

/**
 * POST /internal/runs/{run_id}/loss: the executor's process is gone and its browser is dead, so the lease need not be waited
 * for. `events` is how many the attempt may have reported: until all of them were applied the answer is a 503.
 */
export const ReportLoss = z.strictObject({ ...Holder.shape, events: z.int().min(0) });
export type ReportLoss = z.infer<typeof ReportLoss>;

/** POST /internal/runs/{run_id}/intents: an effect is about to happen. Acknowledged with 204 before it may. */
export const DeclareIntent = z.strictObject({
  ...Holder.shape,
  /** Counts the effects of this attempt from 1. */
  ordinal: z.int().positive(),
  stepId: z.string(),
  effect: Effect.exclude(['read']),
  action: z.string(),
  /** What the effect goes through. One that landed through the browser is part of a page that nobody can rebuild. */
  surface: z.enum(['browser', 'http', 'desktop']),
});
export type DeclareIntent = z.infer<typeof DeclareIntent>;

/**
 * POST /internal/runs/{run_id}/release: hands an unfinished Run back at shutdown; not counted as a crash. `events` is how
 * many the attempt has reported: until all of them were applied the answer is a 503.
 */
export const ReleaseRun = z.strictObject({ ...Holder.shape, events: z.int().min(0).default(0) });
export type ReleaseRun = z.infer<typeof ReleaseRun>;

/** POST /internal/runs/{run_id}/park: the executor frees the browser of a Run that waits for a person. `events` as above. */
export const ParkRun = z.strictObject({ ...Holder.shape, events: z.int().min(0) });
export type ParkRun = z.infer<typeof ParkRun>;

/**
 * POST /internal/runs/{run_id}/browser-lost: the browser ended under the Run, through no fault of the Run that is known.
 * `events` as above.
 */
export const LoseBrowser = ParkRun;

/** False: nobody else can go on with the Run, or its browsers and executors were lost too often; report how it failed. */
export const RequeuedRun = z.strictObject({ requeued: z.boolean() });

/** False: not now, go on holding it. The question was just answered, or the page could not be rebuilt. */
export const ParkedRun = z.strictObject({ parked: z.boolean() });

/** Query of GET /internal/runs/{run_id}/artifacts/{artifact_id}, answered with the bytes. */
export const ReadArtifact = HolderQuery;

/** Query of PUT /internal/runs/{run_id}/artifacts/{artifact_id}; the body is the bytes. */
export const StoreArtifact = z.object({
  ...HolderQuery.shape,
  kind: ArtifactKind,
  stepId: z.string().optional(),
  filename: z.string().min(1).max(255),
  contentType: z.string().min(1).max(255),
});
export type StoreArtifact = z.infer<typeof StoreArtifact>;

/**
 * POST /internal/runs/{run_id}/approvals: the Run waits for a person from now on. What is asked is bound to the step, its
 * resolved input (secrets masked) and the page's origin.
 */
export const RequestApproval = z.strictObject({
  ...Holder.shape,
  /** How many events the attempt has reported: until all of them were applied the answer is a 503. */
  events: z.int().min(0).default(0),
  stepId: z.string(),
  message: z.string(),
  input: z.unknown(),
  origin: z.string().nullable(),
  /** Address of the page, for the person who decides. */
  url: z.string().nullable().default(null),
  /** JSON Schema of the value that the answer must bring; null: an approval is all. */
  answerSchema: JsonObject.nullable().default(null),
});
export type RequestApproval = z.infer<typeof RequestApproval>;

export const RequestedApproval = z.strictObject({ id: Id });

/** Query of GET /internal/runs/{run_id}/approvals/{approval_id}, which answers within seconds, decided or not. */
export const AwaitApproval = HolderQuery;

/** Null: nobody has decided yet, ask again. A rejection is not seen here: it ends the Run, so the answer is a 409. */
export const ApprovalState = z.strictObject({ decision: Decision.nullable() });
