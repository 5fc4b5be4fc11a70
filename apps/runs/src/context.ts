import type { RunState } from '@errand/contracts';
import type { LeaseTimes } from '@errand/contracts/internal';
import type { InternalClient, Logger, Sealer } from '@errand/service-kit';
import type { Signals, TypedQueue } from '@errand/service-kit/queue';
import type { Pool } from 'pg';
import type { StorageQuotas } from './artifacts/storage.ts';
import type { ArtifactStore } from './artifacts/open-store.ts';
import type { Batched } from './db/batch.ts';
import type { PrismaClient } from './db/generated/client.ts';
import type { EvidenceSigner } from './evidence/keys.ts';
import type { LeaseTokens } from './lifecycle/lease-token.ts';
import type { NewRunRow } from './lifecycle/write-runs.ts';
import type { PinRevision } from './runbooks/revisions.ts';
import type { AskedRun } from './runs/read.ts';
import type { ClaimRequest, ClaimResult } from './lifecycle/claim.ts';
import type { EndRow } from './lifecycle/end-whole.ts';
import type { ClaimRate } from './scheduling/claim-rate.ts';
import type { LookForDueWork } from './scheduling/due-work.ts';
import type { WaitingExecutors } from './scheduling/waiting-executors.ts';
import type { LiveTokens } from './live/token.ts';
import type { LiveViews } from './live/views.ts';
import type { RunChanges } from './events/run-changes.ts';
import type { RunWatch } from './events/watch.ts';

/** Dependencies of the operations of this service. */
export interface Context {
  /** For handwritten SQL; `prisma` runs on the same pool. */
  pool: Pool;
  prisma: PrismaClient;
  /** Stores a Run; false when its idempotency key is taken. */
  writeRun: Batched<NewRunRow, boolean>;
  /** The state of a Run; null when the workspace has no such Run. */
  readRun: Batched<AskedRun, RunState | null>;
  writeClaim: Batched<ClaimRequest, ClaimResult>;
  writeEnd: Batched<EndRow, { seconds: number | null } | null>;
  runbooks: InternalClient;
  pinRevision: PinRevision;
  artifacts: ArtifactStore;
  sealer: Sealer;
  leaseTokens: LeaseTokens;
  evidence: EvidenceSigner;
  signals: Signals;
  liveTokens: LiveTokens;
  liveViews: LiveViews;
  /** The queue of executors' reports, to see whether one is still pending. */
  reports: TypedQueue<'run-events'>;
  watch: RunWatch;
  runChanges: RunChanges;
  claims: ClaimRate;
  lookForDueWork: LookForDueWork;
  waitingExecutors: WaitingExecutors;
  /** Wakes the relay before its next round: a Run is due again, or a slot is free. */
  wakeRelay(): void;
  /** Tells the relay that a Run is new. */
  runAccepted(): void;
  /** Aborted when the service stops: long polls and streams end at once. */
  stopping: AbortSignal;
  log: Logger;
  /** Limit of concurrent Runs per workspace. */
  workspaceRunLimit: number;
  storage: StorageQuotas;
  lease: LeaseTimes;
  /** Lease of a paired device. */
  deviceLease: LeaseTimes;
  runTimeoutMs: number;
  approvalTimeoutMs: number;
  interruptedTimeoutMs: number;
}
