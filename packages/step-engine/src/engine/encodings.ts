import { StreamBuilder, type TextStream } from './text-stream.ts';

interface Decoded {
  readonly code: number;
  /** How many characters encoded it. */
  readonly length: number;
}

const NAMED: Readonly<Record<string, number>> = {
  amp: 0x26,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
  nbsp: 0xa0,
  shy: 0xad,
};
const BLANK_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };
/** Longest entity name or number that is decoded, leading zeros included. */
const MAX_DIGITS = 16;
const [PERCENT, AMPERSAND, BACKSLASH] = [0x25, 0x26, 0x5c];

const PERCENT_BYTE = /^%([0-9a-f]{2})/i;
const ENTITY = new RegExp(
  String.raw`^&(?:#(?:x([0-9a-f]{1,${MAX_DIGITS}})|([0-9]{1,${MAX_DIGITS}}));?|([a-z]{2,4});)`,
  'i',
);
const ESCAPE = new RegExp(
  String.raw`^\\(?:u\{([0-9a-f]{1,${MAX_DIGITS}})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-3]?[0-7]{1,2})|(.))`,
  'isu',
);
const LOW_SURROGATE = /^\\u(d[c-f][0-9a-f]{2})/i;
/** Longest encoded form of one character. */
const MAX_FORM = MAX_DIGITS + 4;

/**
 * Decodes one layer of the escapes of URLs (`%41`), HTML (`&#65;`) and source code (`\x41`, `\u0041`, `\u{41}`, `\101`, `\"`),
 * anywhere in the text. Returns the same stream when it contains none.
 */
export function decodeOnce(stream: TextStream): TextStream {
  const { codes, from, to } = stream;
  const decoded = new StreamBuilder(codes.length);
  let isChanged = false;
  for (let at = 0; at < codes.length;) {
    const code = codes[at] ?? 0;
    const found = code === PERCENT || code === AMPERSAND || code === BACKSLASH ? decodeAt(codes, at) : null;
    if (found === null) {
      decoded.add(code, from[at] ?? 0, to[at] ?? 0);
      at += 1;
      continue;
    }
    decoded.add(found.code, from[at] ?? 0, to[at + found.length - 1] ?? 0);
    at += found.length;
    isChanged = true;
  }
  return isChanged ? decoded.build() : stream;
}

function decodeAt(codes: Int32Array, at: number): Decoded | null {
  if (codes[at] === PERCENT) return decodePercent(codes, at);
  const ahead = String.fromCodePoint(...codes.subarray(at, at + MAX_FORM));
  return codes[at] === AMPERSAND ? decodeEntity(ahead) : decodeEscape(ahead, codes, at);
}

function byteAt(codes: Int32Array, at: number): number {
  if (codes[at] !== PERCENT) return -1;
  const hex = PERCENT_BYTE.exec(String.fromCodePoint(...codes.subarray(at, at + 3)))?.[1];
  return hex === undefined ? -1 : Number.parseInt(hex, 16);
}

/** Decodes bytes as UTF-8 where they are valid, else as Latin-1. */
function decodePercent(codes: Int32Array, at: number): Decoded | null {
  const first = byteAt(codes, at);
  if (first < 0) return null;
  const more = [0xc2, 0xe0, 0xf0].filter((least) => first >= least).length;
  const bytes = [first];
  for (let next = 1; next <= more; next += 1) bytes.push(byteAt(codes, at + 3 * next));
  if (more > 0 && bytes.every((byte) => byte >= 0)) {
    const text = Buffer.from(bytes).toString();
    const code = text.codePointAt(0) ?? 0xfffd;
    if (code !== 0xfffd && text.length === (code > 0xffff ? 2 : 1)) return { code, length: 3 * bytes.length };
  }
  return { code: first, length: 3 };
}

function decodeEntity(ahead: string): Decoded | null {
  const match = ENTITY.exec(ahead);
  if (match === null) return null;
  const [{ length }, hexadecimal, decimal, name = ''] = match;
  let code = NAMED[name.toLowerCase()];
  if (hexadecimal) code = Number.parseInt(hexadecimal, 16);
  else if (decimal) code = Number(decimal);
  return code === undefined || code > 0x10ffff ? null : { code, length };
}

function decodeEscape(ahead: string, codes: Int32Array, at: number): Decoded | null {
  const match = ESCAPE.exec(ahead);
  if (match === null) return null;
  const [form, braced, four, two, octal, other = ''] = match;
  const length = Array.from(form).length;
  const hexadecimal = braced ?? four ?? two;
  if (hexadecimal !== undefined) {
    const code = Number.parseInt(hexadecimal, 16);
    if (code > 0x10ffff) return null;
    return (code >= 0xd800 && code < 0xdc00 && pair(code, codes, at + length)) || { code, length };
  }
  if (octal !== undefined) return { code: Number.parseInt(octal, 8), length };
  return { code: BLANK_ESCAPES[other] ?? other.codePointAt(0) ?? 0, length };
}

/** A surrogate pair such as `\uD83D\uDE00` is one character. */
function pair(high: number, codes: Int32Array, at: number): Decoded | null {
  const low = LOW_SURROGATE.exec(String.fromCodePoint(...codes.subarray(at, at + 6)))?.[1];
  if (low === undefined) return null;
  return { code: 0x10000 + (high - 0xd800) * 0x400 + (Number.parseInt(low, 16) - 0xdc00), length: 12 };
}
