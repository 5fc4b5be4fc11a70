import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { BrowserOptions, TraceMode } from '@errand/automation';
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
import { type ModelOf, modelEnv, modelOf } from './model-config.ts';

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
      "`on`, `on-failure` or `off`: whether a Run's Playwright trace is kept as an artifact. It holds network traffic, cookies included; a Run with secrets has none",
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
  /** Opens the routes of executors at the runs service; an executor holds no other token and no key. */
  executorToken: string;
  /** Names this process in leases; new at each start, so that a restarted one never passes for its predecessor. */
  executorId: string;
  /** Runs carried out at once, of whatever workspace. */
  concurrency: number;
  /** Runs that are carried out besides, each of a workspace that had none under way. */
  reservedSlots: number;
  browser: BrowserOptions;
  allowPrivateNetwork: boolean;
  /** Whether Playwright's trace of a Run is kept. */
  trace: TraceMode;
  /** How long a Run that waits for a person keeps its browser. */
  approvalHoldMs: number;
  modelOf: ModelOf;
}

/** So that no workspace has to wait for the end of a Run because another has taken all slots. */
const RESERVED_SHARE = 1 / 4;

/** Reads the environment of the executor; throws ConfigError. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = parseEnv(Env, env);
  const concurrency = given.ERRAND_EXECUTOR_CONCURRENCY ?? availableParallelism() * 2;
  return {
    ...chassisOf(given),
    queueUrl: given.ERRAND_QUEUE_URL,
    runsUrl: given.ERRAND_RUNS_URL,
    executorToken: given.ERRAND_EXECUTOR_TOKEN,
    executorId: `${hostname()}-${randomUUID()}`,
    concurrency,
    reservedSlots: Math.ceil(concurrency * RESERVED_SHARE),
    browser: {
      executablePath: given.ERRAND_BROWSER_PATH,
      cacheDir: given.ERRAND_BROWSER_CACHE_DIR ?? path.join(tmpdir(), `errand-browser-${userInfo().uid}`),
      environment: env,
      noSandbox: given.ERRAND_BROWSER_SANDBOX === undefined ? undefined : !given.ERRAND_BROWSER_SANDBOX,
    },
    allowPrivateNetwork: given.ERRAND_ALLOW_PRIVATE_NETWORK,
    trace: given.ERRAND_TRACE,
    approvalHoldMs: given.ERRAND_APPROVAL_HOLD_MS,
    modelOf: modelOf(given),
  };
};
