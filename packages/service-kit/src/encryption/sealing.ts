import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { SealedInputs } from '@errand/contracts/internal';
import { type EncryptionKeys, deriveKey } from './keys.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Sealed data cannot be opened. `message` says why and contains none of it. */
export class SealError extends Error {
  override name = 'SealError';
}

/** Seals and opens the secret inputs of Runs. */
export interface Sealer {
  seal(runId: string, values: Readonly<Record<string, string>>): SealedInputs;
  /** Throws SealError for another key, another Run, or data that was tampered with. */
  open(runId: string, sealed: SealedInputs): Record<string, string>;
}

function encrypt(key: KeyObject, plain: Uint8Array | string, about: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(key: KeyObject, sealed: string, about: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
  } catch {
    throw new SealError('A sealed value was changed or belongs to another Run or name.');
  }
}

function aboutKey(runId: string) {
  return `${runId} key`;
}
function aboutValue(runId: string, name: string) {
  return `${runId} value ${name}`;
}

/**
 * Envelope encryption with AES-256-GCM: the values of a Run under a data key of its own, that key under the current one
 * of `keys`. Both are bound to the Run, each value also to its name.
 */
export function createSealer(keys: EncryptionKeys): Sealer {
  const wrapping = keys.map((key) => ({
    id: deriveKey(key, 'key id').export().toString('hex', 0, 8),
    key: deriveKey(key, 'wrapping the data keys of Runs'),
  }));
  const [current] = wrapping;
  return {
    seal: (runId, values) => {
      if (current === undefined) throw new SealError('No encryption key is configured.');
      const bytes = randomBytes(32);
      const dataKey = createSecretKey(bytes);
      return {
        keyId: current.id,
        dataKey: encrypt(current.key, bytes, aboutKey(runId)),
        values: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            encrypt(dataKey, value, aboutValue(runId, name)),
          ]),
        ),
      };
    },
    open: (runId, sealed) => {
      const used = wrapping.find(({ id }) => id === sealed.keyId);
      if (used === undefined)
        throw new SealError(`The encryption key ${sealed.keyId} is no longer configured.`);
      const dataKey = createSecretKey(decrypt(used.key, sealed.dataKey, aboutKey(runId)));
      return Object.fromEntries(
        Object.entries(sealed.values).map(([name, value]) => [
          name,
          decrypt(dataKey, value, aboutValue(runId, name)).toString('utf8'),
        ]),
      );
    },
  };
}
