import { z } from 'zod';
import { BlueprintDefinition } from '../public/blueprints.ts';
import { ElementBox } from '../public/run-event-data.ts';
import { ExecutionTarget, RunStatus } from '../public/runs.ts';
import { Effect } from '../public/runbooks.ts';
import { PinnedDefinition } from './runbooks.ts';
import { ArtifactKind, Decision } from '../public/run-events.ts';
import { RunEventsJob } from '../queue/run-events.ts';
import { Id, JsonObject, Text, Timestamp } from '../public/text.ts';

/** Identifies an attempt's executor in every internal call about a running Run. 409: the attempt is stale. */
export const LeaseHolder = z.strictObject({ attempt: z.int().positive(), executorId: z.string() });
export type LeaseHolder = z.infer<typeof LeaseHolder>;

/** The same as query parameters. */
export const HolderQuery = z.object({ attempt: z.coerce.number().int().positive(), executorId: z.string() });

/** Header with the `lease` of a ClaimedRun, required in every later call about the Run. 409: it does not match. */
export const LEASE_HEADER = 'x-errand-lease';

/** Header with the URI-encoded name of a downloaded file. */
export const FILENAME_HEADER = 'x-errand-filename';

/** `attempt` is the attempt of the queue job. */
export const ClaimRun = z.strictObject({
  ...LeaseHolder.shape,
  /** True: the claim is for a slot reserved for workspaces without active Runs. */
  reserved: z.boolean().default(false),
  /** Raw X25519 key that the secret inputs are sealed to. */
  publicKey: z.base64().length(44),
});
export type ClaimRun = z.infer<typeof ClaimRun>;

/**
 * Secret inputs at rest, in base64: each value is encrypted with the Run's data key, and the data key with the operator's
 * key `keyId`.
 */
export const SealedInputs = z.strictObject({
  keyId: z.string(),
  dataKey: z.base64(),
  values: z.record(z.string(), z.base64()),
});
export type SealedInputs = z.infer<typeof SealedInputs>;

/** Secret inputs in transit, encrypted with HPKE (RFC 9180) to the `publicKey` of the claim. */
export const InputsForExecutor = z.strictObject({ encapsulatedKey: z.base64(), ciphertext: z.base64() });
export type InputsForExecutor = z.infer<typeof InputsForExecutor>;

/** A person's approval. It is bound to exactly this step, input, origin and page. */
export const GrantedApproval = z.strictObject({
  stepId: z.string(),
  input: z.unknown(),
  origin: z.string().nullable(),
  pageDigest: z.string().nullable(),
  decision: Decision,
});
export type GrantedApproval = z.infer<typeof GrantedApproval>;

/** Everything an executor needs to execute the Run. */
export const ClaimedRun = z.strictObject({
  id: Id,
  workspaceId: Id,
  attempt: z.int().positive(),
  /** Sent in `LEASE_HEADER` by later calls, to prove that they come from this claim. */
  lease: z.string(),
  executionTarget: ExecutionTarget,
  task: z.string(),
  /** The pinned revision of a Runbook Run, null for an ad-hoc Run. */
  runbook: PinnedDefinition.nullable(),
  /** Of a Run of a Blueprint, whose `runbook` is null. Left out otherwise, because older executors reject unknown fields. */
  blueprint: BlueprintDefinition.pick({
    goal: true,
    startUrl: true,
    parameters: true,
    maxSteps: true,
  }).optional(),
  /** All inputs except secret ones. */
  inputs: JsonObject,
  secretInputs: InputsForExecutor.nullable(),
  /** True: only `read` steps act; targets of other steps are located and reported. */
  dryRun: z.boolean(),
  /** Of an ad-hoc Run. Left out when not set, because older executors reject unknown fields. */
  outputSchema: JsonObject.optional(),
  applicationScope: z.array(z.string()).optional(),
  /** Steps with an effect that an earlier attempt completed. They are not repeated; their outputs are used. */
  completedSteps: z.array(z.strictObject({ id: z.string(), output: z.unknown() })),
  /** An approval that an earlier attempt received and did not use. */
  grantedApproval: GrantedApproval.nullable(),
  /** How many of its executors and browsers were lost. Left out when none, as above. */
  lostAttempts: z.int().positive().optional(),
  /** W3C trace context of the request that created the Run. Left out when not set, as above. */
  traceparent: z.string().optional(),
  /** When the Run was first claimed. */
  startedAt: Timestamp,
  /** Milliseconds left of the Run's timeout. */
  timeoutMs: z.int().positive(),
  /** Milliseconds without an accepted heartbeat after which the executor must have stopped. */
  leaseMs: z.int().positive(),
  heartbeatIntervalMs: z.int().positive(),
});
export type ClaimedRun = z.infer<typeof ClaimedRun>;

/** The most reports, claims and Runs of one `Exchange`. */
export const MAX_EXCHANGED = 32;

/** Milliseconds for which an executor waits for Runs in an open call before its slots go back to the queue. */
export const EXCHANGE_WAIT_MS = 30;
/** The same, while another slot of the executor takes jobs from the queue. */
export const SPARE_WAIT_MS = 200;

