import { BACKSLASHES, ENTITY, ENTITY_END, escaped, numbered, PERCENT, percent, utf16 } from './encodings.ts';

/** Encoded forms of very short secrets would hide half of every text. */
const SHORTEST_ENCODED = 4;
/** How much of a secret must stand before an ellipsis to be taken for it, and how much of it is looked for there. */
const SHORTEST_CUT = 4;
const LONGEST_CUT = 100;
/** The cut can go through an encoded character. */
const HALF_CHAR = String.raw`(?:[%&\\][\w%#;\\]{0,12})?`;

const ENTITIES: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const BLANK = [
  String.raw`\s`,
  `${PERCENT}(?:0[9ad]|20|c2${PERCENT}a0)`,
  `${BACKSLASHES}[nrt]`,
  escaped('00(?:09|0[ad]|20|a0)'),
  `${ENTITY}nbsp${ENTITY_END}`,
  numbered('(?:9|10|13|32|160)', '(?:[9ad]|20|a0)'),
].join('|');
/** In names of files something else stands in their place. */
const UNFIT_FOR_FILES = /[<>:"/\\|?*~%]/;

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** One character as it is, in a URL, in JSON, in HTML and in the name of a file. */
const formOfChar = (char: string, afterBackslash: boolean): string => {
  const code = char.codePointAt(0) ?? 0;
  if (char === '%') return `(?:${PERCENT}|${numbered('37', '25')}|${escaped('0025')}|_)`;
  const named = ENTITIES[char];
  const forms = [
    escapePattern(char),
    percent(Buffer.from(char)),
    numbered(String(code), code.toString(16)),
    ...(char === '&' ? [`${ENTITY}(?:amp${ENTITY_END})`] : []),
    ...(named === undefined ? [] : [ENTITY + named + ENTITY_END]),
    ...(code > 0x7f && code <= 0xff ? [percent([code])] : []),
    ...(UNFIT_FOR_FILES.test(char) ? ['_'] : []),
  ];
  const perhapsEscaped = afterBackslash || !/["'/]/.test(char) ? '' : `${BACKSLASHES}?`;
  return `(?:${perhapsEscaped}(?:${forms.join('|')})|${utf16(char)})`;
};

/** Letters and digits one by one, as they are; blanks and backslashes in runs: pages join the former, JSON doubles the latter. */
const PARTS = /[a-z0-9]|\s+|\\+|[^]/giu;

/** A pattern for each part; together they leave no two ways to match the same text. */
const partsOf = (secret: string): string[] => {
  let afterBackslash = false;
  return Array.from(secret.matchAll(PARTS), ([part]) => {
    const follows = afterBackslash;
    afterBackslash = part.startsWith('\\');
    if (/^[a-z0-9]$/i.test(part)) return part;
    if (/^\s/u.test(part)) return String.raw`(?:(?:${BLANK})+|(?:\+|${PERCENT}2b){${part.length}})`;
    if (afterBackslash) {
      const doubled = [8, 4, 2, 1].map((times) => String.raw`\\{${times * part.length}}`);
      const encoded = [percent([0x5c]), numbered('92', '5c'), escaped('005c'), '_'];
      return `(?:${[...doubled, ...encoded.map((form) => `(?:${form}){${part.length}}`)].join('|')})`;
    }
    return formOfChar(part, follows);
  });
};

/** The beginning of a secret where a message was cut short. */
const cutForm = (parts: readonly string[]): string => {
  const first = parts.slice(0, SHORTEST_CUT).join('');
  const more = parts
    .slice(SHORTEST_CUT, LONGEST_CUT)
    .reduceRight((inner, part) => `(?:${part}${inner})?`, '');
  return String.raw`${first}${more}${HALF_CHAR}(?:…|\.\.\.)`;
};

/**
 * What of the secret's Base64 does not depend on what stands before and after it, for each of the three alignments, and
 * what comes then where nothing stands after it.
 */
const base64Cores = (secret: string): { core: string; tail: string }[] => {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    return { core: encoded.slice(first, last), tail: encoded.slice(last) };
  });
};

const asIs = (base64: string): string => base64;
const forUrls = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

const variantsOf = (secret: string): string[] => {
  const trimmed = secret.trim();
  const plain = trimmed.length < SHORTEST_ENCODED ? secret : trimmed;
  return [...new Set([plain, plain.normalize('NFC'), plain.normalize('NFD')])];
};

/** Sources of regular expressions: one to be matched without regard to case, one as it is. */
export interface SecretForms {
  /** True: letters and digits may also stand there encoded. */
  perhapsEncoded: boolean;
  anyCase: string[];
  exact: string[];
}

/**
 * The forms in which a secret comes back: as it is in any case and with other blanks, encoded for URLs (also again), JSON
 * and HTML where its characters demand it, in Base64 and hexadecimal, and its beginning where a text was cut short.
 */
export const formsOf = (secret: string): SecretForms => {
  if (secret.length < SHORTEST_ENCODED || secret.trim() === '')
    return { perhapsEncoded: false, anyCase: [], exact: [escapePattern(secret)] };
  const cores = [secret, encodeURIComponent(secret)]
    .flatMap(base64Cores)
    .filter(({ core }) => core.length >= SHORTEST_ENCODED);
  return {
    perhapsEncoded: true,
    anyCase: [
      Buffer.from(secret).toString('hex'),
      ...variantsOf(secret).flatMap((variant) => {
        const parts = partsOf(variant);
        return [parts.join(''), cutForm(parts)];
      }),
    ],
    exact: cores.flatMap(({ core, tail }) =>
      [asIs, forUrls].map(
        (write) => escapePattern(write(core)) + (tail === '' ? '' : `(?:${escapePattern(write(tail))}=*)?`),
      ),
    ),
  };
};
