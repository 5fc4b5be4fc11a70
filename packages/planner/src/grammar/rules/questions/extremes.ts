import type { Superlative } from '../../clause.ts';
import { countOf } from '../../../words/counts.ts';
import { SO_MANY_MOST } from '../compared.ts';
import { labelled, spoken, TELL } from './question-parts.ts';
import { firstOf, form } from '../rule.ts';

/** What a verb compares: an order that "cost the most" has the highest amount; others stand on the page themselves ("You save"). */
const BY: Readonly<Record<string, string>> = {
  cost: 'amount',
  weigh: 'weight',
  last: 'duration',
  take: 'duration',
};
const NOUN = '(?:of\\s+(?:my|the|our|these|those)\\s+)?(\\p{Ll}{3,}?)(?:(?<=x|ch|sh|ss)es|s)?';

/** "Read me the newest message" wants what it says, not what it is called. */
const contents = form(
  `read(?:\\s+(?:me|us|out|aloud))*\\s+(?:the\\s+|my\\s+)(\\S+(?:\\s\\S+)?\\s(?:message|mail|e-?mail|letter|reply|comment|note|review))(?:\\s+(?:of|on|about|for)\\s+(.+))?`,
  ([what, thing = ''], reader) => {
    const item = reader.phrase(what);
    const within = thing === '' ? null : reader.phrase(thing);
    const of =
      item === null || (thing !== '' && within === null) ? null : { ...item, within: within ?? item.within };
    return of?.superlative === undefined ? null : labelled('text', of, ['message', 'body', 'content']);
  },
);

/** "List the three cheapest parts", "what are the two newest orders?" */
const ranked = form(
  `${TELL}(?:(?:what|which)\\s+are\\s+)?(?:(?:the|my|our)\\s+)?${SO_MANY_MOST}\\s+(\\p{Ll}{3,}s)`,
  ([count = '', most = '', way = '', many = '', things = ''], reader) => {
    const of = reader.phrase(`the ${most || way} ${things}`);
    return of?.superlative === undefined
      ? null
      : { kind: 'read', question: { what: 'list', of, first: countOf(count || many) } };
  },
);

/** "Which of my orders cost the most?" */
export const extremes = firstOf(
  contents,
  ranked,
  form(
    `${TELL}(?:which|what)\\s+${NOUN}(?:\\s+(?:is|will|was))?\\s+(expire|end|start|begin|finish|open|close|run\\s+out|arrive|leave)(?:s|es|ing)?\\s+(?:the\\s+)?(first|soonest|earliest|last|latest)`,
    ([noun = '', verb = '', order = ''], reader) => {
      const of = reader.phrase(noun);
      if (of === null || (of.text === '' && of.kind !== 'result')) return null;
      const way = /^la/iu.test(order) ? 'most' : 'least';
      const superlative: Superlative = { by: `${verb.toLowerCase()}s`, way };
      return labelled('name', { ...of, kind: of.text === '' ? 'result' : null, superlative }, [
        noun,
        'title',
      ]);
    },
  ),
  // "Which invoice is due first?"
  form(
    `${TELL}(?:which|what)\\s+${NOUN}\\s+(?:is|are|falls|comes|will\\s+be)\\s+due\\s+(first|soonest|earliest|last|latest)`,
    ([noun = '', order = ''], reader) => {
      const of = reader.phrase(noun);
      if (of === null || (of.text === '' && of.kind !== 'result')) return null;
      const superlative: Superlative = { by: 'due', way: /^la/iu.test(order) ? 'most' : 'least' };
      return labelled('name', { ...of, kind: of.text === '' ? 'result' : null, superlative }, [
        noun,
        'title',
      ]);
    },
  ),
  form(
    `${TELL}(?:which|what)\\s+${NOUN}(?:\\s+(?:did|was|is|has))?\\s+(?!the\\s)(\\p{Ll}{3,}?)(?:s|ed)?\\s+(?:the\\s+)?(most|least|longest|shortest)(?:\\s+time)?`,
    ([noun = '', verb = '', most = ''], reader) => {
      const of = reader.phrase(noun);
      if (of === null || (of.text === '' && of.kind !== 'result')) return null;
      const by = BY[verb.toLowerCase()] ?? verb;
      const way = /^(?:most|longest)$/iu.test(most) ? 'most' : 'least';
      const superlative: Superlative = { by, way };
      return labelled('name', { ...of, kind: of.text === '' ? 'result' : null, superlative }, [
        noun,
        'title',
      ]);
    },
  ),
);

const FITS = 'fit|suit|support|contain|include|need|require|match|use|accept';

/** "Which colours does it come in?": the choices that the page offers under "Colour". */
const offered = form(
  `${TELL}(?:which|what)\\s+(\\p{Ll}{3,}s)\\s+(?:(?:does|do|is|are)\\s+)?(?:(it|this)|(?:the\\s+)?([\\p{L}\\d -]+?))\\s+(?:comes?|available|sold|offered)\\s+in`,
  ([noun = '', it = '', what = ''], reader) => {
    const of = it === '' ? spoken(what, reader) : reader.topic;
    return it === '' && of === null ? null : labelled(noun, of, []);
  },
);

/** "Which machines does it fit?": what stands under "Fits". */
const fitted = form(
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

/** Questions for what belongs to a thing, by a verb. */
export const objects = firstOf(offered, fitted);
