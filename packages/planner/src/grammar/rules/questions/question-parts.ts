import type { Instruction, Phrase } from '../../clause.ts';
import type { Asked } from '../../../words/kind-of-value.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import type { Reader } from '../rule.ts';

/** The last things that an instruction speaks of: "show only the delivered orders". */
export function thingsIn(said: string): string | null {
  return /(?:^|.*\s)(\p{Ll}{2,}[\p{Ll}--[su]]s)\b/v.exec(said)?.[1] ?? null;
}

/** What may stand before a question. */
export const TELL = `(?:${oneOf([...VERBS.read, ...VERBS.lookup, 'do you know', 'can you see'])}\\s+(?:me\\s+)?)?`;

/** Asks for a value by its label, of that thing. */
export function labelled(
  label: string,
  of: Phrase | null,
  also: readonly string[],
  asks?: Asked,
): Instruction {
  return {
    kind: 'read',
    question: { what: 'labelled', label, of, also, ...(asks !== undefined && { asks }) },
  };
}

/** The thing that a question is about: "the first bill" is one of several, unless the page calls something so. */
export function thingIn(part: string | undefined, { phrase }: Reader): Phrase | null {
  const found = phrase(part);
  return found === null || found.text === '' ? null : found;
}

/** What a part of a question names. */
export function spoken(part: string | undefined, { phrase }: Reader): Phrase | null {
  const found = phrase(part);
  if (found === null || found.text === '') return null;
  // "The last sign-on" is what the page calls it.
  return found.whole === undefined ? found : { ...found, text: found.whole, ordinal: null };
}
