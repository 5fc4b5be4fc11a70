import type { Phrase, Superlative } from '../clause.ts';
import { SUPERLATIVES } from '../nouns.ts';
import { oneOf } from '../../words/vocabulary.ts';
import type { Reader } from './rule.ts';

const BY: Readonly<Record<string, Superlative>> = {
  cheaper: { by: 'price', way: 'least', shown: true },
  'less expensive': { by: 'price', way: 'least', shown: true },
  'more expensive': { by: 'price', way: 'most', shown: true },
  dearer: { by: 'price', way: 'most', shown: true },
  lighter: { by: 'weight', way: 'least', shown: true },
  heavier: { by: 'weight', way: 'most', shown: true },
};
const COUNT = '(two|three|four|five|[2-5])';
const MOST = oneOf([...SUPERLATIVES.keys()]);
/** "Two cheapest" or "cheapest two", as a part of a pattern with four groups, of which two match. */
export const SO_MANY_MOST = `(?:${COUNT}\\s+(${MOST})|(${MOST})\\s+${COUNT})`;

/** "Cheapest" for "cheaper". */
export function mostOf(by: string): string {
  const [, more, adjective = ''] = /^(?:(more|less)\s+)?(.+)$/iu.exec(by) ?? [];
  if (more !== undefined) return `${more.toLowerCase() === 'more' ? 'most' : 'least'} ${adjective}`;
  return adjective.replace(/r$/iu, 'st');
}

/** Words that compare two things. */
export const COMPARING = `(${Object.keys(BY).join('|')})`;
const OF_TWO = new RegExp(
  `^(?:the\\s+)?${COMPARING}\\s+(?:one\\s+)?(?:of|between)\\s+(.+?)\\s+(?:and|or)\\s+(.+)$`,
  'iu',
);

/** The one of two things that is cheaper, heavier, …, as far as the page says so of both. */
export function comparedOf(by: string, one: string, other: string, { phrase }: Reader): Phrase | null {
  const superlative = BY[by.toLowerCase()];
  const parts = [phrase(one), phrase(other)].filter((part) => part !== null && part.text !== '');
  return superlative === undefined || parts.length !== 2
    ? null
    : {
        text: `${one} and ${other}`,
        kind: null,
        ordinal: null,
        within: null,
        superlative,
        parts: parts.filter((part) => part !== null),
      };
}

/** "The cheaper of the lamp and the torch". */
export function compared(words: string, reader: Reader): Phrase | null {
  const [, by = '', one = '', other = ''] = OF_TWO.exec(words.trim()) ?? [];
  return by === '' ? null : comparedOf(by, one, other, reader);
}
