import { createSecretKey } from 'node:crypto';
import { type SigningKey, publicKeyOf, signingKeyOf } from '@errand/evidence/keys';
import { ConfigError } from '@errand/service-kit';
import type { EvidenceKeys } from '@errand/contracts';
import { z } from 'zod';

/** Settings of the keys that sign evidence. */
export const evidenceEnv = {
  ERRAND_EVIDENCE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
    .transform((text) => createSecretKey(text, 'base64'))
    .describe(
      '32 bytes in Base64, the private Ed25519 key that signs the evidence of Runs. Its public key is at `/.well-known/errand-evidence-keys`',
    ),
  ERRAND_EVIDENCE_PUBLIC_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))
    .pipe(z.array(z.string().regex(/^[\w-]{43}$/, 'must be the `x` of public keys, separated by commas')))
    .describe(
      'The `x` of public keys that signed earlier, separated by commas. They stay published, so that old evidence can be verified',
    ),
};

/** The key that signs, and those to publish: its own first. */
export interface EvidenceSigner {
  readonly key: SigningKey;
  readonly published: EvidenceKeys;
}

/** Throws ConfigError when the same key is given twice. */
export function evidenceSignerOf(values: z.output<z.ZodObject<typeof evidenceEnv>>): EvidenceSigner {
  const key = signingKeyOf(values.ERRAND_EVIDENCE_KEY.export());
  const earlier = values.ERRAND_EVIDENCE_PUBLIC_KEYS.map(publicKeyOf);
  const keys = [key.publicKey, ...earlier];
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new ConfigError(
      'Cannot start: ERRAND_EVIDENCE_PUBLIC_KEYS lists a key twice, or the current signing key.',
    );
  return { key, published: { keys } };
}
