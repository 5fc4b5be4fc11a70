import { z } from 'zod';

/** A service cannot start as it is configured. `message` names each variable and what to mend. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads a service's settings from environment variables, once, at start.
 * An empty variable counts as unset. Throws ConfigError that lists every problem.
 */
export const parseEnv = <Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    return given[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  throw new ConfigError(`Cannot start: ${problems.join('; ')}.`);
};

/** `on` / `off`, as every switch of the product is written. */
export const Switch = z
  .enum(['on', 'off'], { error: 'must be "on" or "off"' })
  .transform((value) => value === 'on');

const PortNumber = z.coerce.number().int().min(0).max(65_535);

/** A token or secret that an operator makes up; a shorter one might be guessed. */
export const Secret = z.string().min(32, 'must be at least 32 characters long');

/** What the gateway, runs and runbooks show each other; executors have none. */
export const internalEnv = {
  ERRAND_INTERNAL_TOKEN: Secret.describe(
    'At least 32 characters. Authenticates these services to each other and gives access to every workspace',
  ),
};

/** Settings that every service has. */
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

export const chassisOf = (given: z.output<z.ZodObject<typeof chassisEnv>>): ChassisConfig => ({
  host: given.ERRAND_HOST,
  port: given.ERRAND_PORT,
  logLevel: given.ERRAND_LOG_LEVEL,
  shutdownGraceMs: given.ERRAND_SHUTDOWN_GRACE_MS,
});

export const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });
export const QueueUrl = z.url({
  protocol: /^(rediss?|postgres(ql)?)$/,
  error: 'must be a redis:// or postgres:// URL',
});
export const ServiceUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// URL' });
