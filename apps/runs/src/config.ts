import {
  type ChassisConfig,
  ConfigError,
  DatabaseUrl,
  type EncryptionKeys,
  QueueUrl,
  Secret,
  ServiceUrl,
  chassisEnv,
  chassisOf,
  encryptionEnv,
  encryptionKeysOf,
  internalEnv,
  parseEnv,
} from '@errand/service-kit';
import { z } from 'zod';
import type { StorageQuotas } from './artifacts/storage.ts';
import type { ArtifactLocation } from './artifacts/open-store.ts';
import { type EvidenceSigner, evidenceEnv, evidenceSignerOf } from './evidence/keys.ts';

/** The service's variables. */
export const Env = z.object({
  ...chassisEnv,
  ...internalEnv,
  ...encryptionEnv,
  ...evidenceEnv,
  ERRAND_EXECUTOR_TOKEN: Secret.describe(
    "At least 32 characters, different from the internal token. Opens only the executors' routes of the runs service",
  ),
  ERRAND_DATABASE_URL: DatabaseUrl.describe(
    "The service's own database, `postgres://…`. Migrations are applied at start",
  ),
  ERRAND_QUEUE_URL: QueueUrl.describe(
    "BullMQ's backend, `redis://…` or `postgres://…`. Redis needs `maxmemory-policy noeviction`",
  ),
  ERRAND_RUNBOOKS_URL: ServiceUrl.describe('Where the runbooks service listens'),
  ERRAND_ARTIFACTS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of artifacts. Required unless `ERRAND_ARTIFACTS_URL` is set'),
  ERRAND_ARTIFACTS_URL: z
    .url({ protocol: /^s3$/, error: 'must be an s3://bucket/prefix?endpoint=…&region=… URL' })
    .optional()
    .describe(
      'Keeps artifacts in S3 instead: `s3://bucket/prefix?endpoint=https://…&region=…`, where `endpoint` and `region` are optional with Amazon. Credentials come from the environment as for AWS tools',
    ),
  ERRAND_RUN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(30 * 60_000)
    .describe('Milliseconds for which a Run may execute; time spent waiting for people does not count'),
  ERRAND_APPROVAL_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(24 * 60 * 60_000)
    .describe('Milliseconds for which a Run waits for a person before it fails'),
  ERRAND_INTERRUPTED_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(15 * 60_000)
    .describe('Milliseconds for which a Run of a Blueprint whose executor was lost can be resumed'),
  ERRAND_WORKSPACE_CONCURRENT_RUNS: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe(
      'Maximum of active Runs of a workspace, including those that wait for a person with a page open. The others stay queued',
    ),
  ERRAND_OPERATOR_TOKEN: Secret.optional().describe(
    'At least 32 characters. Opens Bull Board, read-only, at `/operator/queues` of the runs service (Basic authentication, any name). Unset: no board',
  ),
  ERRAND_LEASE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(12_000)
    .describe('Milliseconds for which an executor keeps a Run without a heartbeat'),
  ERRAND_DEVICE_LEASE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(108_000)
    .describe(
      'Milliseconds for which a paired device keeps a Run without a heartbeat; it stops itself after two thirds of that time',
    ),
  ERRAND_RUN_STORAGE_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_073_741_824)
    .describe('Total size in bytes of the files of one Run. Further files are refused'),
  ERRAND_WORKSPACE_STORAGE_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(53_687_091_200)
    .describe(
      'Total size in bytes of the files of all Runs of a workspace and its uploaded files. Further files are refused',
    ),
  ERRAND_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .default(30)
    .describe(
      'Days for which a Run is kept after it ended, with its events and files. `0` keeps Runs for ever; removal is final',
    ),
});

export interface Config extends ChassisConfig {
  internalToken: string;
  /** The executors' token; it opens only their routes. */
  executorToken: string;
  databaseUrl: string;
  queueUrl: string;
  runbooksUrl: string;
  artifacts: ArtifactLocation;
  /** Seal the secret inputs of Runs and key the fingerprints of requests. */
  encryptionKeys: EncryptionKeys;
  evidence: EvidenceSigner;
  /** Milliseconds that a Run may execute, not counting time spent waiting for people. */
  runTimeoutMs: number;
  /** Milliseconds that a Run waits for a person before it fails. */
  approvalTimeoutMs: number;
  /** Milliseconds after which an interrupted Run fails. */
  interruptedTimeoutMs: number;
  /** Limit of concurrent Runs per workspace, including those that wait for a person with a page open. */
  workspaceRunLimit: number;
  storage: StorageQuotas;
  /** Milliseconds that an executor keeps a Run without a heartbeat; `leaseTimes` derives the other intervals from it. */
  leaseMs: number;
  /** The same for a paired device. */
  deviceLeaseMs: number;
  /** Days that a Run is kept after it ended; null: forever. */
  retentionDays: number | null;
  /** Opens the queue dashboard; undefined disables it. */
  operatorToken: string | undefined;
}

function artifactPlace(url: string | undefined, directory: string | undefined): ArtifactLocation {
  if (url === undefined) {
    if (directory === undefined)
      throw new ConfigError('Cannot start: neither ERRAND_ARTIFACTS_DIR nor ERRAND_ARTIFACTS_URL is set.');
    return { directory };
  }
  const { hostname, pathname, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new ConfigError('Cannot start: ERRAND_ARTIFACTS_URL: its endpoint must be an http(s):// URL.');
  return {
    bucket: hostname,
    prefix: decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, ''),
    endpoint,
    region: searchParams.get('region') ?? undefined,
  };
}

/** Reads the environment of the runs service; throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = parseEnv(Env, env);
  if (parsed.ERRAND_EXECUTOR_TOKEN === parsed.ERRAND_INTERNAL_TOKEN)
    throw new ConfigError(
      'Cannot start: ERRAND_EXECUTOR_TOKEN must differ from ERRAND_INTERNAL_TOKEN, which opens every workspace.',
    );
  return {
    ...chassisOf(parsed),
    internalToken: parsed.ERRAND_INTERNAL_TOKEN,
    executorToken: parsed.ERRAND_EXECUTOR_TOKEN,
    databaseUrl: parsed.ERRAND_DATABASE_URL,
    queueUrl: parsed.ERRAND_QUEUE_URL,
    runbooksUrl: parsed.ERRAND_RUNBOOKS_URL,
    artifacts: artifactPlace(parsed.ERRAND_ARTIFACTS_URL, parsed.ERRAND_ARTIFACTS_DIR),
    encryptionKeys: encryptionKeysOf(parsed),
    evidence: evidenceSignerOf(parsed),
    runTimeoutMs: parsed.ERRAND_RUN_TIMEOUT_MS,
    approvalTimeoutMs: parsed.ERRAND_APPROVAL_TIMEOUT_MS,
    interruptedTimeoutMs: parsed.ERRAND_INTERRUPTED_TIMEOUT_MS,
    workspaceRunLimit: parsed.ERRAND_WORKSPACE_CONCURRENT_RUNS,
    storage: {
      runBytes: parsed.ERRAND_RUN_STORAGE_BYTES,
      workspaceBytes: parsed.ERRAND_WORKSPACE_STORAGE_BYTES,
    },
    leaseMs: parsed.ERRAND_LEASE_MS,
    deviceLeaseMs: parsed.ERRAND_DEVICE_LEASE_MS,
    retentionDays: parsed.ERRAND_RETENTION_DAYS || null,
    operatorToken: parsed.ERRAND_OPERATOR_TOKEN,
  };
}
