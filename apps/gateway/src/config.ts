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
/** A count of proxies in front of the gateway, or their addresses and subnets. */
const TrustProxy = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text.split(',').map((entry) => entry.trim())));

/** The gateway's variables. */
export const schema = z.object({
  ...chassisEnv,
  ...internalEnv,
  ERRAND_DATABASE_URL: DatabaseUrl,
  ERRAND_RUNS_URL: ServiceUrl,
  ERRAND_RUNBOOKS_URL: ServiceUrl,
  ERRAND_PUBLIC_URL: PublicUrl,
  ERRAND_AUTH_SECRET: Secret,
  ERRAND_QUEUE_URL: z.url().optional(),
  ERRAND_REDIS_URL: RedisUrl.optional(),
  ERRAND_SIGN_UP: Switch.default(true),
  ERRAND_PREVIEW_RUNBOOKS: Switch.default(true),
  ERRAND_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(1_200),
  ERRAND_TRUST_PROXY: TrustProxy.default(0),
});

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (url: URL): boolean => LOOPBACK_NAMES.includes(url.hostname);

/** Every spelling of the place where people open the product in a browser. */
const originsOf = (url: URL): string[] => {
  if (!isLoopback(url)) return [url.origin];
  return LOOPBACK_NAMES.map((name) => `${url.protocol}//${name}${url.port === '' ? '' : `:${url.port}`}`);
};

/** Reads the gateway's settings; throws ConfigError that names what is wrong. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>) => {
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
    previewRunbooks: values.ERRAND_PREVIEW_RUNBOOKS,
    rateLimitPerMinute: values.ERRAND_RATE_LIMIT_PER_MINUTE,
    trustProxy: values.ERRAND_TRUST_PROXY,
  };
};
export type Config = ReturnType<typeof readConfig>;
