import { VALUE_NOUNS } from '../../nouns.ts';
import { oneOf } from '../../../words/vocabulary.ts';
import { form } from '../rule.ts';
import { every, questions } from './read-values.ts';

/** "Find the price of the lamp" reads it; a thing that is found is what the next instructions are about. */
export const findingValues = form(
  `find\\s+(?!out\\b)(?:me\\s+)?((?:the\\s+)?(?:[\\p{L}-]+\\s+){0,2}${oneOf(VALUE_NOUNS)}\\s+(?:of|for)\\s+.+)`,
  ([words = ''], reader) => questions(words, every, reader),
);
