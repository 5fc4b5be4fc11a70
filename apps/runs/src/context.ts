import type { LeaseTimes } from '@errand/contracts/internal';
import type { InternalClient, Logger, Sealer, Signals, TypedQueue } from '@errand/service-kit';
import type { Pool } from 'pg';
import type { ArtifactStore } from './artifacts/store.ts';
import type { Batched } from './db/batch.ts';
import type { PrismaClient } from './db/generated/client.ts';
import type { LeaseTokens } from './lifecycle/lease-token.ts';
import type { NewRunRow } from './lifecycle/accept.ts';
import type { RunWatch } from './runs/watch.ts';

/** What the verbs of this service work with. */
export interface Context {
  /** For the statements in db/sql and lifecycle; `prisma` runs on the same pool. */
  pool: Pool;
  prisma: PrismaClient;
  /** Stores a Run; false when its idempotency key is taken. */
  writeRun: Batched<NewRunRow, boolean>;
  runbooks: InternalClient;
  artifacts: ArtifactStore;
  sealer: Sealer;
  leaseTokens: LeaseTokens;
  signals: Signals;
  /** What executors report, to ask what of it waits. */
  reports: TypedQueue<'run-events'>;
  watch: RunWatch;
  /** Admits Runs and rings their bells soon, without waiting for the next round: one is new, or a place is free. */
  ring(): void;
  /** Aborted when the service stops: what is held open for its caller is answered now. */
  stopping: AbortSignal;
  log: Logger;
  /** Most Runs of a workspace that are under way at once. */
  workspaceRuns: number;
  lease: LeaseTimes;
  runTimeoutMs: number;
  approvalTimeoutMs: number;
}
