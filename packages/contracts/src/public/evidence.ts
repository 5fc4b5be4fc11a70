import { z } from 'zod';

/** An Ed25519 public key as JWK (RFC 8037). */
export const EvidenceKey = z.strictObject({
  kty: z.literal('OKP').describe('Kind of the key.'),
  crv: z.literal('Ed25519').describe('Its curve.'),
  x: z.string().describe('Its 32 bytes in base64url.'),
  kid: z.string().describe('Its RFC 7638 thumbprint.'),
  use: z.literal('sig').describe('It verifies signatures.'),
  alg: z.literal('EdDSA').describe('Their algorithm.'),
});

/** The keys that sign evidence: first the one that signs now, then those that signed before. */
export const EvidenceKeys = z.strictObject({
  keys: z.array(EvidenceKey).min(1).describe('First the key that signs now, then earlier ones.'),
});
export type EvidenceKeys = z.infer<typeof EvidenceKeys>;
