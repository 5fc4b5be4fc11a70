import { createHmac } from 'node:crypto';
import { StepError } from '@errand/browser-runtime';
import type { Handlers } from './primitive.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_S = 30;
const DIGITS = 6;

/** Decodes base32 (RFC 4648) as shown to people: in groups, in any case, with or without padding. Null if it is none. */
function decodeBase32(text: string): Buffer | null {
  const letters = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  const values = Array.from(letters, (letter) => BASE32.indexOf(letter));
  if (values.length < 2 || values.includes(-1)) return null;
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of RFC 6238 with HMAC-SHA-1, 30 s and six digits. */
export function totp(key: Uint8Array, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1_000 / STEP_S)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const auth: Handlers<'auth'> = {
  'auth.totp': async (_call, { secret }) => {
    const key = decodeBase32(secret);
    if (key === null)
      throw new StepError(
        'action_failed',
        'input.secret: is not a key in base32, as authenticator apps take it.',
        {
          noEffect: true,
        },
      );
    return totp(key, Date.now());
  },
};
