import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { BrowserOptions } from '@errand/browser-runtime';
import type { TraceMode } from '@errand/step-engine';
import {
  type ChassisConfig,
  QueueUrl,
  Secret,
  ServiceUrl,
  Switch,
  chassisEnv,
  chassisOf,
  parseEnv,
} from '@errand/service-kit';
import { z } from 'zod';
import { type ModelOf, modelEnv, modelOf } from '@errand/execution';

/** The service's variables. */
export const Env = z.object({
  ...chassisEnv,
  ...modelEnv,
  ERRAND_EXECUTOR_TOKEN: Secret.describe(
    "At least 32 characters, different from the internal token. Opens only the executors' routes of the runs service",
  ),
  ERRAND_QUEUE_URL: QueueUrl.describe(
    "BullMQ's backend, `redis://…` or `postgres://…`. Redis needs `maxmemory-policy noeviction`",
  ),
  ERRAND_RUNS_URL: ServiceUrl.describe('Where the runs service listens'),
  ERRAND_EXECUTOR_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Runs executed at once; twice the number of cores when unset. A quarter more slots, at least one, are reserved for workspaces without an executing Run',
    ),
  ERRAND_BROWSER_PATH: z
    .string()
    .optional()
    .describe('Another Chrome or Chromium. Unset: the Chromium from npm'),
  ERRAND_BROWSER_CACHE_DIR: z
    .string()
    .optional()
    .describe('Where the Chromium from npm is unpacked. Unset: a folder in the temporary folder'),
  ERRAND_BROWSER_SANDBOX: Switch.optional().describe(
    '`off` runs the browser without its sandbox, for hosts without user namespaces; a warning at each start says so. For root it always runs without it',
  ),
  ERRAND_ALLOW_PRIVATE_NETWORK: Switch.default(false).describe(
    'Whether Runs may reach private, loopback and link-local addresses. The embedded stack sets `on`',
  ),
  ERRAND_TRACE: z
    .enum(['on', 'off', 'on-failure'], { error: 'must be "on", "off" or "on-failure"' })
    .default('on-failure')
    .describe(
      "`on`, `on-failure` or `off`: whether a Run's Playwright trace is kept as an artifact. With `on` it holds DOM snapshots and network traffic, cookies included; a Run with secrets has none",
    ),
  ERRAND_APPROVAL_HOLD_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5 * 60_000)
    .describe(
      'Milliseconds for which a Run that waits for a person keeps its browser, if it can resume in another',
    ),
});

export interface Config extends ChassisConfig {
  queueUrl: string;
  runsUrl: string;
  /** Authenticates executors at the runs service; an executor holds no other token and no encryption key. */
  executorToken: string;
  /** Identifies this process in leases; new at each start, so a restarted executor never inherits old leases. */
  executorId: string;
  /** Concurrent Runs, of any workspace. */
  concurrency: number;
  /** Additional slots for Runs of workspaces that have no active Run. */
  reservedSlots: number;
  browser: BrowserOptions;
  allowPrivateNetwork: boolean;
  /** When to store the Playwright trace of a Run. */
  trace: TraceMode;
  /** How long a Run that waits for approval keeps its browser before it is suspended. */
  approvalHoldMs: number;
  modelOf: ModelOf;
}

/** Reserved so that one workspace cannot take every slot and make the others wait. */
const RESERVED_SHARE = 1 / 4;

/** Reads the executor's settings from the environment. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = parseEnv(Env, env);
  const concurrency = values.ERRAND_EXECUTOR_CONCURRENCY ?? availableParallelism() * 2;
  return {
    ...chassisOf(values),
    queueUrl: values.ERRAND_QUEUE_URL,
    runsUrl: values.ERRAND_RUNS_URL,
    executorToken: values.ERRAND_EXECUTOR_TOKEN,
    executorId: `${hostname()}-${randomUUID()}`,
    concurrency,
    reservedSlots: Math.ceil(concurrency * RESERVED_SHARE),
    browser: {
      executablePath: values.ERRAND_BROWSER_PATH,
      cacheDir: values.ERRAND_BROWSER_CACHE_DIR ?? path.join(tmpdir(), `errand-browser-${userInfo().uid}`),
      environment: env,
      noSandbox: values.ERRAND_BROWSER_SANDBOX === undefined ? undefined : !values.ERRAND_BROWSER_SANDBOX,
    },
    allowPrivateNetwork: values.ERRAND_ALLOW_PRIVATE_NETWORK,
    trace: values.ERRAND_TRACE,
    approvalHoldMs: values.ERRAND_APPROVAL_HOLD_MS,
    modelOf: modelOf(values),
  };
}
