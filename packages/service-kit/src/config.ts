import { z } from 'zod';

/** A service cannot start with its configuration. `message` names each variable and what to fix. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads a service's settings from environment variables at start. An empty variable counts as unset.
 * Throws a ConfigError that lists every problem.
 */
export function parseEnv<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    return values[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  throw new ConfigError(`Cannot start: ${problems.join('; ')}.`);
}

/** A switch: `on` or `off`. */
export const Switch = z
  .enum(['on', 'off'], { error: 'must be "on" or "off"' })
  .transform((value) => value === 'on');

const PortNumber = z.coerce.number().int().min(0).max(65_535);

/** A token or secret chosen by the operator; a shorter one could be guessed. */
export const Secret = z.string().min(32, 'must be at least 32 characters long');

/** The token with which gateway, runs and runbooks authenticate to each other; executors do not have it. */
export const internalEnv = {
  ERRAND_INTERNAL_TOKEN: Secret.describe(
    'At least 32 characters. Authenticates these services to each other and gives access to every workspace',
  ),
};

/** Settings of every service. */
export const chassisEnv = {
  ERRAND_HOST: z.string().default('127.0.0.1').describe('Address on which the service listens'),
  ERRAND_PORT: PortNumber.describe('Port on which the service listens'),
  ERRAND_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe(
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Logs are JSON on standard output',
    ),
  ERRAND_SHUTDOWN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(20_000)
    .describe('Milliseconds to finish or hand back work after SIGTERM'),
};

export interface ChassisConfig {
  host: string;
  port: number;
  logLevel: string;
  shutdownGraceMs: number;
}

/** The settings that every service has, from the parsed values of `chassisEnv`. */
export function chassisOf(values: z.output<z.ZodObject<typeof chassisEnv>>): ChassisConfig {
  return {
    host: values.ERRAND_HOST,
    port: values.ERRAND_PORT,
    logLevel: values.ERRAND_LOG_LEVEL,
    shutdownGraceMs: values.ERRAND_SHUTDOWN_GRACE_MS,
  };
}

export const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });
export const QueueUrl = z.url({
  protocol: /^(rediss?|postgres(ql)?)$/,
  error: 'must be a redis:// or postgres:// URL',
});
export const ServiceUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// URL' });