/** The requests of an executor's slots in one tick, in one call. */
export const Exchange = z.strictObject({
  executorId: z.string(),
  /** As in ClaimRun; one for all Runs of this call. */
  publicKey: z.base64().length(44),
  /** Each is the only report of its attempt and carries the outcome. */
  ends: z.array(RunEventsJob).max(MAX_EXCHANGED),
  claims: z
    .array(
      ClaimRun.pick({ attempt: true, reserved: true }).extend({
        runId: Id,
        /** The executor had no answer to the same claim before, which may have been granted. */
        again: z.boolean().default(false),
      }),
    )
    .max(MAX_EXCHANGED),
  /** How many Runs of the backlog the executor takes in addition, for slots whose Runs have just ended. */
  room: z.int().min(0).max(MAX_EXCHANGED),
  /** With `room` alone: the call waits up to EXCHANGE_WAIT_MS for a Run when there is none. */
  waits: z.boolean().default(false),
  /** With `waits`: it waits up to SPARE_WAIT_MS. */
  spare: z.boolean().default(false),
});
export type Exchange = z.input<typeof Exchange>;

export const Exchanged = z.strictObject({
  /** In the order of `ends`. False: not applied; the report has to go through the queue. */
  ended: z.array(z.boolean()),
  /** In the order of `claims`: the Run, or the status with which the claim was refused. */
  claimed: z.array(z.union([ClaimedRun, z.int()])),
  /** At most `room`. */
  taken: z.array(ClaimedRun),
});
export type Exchanged = z.infer<typeof Exchanged>;

/** Nothing may act while the status is `paused`, and only the person while it is `user_controlling`. */
export const HeartbeatAnswer = z.strictObject({
  status: RunStatus,
  /** Addresses of the runs services where someone watches the Run live. */
  watchers: z.array(z.string()).default([]),
  /** The member who controls the browser. */
  controller: z.string().nullable().default(null),
});

/** `events` is the number of events that the attempt may have reported. */
export const ReportLoss = z.strictObject({ ...LeaseHolder.shape, events: z.int().min(0) });
export type ReportLoss = z.infer<typeof ReportLoss>;

/** The action of the intent that covers everything a person does while they control the browser. */
export const BY_PERSON = 'by a person';
/** The step id of such an intent. */
export const BY_PERSON_STEP = 'control';

export const DeclareIntent = z.strictObject({
  ...LeaseHolder.shape,
  /** Number of the effect within the attempt, from 1. */
  ordinal: z.int().positive(),
  stepId: z.string(),
  effect: Effect.exclude(['read']),
  action: z.string(),
  /** True for the input of the person who controls the Run. */
  byPerson: z.boolean().default(false),
  /** Where the effect happens. After one in the browser, the page cannot be rebuilt by another executor. */
  surface: z.enum(['browser', 'http', 'desktop']),
});
export type DeclareIntent = z.input<typeof DeclareIntent>;

/** The outcome of a declared effect. */
export const EffectOutcome = z.enum(['landed', 'not_landed', 'unknown']);
export type EffectOutcome = z.infer<typeof EffectOutcome>;

/** `events` is the number of events that the attempt has reported. */
export const ReleaseRun = z.strictObject({ ...LeaseHolder.shape, events: z.int().min(0).default(0) });
export type ReleaseRun = z.infer<typeof ReleaseRun>;

/** `events` as above. */
export const SuspendRun = z.strictObject({ ...LeaseHolder.shape, events: z.int().min(0) });
export type SuspendRun = z.infer<typeof SuspendRun>;

/** Length limit of the agent's request to a person. */
export const MAX_ASKED_LENGTH = 500;

/** `events` as above. */
export const AskPerson = z.strictObject({
  ...SuspendRun.shape,
  reason: Text.min(1).max(MAX_ASKED_LENGTH),
});
export type AskPerson = z.infer<typeof AskPerson>;

/** False: no other executor can resume the Run, or it lost too many attempts. The executor reports its failure. */
export const RequeuedRun = z.strictObject({ requeued: z.boolean() });

/** False: the executor keeps the Run. Its approval was just decided, or its page could not be rebuilt elsewhere. */
export const SuspendedRun = z.strictObject({ suspended: z.boolean() });

/** Query that goes with a file. */
export const StoreArtifact = z.object({
  ...HolderQuery.shape,
  kind: ArtifactKind,
  stepId: z.string().optional(),
  filename: z.string().min(1).max(255),
  contentType: z.string().min(1).max(255),
  /** `relaxed`: the file may be lost if the database server crashes before the Run ends. */
  commit: z.enum(['durable', 'relaxed']).default('durable'),
});
export type StoreArtifact = z.infer<typeof StoreArtifact>;

/**
 * An approval is bound to the step, its resolved input (secrets masked), the page's origin, and the texts of the control and its
 * form.
 */
export const RequestApproval = z.strictObject({
  ...LeaseHolder.shape,
  /** Number of events that the attempt has reported. */
  events: z.int().min(0).default(0),
  stepId: z.string(),
  message: z.string(),
  input: z.unknown(),
  origin: z.string().nullable(),
  /** A hash of the control's texts and its form's values, secrets masked; null if the step acts on no control. */
  pageDigest: z.string().nullable().default(null),
  /** Position of the control in the window, shown to the person who decides. */
  element: ElementBox.nullable().default(null),
  /** Address of the page, shown to the person who decides. */
  url: z.string().nullable().default(null),
  /** JSON Schema of the value that the person must provide; null: none. */
  answerSchema: JsonObject.nullable().default(null),
});
export type RequestApproval = z.infer<typeof RequestApproval>;

export const RequestedApproval = z.strictObject({ id: Id });

/** Null: not decided yet, poll again. */
export const ApprovalState = z.strictObject({ decision: Decision.nullable() });
