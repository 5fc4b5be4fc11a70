import type { Instruction } from '../../clause.ts';
import { countOf } from '../../../words/counts.ts';
import { LITERAL } from '../../literals.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const COUNT = '(\\d|one|two|three|four|five)';

/** So many stars: a control that is called so, or a field for the number. */
function starring(said: string): Instruction {
  const count = String(countOf(said.toLowerCase()));
  const name = `${count} ${count === '1' ? 'star' : 'stars'}`;
  return {
    kind: 'either',
    ways: [
      [{ kind: 'click', target: called([name, `Rate ${name}`]) }],
      [{ kind: 'set', target: called(['stars', 'rating', 'your rating', 'score']), value: count }],
    ],
  };
}

function reviewed(stars: string, value: string, noun = 'review'): Instruction[] {
  const field = called([noun, 'review', 'comment', 'your review', 'message']);
  return [starring(stars), { kind: 'fill', target: field, value }, { kind: 'submit' }];
}

/** "Leave a 5 star review saying "Great"": the stars, the words, and it is sent. */
const reviewingSaying = form(
  `(?:leave|write|add|post|submit|give)\\s+(?:an?\\s+|the\\s+)?(?:(\\d|one|two|three|four|five)[\\s-]?stars?\\s+)?(review|rating|feedback)(?:\\s+(?:with|of)\\s+(\\d|one|two|three|four|five)\\s+stars?)?(?:\\s*(?:saying|that\\s+says|and\\s+the\\s+(?:text|comment|words)|with\\s+the\\s+(?:text|comment|words)|:)\\s*(${LITERAL}))`,
  ([before = '', noun = '', after = '', text = ''], reader) => {
    const said = (before || after).toLowerCase();
    const value = reader.value(text);
    if (said === '' || value === null) return null;
    return reviewed(said, value, noun);
  },
);

/** "Add a review for the kettle: 5 stars, title Great": the stars, and the fields of the form. */
const reviewingBy = form(
  `(?:leave|write|add|post|submit|give)\\s+(?:an?\\s+|the\\s+)?(?:review|rating|feedback)(?:\\s+(?:for|of|on|about)\\s+[^:,]+)?\\s*(?::|\\bwith)\\s+(\\d|one|two|three|four|five)\\s+stars?\\s*,?\\s*(?:and\\s+)?(.+)`,
  ([said = '', fields = ''], reader) => {
    const filled = pairedAll(fields.replace(/^the\s+/iu, ''), reader);
    return filled === null ? null : [starring(said), ...filled, { kind: 'submit' }];
  },
);

/** "A 4 star review with headline "Lovely" and text "…"": the stars first. */
const reviewingWith = form(
  `((?:leave|write|add|post|submit|give)\\s+(?:an?\\s+|the\\s+)?)(\\d|one|two|three|four|five)[\\s-]?stars?\\s+((?:review|rating)(?:\\s+(?:for|of|on|about)\\s+[^:,]+?)?)\\s*(?::|,|\\s+with)\\s+(?:the\\s+)?(.+)`,
  ([verb = '', stars = '', what = '', fields = ''], reader) =>
    reviewingBy(`${verb}${what}: ${stars} stars, ${fields}`, reader),
);

/** "Publish it without my name": a box of the form, then what sends it. */
const anonymously = form(
  `(?:publish|post|send|submit|leave)(?:\\s+(?:it|this|that|the\\s+review|my\\s+review))?\\s+(?:without\\s+(?:my|our|a)\\s+name|anonymously)`,
  () => [
    {
      kind: 'check',
      target: called(['without my name', 'anonymous', 'anonymously', 'hide my name', 'stay anonymous']),
    },
    { kind: 'submit' },
  ],
);

/** "Write a review for the valve: Great valve, 5 stars", "review the valve with 5 stars and the text "Great"": of that thing. */
const reviewingThing = firstOf(
  form(
    `(?:leave|write|add|post|submit|give)\\s+(?:an?\\s+|the\\s+|my\\s+)?review\\s+(?:for|of|on|about)\\s+([^:,]+?)\\s*:\\s*(${LITERAL}|[^,:]+?)\\s*,?\\s+(?:and\\s+|with\\s+)?${COUNT}\\s+stars?`,
    ([what = '', text = '', stars = ''], reader) => {
      const target = reader.phrase(what);
      const value = reader.value(text);
      return target === null || value === null ? null : [{ kind: 'find', target }, ...reviewed(stars, value)];
    },
  ),
  form(
    `review\\s+(.+?)\\s+with\\s+${COUNT}\\s+stars?\\s+and\\s+(?:the\\s+)?(?:text|comment|words|review)\\s+(${LITERAL}|\\p{Lu}.*)`,
    ([what = '', stars = '', text = ''], reader) => {
      const target = reader.phrase(what);
      const value = reader.value(text);
      return target === null || value === null ? null : [{ kind: 'find', target }, ...reviewed(stars, value)];
    },
  ),
);

/** "Say the page was helpful": the answer to its question. */
const findingHelpful = form(
  `(?:say|tell\\s+them|mark|rate|vote)\\s+(?:that\\s+)?(?:the|this)\\s+(?:page|article|answer)\\s+(?:was\\s+|is\\s+|as\\s+)?(un)?(helpful|useful)`,
  ([un = '', word = '']) => {
    const names = un === '' ? ['Yes', word, 'Thumbs up', '👍'] : ['No', `Not ${word}`, 'Thumbs down', '👎'];
    return [
      { kind: 'verify', sight: { text: word } },
      { kind: 'choose', target: called(names) },
    ];
  },
);

/** What people write about things, with its stars. */
export const reviewing = firstOf(
  findingHelpful,
  reviewingThing,
  reviewingSaying,
  reviewingWith,
  reviewingBy,
  anonymously,
);
