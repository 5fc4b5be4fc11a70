import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { InputsForExecutor } from '@errand/contracts/internal';
import { SealError } from './sealing.ts';

/** HPKE (RFC 9180) in base mode. */
const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

function base64(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('base64');
}
function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer;
}
function about(runId: string, attempt: number): ArrayBuffer {
  return new TextEncoder().encode(`errand: secret inputs of Run ${runId}, attempt ${attempt}`).buffer;
}

/** Opens the secret inputs of one claim. The private key stays in this process and ends with it. */
export interface ClaimKey {
  /** X25519, raw, in base64. */
  readonly publicKey: string;
  /** Throws SealError: sealed to another key or for another claim, or tampered with. */
  open(runId: string, attempt: number, sealed: InputsForExecutor): Promise<Record<string, string>>;
}

/** A key pair that is kept, both raw X25519 keys in base64. */
export interface SealKey {
  publicKey: string;
  privateKey: string;
}

/** Creates a key pair that a device keeps. */
export async function createSealKey(): Promise<SealKey> {
  const { publicKey, privateKey } = await suite.kem.generateKeyPair();
  return {
    publicKey: base64(await suite.kem.serializePublicKey(publicKey)),
    privateKey: base64(await suite.kem.serializePrivateKey(privateKey)),
  };
}

/** Creates a key pair for one claim. */
export async function createClaimKey(): Promise<ClaimKey> {
  return await claimKeyOf(await suite.kem.generateKeyPair());
}

/** Opens values sealed to a stored key pair. */
export async function openSealKey({ publicKey, privateKey }: SealKey): Promise<ClaimKey> {
  return await claimKeyOf({
    publicKey: await suite.kem.deserializePublicKey(bytesOf(publicKey)),
    privateKey: await suite.kem.deserializePrivateKey(bytesOf(privateKey)),
  });
}

async function claimKeyOf({ publicKey, privateKey }: CryptoKeyPair): Promise<ClaimKey> {
  return {
    publicKey: base64(await suite.kem.serializePublicKey(publicKey)),
    open: async (runId, attempt, { encapsulatedKey, ciphertext }) => {
      try {
        const plain = await suite.open(
          { recipientKey: privateKey, enc: bytesOf(encapsulatedKey), info: about(runId, attempt) },
          bytesOf(ciphertext),
        );
        return JSON.parse(Buffer.from(plain).toString('utf8')) as Record<string, string>;
      } catch {
        throw new SealError('The secret inputs were not sealed for this claim.');
      }
    },
  };
}

/** Seals secret inputs so that only the holder of `publicKey` can open them, and only for this attempt. */
export async function sealForExecutor(
  publicKey: string,
  { runId, attempt, values }: { runId: string; attempt: number; values: Readonly<Record<string, string>> },
): Promise<InputsForExecutor> {
  const { enc, ct } = await suite.seal(
    {
      recipientPublicKey: await suite.kem.deserializePublicKey(bytesOf(publicKey)),
      info: about(runId, attempt),
    },
    new TextEncoder().encode(JSON.stringify(values)).buffer,
  );
  return { encapsulatedKey: base64(enc), ciphertext: base64(ct) };
}
