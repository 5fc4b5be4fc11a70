import { StreamBuilder, type TextStream } from './text-stream.ts';

const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034f\u180e]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;
const [BLANK, UNDERSCORE] = [0x20, 0x5f];
/** Characters that file names cannot contain, so something else replaces them. */
const UNFIT_FOR_FILES = new Set(Array.from('<>:"/|?*~%_', (char) => char.charCodeAt(0)));
/** How an ASCII character is compared; 0 ignores it. */
const PLAIN = Int32Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[\s+]/.test(char)) return BLANK;
  // JSON escapes backslashes and quotes with a backslash.
  if (char === '\\') return 0;
  return UNFIT_FOR_FILES.has(code) ? UNDERSCORE : char.toLowerCase().charCodeAt(0);
});

/** The text as a reader sees it, in forms, JSON and file names too: case, invisible characters and repeated blanks are ignored. */
export function readable({ codes, from, to }: TextStream): TextStream {
  const view = new StreamBuilder(codes.length);
  const add = (plain: number, at: number): void => {
    if (plain === 0) return;
    if (plain === BLANK && view.extend(BLANK, to[at] ?? 0)) return;
    view.add(plain, from[at] ?? 0, to[at] ?? 0);
  };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code < 128) {
      add(PLAIN[code] ?? 0, at);
      continue;
    }
    const char = String.fromCodePoint(code);
    if (INVISIBLE.test(char)) continue;
    if (/\s/u.test(char)) add(BLANK, at);
    else for (const part of char.normalize('NFKD').toLowerCase()) add(part.codePointAt(0) ?? 0, at);
  }
  return view.build();
}

function isWord(code: number): boolean {
  if (code < 128) return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
  return WORD.test(String.fromCodePoint(code));
}

/** Only the letters and digits of a readable view, so that grouping does not matter. */
export function ungrouped({ codes, from, to }: TextStream): TextStream {
  const view = new StreamBuilder(codes.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (isWord(code)) view.add(code, from[at] ?? 0, to[at] ?? 0);
  }
  return view.build();
}

/** The digits `-` and `_` of the URL-safe alphabet as `+` and `/` of the other. */
const STANDARD_DIGITS = new Map([
  [0x2d, 0x2b],
  [UNDERSCORE, 0x2f],
]);

/** The text as Base64 of either alphabet, without line breaks and invisible characters. */
export function base64({ codes, from, to }: TextStream): TextStream {
  const view = new StreamBuilder(codes.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 10 || code === 13 || (code >= 128 && INVISIBLE.test(String.fromCodePoint(code)))) continue;
    view.add(STANDARD_DIGITS.get(code) ?? code, from[at] ?? 0, to[at] ?? 0);
  }
  return view.build();
}
