import { type KeyObject, createHash, createPrivateKey, createPublicKey } from 'node:crypto';

/** A public key as JWK (RFC 8037); `kid` is its RFC 7638 thumbprint. */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** 32 bytes in base64url. */
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

/** Before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The id of the key with this `x`. */
export function thumbprintOf(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}

/** @param x 32 bytes in base64url */
export function publicKeyOf(x: string): PublicKey {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(x), use: 'sig', alg: 'EdDSA' };
}

/** @param seed the 32 bytes of the private key */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('not an Ed25519 key');
  return { privateKey, publicKey: publicKeyOf(x) };
}
