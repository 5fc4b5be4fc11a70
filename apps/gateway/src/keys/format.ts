import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PUBLIC_LENGTH = 8;
/** 62 to the power of 43 is more than 2 to the power of 256. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY = /^(erk_[0-9A-Za-z]{8})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;

function checksum(text: string): string {
  let digits = '';
  for (let rest = crc32(text); rest > 0; rest = Math.trunc(rest / ALPHABET.length))
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

function randomCharacters(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Of a key's public prefix, `erk_` included. */
export const PREFIX_LENGTH = 'erk_'.length + PUBLIC_LENGTH;

/** A new public prefix of a key, `erk_` included. */
export function newPrefix(): string {
  return `erk_${randomCharacters(PUBLIC_LENGTH)}`;
}

/** A new key with the public part `prefix`, 256 random bits and a checksum over both. */
export function newKey(prefix: string): string {
  const body = `${prefix}_${randomCharacters(SECRET_LENGTH)}`;
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
