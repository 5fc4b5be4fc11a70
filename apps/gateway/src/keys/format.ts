import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PUBLIC_LENGTH = 8;
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY = /^(erk_[0-9A-Za-z]{8})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** A new public prefix of a key, `erk_` included. */
export function newPrefix(): string {
  const characters = Array.from({ length: PUBLIC_LENGTH }, () => ALPHABET.charAt(randomInt(62)));
  return `erk_${characters.join('')}`;
}

/** A new key with the public part `prefix`, 256 random bits and a checksum over both. */
export function newKey(prefix: string): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  const body = `${prefix}_${secret}`;
  return body + checksum(body);
}

/** The public prefix of a well-formed key with a valid checksum, else null. */
export function prefixOf(key: string): string | null {
  const [, prefix, sum] = KEY.exec(key) ?? [];
  if (prefix === undefined || sum === undefined) return null;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === sum ? prefix : null;
}

/** The stored form of a key. SHA-256 suffices: a key has 256 random bits, so it cannot be guessed from its hash. */
export function hashKey(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', key, 'buffer'));
}
