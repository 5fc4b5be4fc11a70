import type { Superlative } from '../../clause.ts';
import { labelled, spoken, TELL } from './question-parts.ts';
import { firstOf, form } from '../rule.ts';

/** What a verb compares: an order that "cost the most" has the highest amount. */
const BY: Readonly<Record<string, string>> = {
  cost: 'amount',
  weigh: 'weight',
  last: 'duration',
  take: 'duration',
};
const NOUN = '(?:of\\s+(?:my|the|our|these|those)\\s+)?(\\p{Ll}{3,}?)(?:(?<=x|ch|sh|ss)es|s)?';

/** "Read me the newest message" wants what it says, not what it is called. */
const contents = form(
  `read(?:\\s+(?:me|us|out|aloud))*\\s+(?:the\\s+|my\\s+)(.+\\s(?:message|mail|e-?mail|letter|reply|comment|note))`,
  ([what], reader) => {
    const of = reader.phrase(what);
    return of?.superlative === undefined ? null : labelled('text', of, ['message', 'body', 'content']);
  },
);

/** "Which of my orders cost the most?" */
export const extremes = firstOf(
  contents,
  form(
    `${TELL}(?:which|what)\\s+${NOUN}(?:\\s+(?:did|was|is|has))?\\s+(cost|weigh|last|take)(?:s|ed)?\\s+(?:the\\s+)?(most|least|longest|shortest)(?:\\s+time)?`,
    ([noun = '', verb = '', most = ''], reader) => {
      const of = spoken(noun, reader);
      const by = BY[verb.toLowerCase()];
      if (of === null || by === undefined) return null;
      const way = /^(?:most|longest)$/iu.test(most) ? 'most' : 'least';
      const superlative: Superlative = { by, way };
      return labelled('name', { ...of, kind: null, superlative }, [noun, 'title']);
    },
  ),
);

const FITS = 'fit|suit|support|contain|include|need|require|match|use|accept';

/** "Which machines does it fit?": what stands under "Fits". */
export const objects = form(
  `${TELL}(?:which|what)\\s+(\\p{Ll}+)\\s+(?:(?:do|does|can|will)\\s+)?(?:(it|this)|(?:the\\s+)?([\\p{L}\\d -]+?))\\s+(${FITS})s?`,
  ([noun = '', it = '', what = '', verb = ''], reader) => {
    const of = it === '' ? spoken(what, reader) : reader.topic;
    if (it === '' && of === null) return null;
    const own = verb.toLowerCase();
    return labelled(`${own}s`, of, [
      own,
      `${own}s ${noun}`,
      `${own}ing ${noun}`,
      `compatible ${noun}`,
      `compatible with`,
      noun,
    ]);
  },
);
