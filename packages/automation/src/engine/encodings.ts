// Sources of regular expressions for what links, HTML and JSON write in place of a character, to be matched in any case.

/** Texts are encoded, and what is encoded is encoded again, so often at most: without a bound long pages would take long. */
export const PERCENT = '%(?:25){0,3}';
export const ENTITY = `(?:&|${PERCENT}26)(?:amp(?:;|${PERCENT}3b)){0,3}`;
export const ENTITY_END = `(?:;|${PERCENT}3b)`;
export const BACKSLASHES = String.raw`(?:\\{1,7}|(?:${PERCENT}5c){1,7})`;

/** `%2525C3%2525A4` and the like: as often as links are encoded again. */
export const percent = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => PERCENT + byte.toString(16).padStart(2, '0')).join('');

/** `&#228;`, `&#x00E4;` and the like. */
export const numbered = (decimal: string, hexadecimal: string): string =>
  `${ENTITY}(?:#|${PERCENT}23)(?:0*${decimal}|x0*${hexadecimal})${ENTITY_END}`;

/** `\u00E4` and the like, of four digits. */
export const escaped = (hexadecimal: string): string => `${BACKSLASHES}u${hexadecimal}`;

/** `\uD83D\uDE00` and the like. */
export const utf16 = (char: string): string =>
  Array.from({ length: char.length }, (_, at) =>
    escaped(char.charCodeAt(at).toString(16).padStart(4, '0')),
  ).join('');
