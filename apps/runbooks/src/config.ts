import {
  type ChassisConfig,
  DatabaseUrl,
  type EncryptionKeys,
  chassisEnv,
  chassisOf,
  encryptionEnv,
  encryptionKeysOf,
  internalEnv,
  parseEnv,
} from '@errand/service-kit';
import { z } from 'zod';

/** The service's variables. */
export const Env = z.object({
  ...chassisEnv,
  ...internalEnv,
  ...encryptionEnv,
  ERRAND_DATABASE_URL: DatabaseUrl.describe(
    "The service's own database, `postgres://…`. Migrations are applied at start",
  ),
  ERRAND_MODEL: z
    .string()
    .optional()
    .describe(
      '`provider:model`, where the provider is `anthropic`, `openai`, `google` or `openai-compatible`. The agent uses it ([how](agent.md)), and free-text conditions are accepted and judged. Unset: no model',
    ),
});

export interface Config extends ChassisConfig {
  internalToken: string;
  databaseUrl: string;
  /** Keys of the fingerprints of requests. */
  encryptionKeys: EncryptionKeys;
  /** True when a model is configured, which free-text completion conditions need. */
  hasModel: boolean;
}

/** Reads the environment of the runbooks service; throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = parseEnv(Env, env);
  return {
    ...chassisOf(parsed),
    internalToken: parsed.ERRAND_INTERNAL_TOKEN,
    databaseUrl: parsed.ERRAND_DATABASE_URL,
    encryptionKeys: encryptionKeysOf(parsed),
    hasModel: parsed.ERRAND_MODEL !== undefined,
  };
}
