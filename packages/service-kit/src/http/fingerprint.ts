import { createHmac } from 'node:crypto';
import { type EncryptionKeys, deriveKey } from '../encryption/keys.ts';

/** Identifies a request: two requests with one idempotency key must have the same fingerprint. */
export interface Fingerprint {
  /** HMAC-SHA-256 in hex, for storing. */
  readonly value: string;
  /** The value under each of the operator's keys, the current one first. */
  readonly values: readonly string[];
  /** Whether `stored` is of the same request, even if the key was rotated since. */
  matches(stored: string): boolean;
}

export type TakeFingerprint = (method: string, path: string, body: unknown) => Fingerprint;

/** JSON with sorted keys and no whitespace, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Keyed, because a body can hold a secret that could be guessed from a plain hash. */
export function createFingerprint(keys: EncryptionKeys): TakeFingerprint {
  const derived = keys.map((key) => deriveKey(key, 'idempotency fingerprints'));
  return (method, path, body) => {
    const request = `${method} ${path}\n${canonicalJson(body ?? {})}`;
    return fingerprintOf(derived.map((key) => createHmac('sha256', key).update(request).digest('hex')));
  };
}

/** Wraps the values of a fingerprint that another service computed. */
export function fingerprintOf(values: readonly string[]): Fingerprint {
  return { value: values[0] ?? '', values, matches: (stored) => values.includes(stored) };
}
