/** Encoded forms of very short secrets would hide half of every text. */
const SHORTEST_ENCODED = 4;
/** How much of a secret must stand before an ellipsis to be taken for it, and how much of it is looked for there. */
const SHORTEST_CUT = 4;
const LONGEST_CUT = 100;
/** The cut can go through an encoded character. */
const HALF_CHAR = String.raw`(?:[%&\\][\w%#;\\]{0,12})?`;

const ENTITIES: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** Texts are encoded, and what is encoded is encoded again, so often at most: without a bound long pages would take long. */
const PERCENT = '%(?:25){0,3}';
const ENTITY = `(?:&|${PERCENT}26)(?:amp(?:;|${PERCENT}3b)){0,3}`;
const ENTITY_END = `(?:;|${PERCENT}3b)`;
const NUMBERED = `${ENTITY}(?:#|${PERCENT}23)`;
const BACKSLASHES = String.raw`(?:\\{1,7}|(?:${PERCENT}5c){1,7})`;
const BLANK = String.raw`\s|${PERCENT}(?:0[9ad]|20)|${BACKSLASHES}[nrt]|${ENTITY}nbsp${ENTITY_END}|${NUMBERED}(?:9|10|13|32|160)${ENTITY_END}`;
/** In names of files something else stands in their place. */
const UNFIT_FOR_FILES = /[<>:"/\\|?*~%]/;

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** `%2525C3` and the like: as often as links are encoded again. */
const percent = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => PERCENT + byte.toString(16).padStart(2, '0')).join('');

const utf16 = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, at) => `${BACKSLASHES}u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** One character as it is, in a URL, in JSON, in HTML and in the name of a file. */
const formOfChar = (char: string, afterBackslash: boolean): string => {
  const code = char.codePointAt(0) ?? 0;
  if (char === '%') return `(?:${PERCENT}|_)`;
  const named = ENTITIES[char];
  const forms = [
    escapePattern(char),
    percent(Buffer.from(char)),
    `${NUMBERED}(?:0{0,5}${code}|x0{0,5}${code.toString(16)})${ENTITY_END}`,
    ...(char === '&' ? [`${ENTITY}(?:amp${ENTITY_END})`] : []),
    ...(named === undefined ? [] : [ENTITY + named + ENTITY_END]),
    ...(code > 0x7f && code <= 0xff ? [percent([code])] : []),
    ...(UNFIT_FOR_FILES.test(char) ? ['_'] : []),
  ];
  const escaped = afterBackslash || !/["'/]/.test(char) ? '' : `${BACKSLASHES}?`;
  return `(?:${escaped}(?:${forms.join('|')})|${utf16(char)})`;
};

/** Letters and digits one by one, blanks and backslashes in runs: pages join the former, JSON doubles the latter. */
const PARTS = /[a-z0-9]|\s+|\\+|[^]/giu;

/** A pattern for each part; together they leave no two ways to match the same text. */
const partsOf = (secret: string): string[] => {
  let afterBackslash = false;
  return Array.from(secret.matchAll(PARTS), ([part]) => {
    const follows = afterBackslash;
    afterBackslash = part.startsWith('\\');
    if (/^[a-z0-9]$/i.test(part)) return part;
    if (/^\s/u.test(part)) return String.raw`(?:(?:${BLANK})+|(?:\+|${PERCENT}2b){${part.length}})`;
    if (afterBackslash)
      return `(?:${[8, 4, 2, 1].map((times) => String.raw`\\{${times * part.length}}`).join('|')}|(?:${percent([0x5c])}){${part.length}}|_{${part.length}})`;
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
  anyCase: string[];
  exact: string[];
}

/**
 * The forms in which a secret comes back: as it is in any case and with other blanks, encoded for URLs (also again), JSON
 * and HTML, in Base64 and hexadecimal, and its beginning where a text was cut short.
 */
export const formsOf = (secret: string): SecretForms => {
  if (secret.length < SHORTEST_ENCODED || secret.trim() === '')
    return { anyCase: [], exact: [escapePattern(secret)] };
  const cores = [secret, encodeURIComponent(secret)]
    .flatMap(base64Cores)
    .filter(({ core }) => core.length >= SHORTEST_ENCODED);
  return {
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
