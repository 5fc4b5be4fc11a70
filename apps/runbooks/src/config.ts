import {
  DatabaseUrl,
  type EncryptionKeys,
  chassisEnv,
  encryptionEnv,
  encryptionKeysOf,
  parseEnv,
} from '@errand/service-kit';
import { z } from 'zod';

/** The service's variables. */
export const Env = z.object({
  ...chassisEnv,
  ...encryptionEnv,
  ERRAND_DATABASE_URL: DatabaseUrl,
  ERRAND_MODEL: z.string().optional(),
});

export interface Config {
  host: string;
  port: number;
  logLevel: string;
  internalToken: string;
  shutdownGraceMs: number;
  databaseUrl: string;
  /** Key the fingerprints of requests. */
  encryptionKeys: EncryptionKeys;
  /** Whether a model is configured that can judge completion conditions written as free text. */
  hasModel: boolean;
}

/** Reads the environment of the runbooks service; throws ConfigError. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = parseEnv(Env, env);
  return {
    host: given.ERRAND_HOST,
    port: given.ERRAND_PORT,
    logLevel: given.ERRAND_LOG_LEVEL,
    internalToken: given.ERRAND_INTERNAL_TOKEN,
    shutdownGraceMs: given.ERRAND_SHUTDOWN_GRACE_MS,
    databaseUrl: given.ERRAND_DATABASE_URL,
    encryptionKeys: encryptionKeysOf(given),
    hasModel: given.ERRAND_MODEL !== undefined,
  };
};
