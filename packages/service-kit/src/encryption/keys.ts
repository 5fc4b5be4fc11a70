import { type KeyObject, createSecretKey, hkdfSync } from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 32;

/** A key object rather than bytes: it never shows in a log or an inspection. */
const EncryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, `must be ${KEY_BYTES} bytes in base64`)
  .transform((text) => createSecretKey(text, 'base64'));

/** Settings of a service that works with the operator's encryption key. */
export const encryptionEnv = {
  ERRAND_ENCRYPTION_KEY: EncryptionKey.describe(
    '32 bytes in Base64. Seals secret inputs, and keys the fingerprints of requests and the lease tokens of executors',
  ),
  ERRAND_ENCRYPTION_KEY_PREVIOUS: EncryptionKey.optional().describe(
    'A second key that is accepted while the key is rotated',
  ),
};

/** The current key, and after a rotation the one before it, which still opens what it closed. */
export type EncryptionKeys = readonly [KeyObject, ...KeyObject[]];

export const encryptionKeysOf = (given: z.output<z.ZodObject<typeof encryptionEnv>>): EncryptionKeys =>
  given.ERRAND_ENCRYPTION_KEY_PREVIOUS === undefined
    ? [given.ERRAND_ENCRYPTION_KEY]
    : [given.ERRAND_ENCRYPTION_KEY, given.ERRAND_ENCRYPTION_KEY_PREVIOUS];

/** A key for one purpose; nothing can be told from it about the others. */
export const deriveKey = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `errand: ${purpose}`, KEY_BYTES)));
