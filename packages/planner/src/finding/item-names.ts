import type { Phrase } from '../grammar/clause.ts';

/** "Ann" of "Ann Price" is as much of the name as "Price". */
function isNameBefore(next: string | undefined): boolean {
  return next !== undefined && /^\p{Lu}[^\d]*$/u.test(next);
}

/** The words that identify an item: names and numbers; "request from Ada" is the one with Ada. */
export function tellingWords(text: string): string {
  return text
    .split(/\s+/u)
    .filter(
      (word, at, all) => /[\d#]/u.test(word) || (/^\p{Lu}/u.test(word) && (at > 0 || isNameBefore(all[1]))),
    )
    .join(' ');
}

/** "Essay feedback message" is the thing "Essay feedback", if that begins with a capital or a digit. */
export function withoutLastNoun(text: string): string {
  return /^([\p{Lu}\d#].*)\s\p{Ll}+$/u.exec(text)?.[1] ?? '';
}

/** "The mail from Dr. Obi", "the message about your order": what follows tells which. */
export function namedAfterNoun({ text, quoted, parts }: Phrase): string[] {
  const [, telling] =
    /^\p{L}+\s+(?:about|regarding|concerning|called|named|titled|from|by|with|saying|for)\s+(?:the\s+|your\s+|my\s+|an?\s+)?(.+)$/iu.exec(
      text,
    ) ?? [];
  return telling === undefined || quoted === true || parts !== undefined ? [] : [telling];
}
