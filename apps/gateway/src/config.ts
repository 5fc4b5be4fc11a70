import {
  DatabaseUrl,
  Secret,
  ServiceUrl,
  Switch,
  chassisEnv,
  chassisOf,
  internalEnv,
  parseEnv,
} from '@errand/service-kit';
import { z } from 'zod';

const PublicUrl = ServiceUrl.transform((text) => new URL(text)).refine(
  (url) => url.pathname === '/' && url.search === '',
  'must be an origin, without a path',
);
const RedisUrl = z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' });
/** How many proxies stand in front of the gateway, or their addresses and subnets, separated by commas. */
const TrustProxy = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(',').map((entry) => entry.trim())));

/** The gateway's environment variables. */
export const schema = z.object({
  ...chassisEnv,
  ...internalEnv,
  ERRAND_DATABASE_URL: DatabaseUrl.describe(
    "The service's own database, `postgres://…`. Migrations are applied at start",
  ),
  ERRAND_RUNS_URL: ServiceUrl.describe('Where the runs service listens'),
  ERRAND_RUNBOOKS_URL: ServiceUrl.describe('Where the runbooks service listens'),
  ERRAND_PUBLIC_URL: PublicUrl.describe(
    'Origin under which people open the product. Decides cookies and CSRF checks',
  ),
  ERRAND_AUTH_SECRET: Secret.describe('At least 32 characters. Signs sessions'),
  ERRAND_QUEUE_URL: z
    .url()
    .optional()
    .describe('Address of the queue. The gateway uses it only if `ERRAND_REDIS_URL` is not set'),
  ERRAND_REDIS_URL: RedisUrl.optional().describe(
    'Shares rate limits between gateways. Unset: the Redis of `ERRAND_QUEUE_URL`; without one each gateway counts alone',
  ),
  ERRAND_SIGN_UP: Switch.default(true).describe('`off` closes sign-up'),
  ERRAND_PREVIEW_RUNBOOKS: Switch.default(true).describe(
    '`off` hides the Runbook routes and leaves them out of the OpenAPI document',
  ),
  ERRAND_DASHBOARD_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the built dashboard. Unset: no dashboard is served'),
  ERRAND_EXAMPLE_SITE_URL: ServiceUrl.optional().describe(
    'A demonstration shop that Runs can reach; the dashboard offers first tasks on it',
  ),
  ERRAND_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1_200)
    .describe('Requests a minute for each key'),
  ERRAND_TRUST_PROXY: TrustProxy.default(0).describe(
    'Number of proxies in front, or their addresses and subnets, separated by commas',
  ),
});

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the host is this machine, which people use without HTTPS. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK_NAMES.includes(url.hostname);
}

/** Origins from which people may open the product; on a development machine, every name of loopback. */
function originsOf(url: URL): string[] {
  if (!isLoopback(url)) return [url.origin];
  return LOOPBACK_NAMES.map((name) => `${url.protocol}//${name}${url.port === '' ? '' : `:${url.port}`}`);
}

/** Reads the gateway's settings. Throws a ConfigError that names each missing or invalid variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const values = parseEnv(schema, env);
  const queueIsRedis = /^rediss?:/.test(values.ERRAND_QUEUE_URL ?? '');
  return {
    ...chassisOf(values),
    internalToken: values.ERRAND_INTERNAL_TOKEN,
    databaseUrl: values.ERRAND_DATABASE_URL,
    runsUrl: values.ERRAND_RUNS_URL,
    runbooksUrl: values.ERRAND_RUNBOOKS_URL,
    publicUrl: values.ERRAND_PUBLIC_URL,
    origins: originsOf(values.ERRAND_PUBLIC_URL),
    authSecret: values.ERRAND_AUTH_SECRET,
    redisUrl: values.ERRAND_REDIS_URL ?? (queueIsRedis ? values.ERRAND_QUEUE_URL : undefined),
    signUp: values.ERRAND_SIGN_UP,
    dashboardDir: values.ERRAND_DASHBOARD_DIR,
    exampleSiteUrl: values.ERRAND_EXAMPLE_SITE_URL,
    previewRunbooks: values.ERRAND_PREVIEW_RUNBOOKS,
    rateLimitPerMinute: values.ERRAND_RATE_LIMIT_PER_MINUTE,
    trustProxy: values.ERRAND_TRUST_PROXY,
  };
}
export type Config = ReturnType<typeof readConfig>;
