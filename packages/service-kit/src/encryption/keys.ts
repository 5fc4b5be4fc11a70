import { type KeyObject, createSecretKey, hkdfSync } from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 32;

/** A KeyObject rather than bytes, so that it never shows in a log or in `util.inspect`. */
const EncryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, `must be ${KEY_BYTES} bytes in base64`)
  .transform((text) => createSecretKey(text, 'base64'));

/** Settings of a service that uses the operator's encryption key. */
export const encryptionEnv = {
  ERRAND_ENCRYPTION_KEY: EncryptionKey.describe(
    '32 bytes in Base64. Seals secret inputs, and keys the fingerprints of requests and the lease tokens of executors',
  ),
  ERRAND_ENCRYPTION_KEY_PREVIOUS: EncryptionKey.optional().describe(
    'A second key that is accepted while the key is rotated',
  ),
};

/** The current key, and after a rotation the previous one, which still opens values that it sealed. */
export type EncryptionKeys = readonly [KeyObject, ...KeyObject[]];

/** The operator's keys, from the parsed values of `encryptionEnv`. */
export function encryptionKeysOf(values: z.output<z.ZodObject<typeof encryptionEnv>>): EncryptionKeys {
  return values.ERRAND_ENCRYPTION_KEY_PREVIOUS === undefined
    ? [values.ERRAND_ENCRYPTION_KEY]
    : [values.ERRAND_ENCRYPTION_KEY, values.ERRAND_ENCRYPTION_KEY_PREVIOUS];
}

/** Derives a key for one purpose; it reveals nothing about the others. */
export function deriveKey(key: KeyObject, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `errand: ${purpose}`, KEY_BYTES)));
}
