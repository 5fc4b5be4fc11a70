import { isLiteral, LITERAL, type MaskedText } from './literals.ts';
import { plainDate } from './plain-date.ts';

const VAGUE_VALUE = new RegExp(
  '^(?:(?:any|some|random|sensible|valid|appropriate|suitable|my|your|the)\\s|an?\\s+(?!\\p{L}+\\s+(?:before|after|ahead|later|earlier)$)\\S+\\s*\\S*$|(?:today|tomorrow|yesterday)(?![\\p{L}])|(?:something|anything|it|that|this|them)$)',
  'iu',
);

/** "The wheel was cracked" says what it says. */
const SENTENCE = /^\p{Lu}\p{Ll}*\s\S+\s\S+/u;

const INSIDE = new RegExp(LITERAL, 'u');

/** The text to type or to choose, or null when the words leave it open. */
export function readValue(words: string, masked: MaskedText): string | null {
  const value = plainDate(words.trim());
  if (isLiteral(value)) return masked.meant(value);
  if (value === '' || /["“”]/u.test(value) || (VAGUE_VALUE.test(value) && !SENTENCE.test(value))) return null;
  if (INSIDE.test(value) && !/https?:/u.test(masked.meant(value))) return null;
  return masked.meant(value);
}
