import type { Phrase } from '../../clause.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

/** "Vote for Curry in the poll": the control that does so for it, or its choice and then "Vote". */
const voting = form(
  `(?:cast\\s+my\\s+)?vote\\s+for\\s+(.+?)(?:\\s+in\\s+the\\s+(?:\\p{Ll}+\\s+)?(?:poll|survey|vote|election))?`,
  ([what], reader) => {
    if (/^(?:it|this|that)(?:\s+\p{Ll}+)?$/u.test(what ?? ''))
      return { kind: 'click', target: called(['Vote for this', 'Vote', 'Upvote', 'Vote up'], 'control') };
    const thing = reader.phrase(what);
    if (thing === null || thing.text === '' || thing.parts !== undefined) return null;
    const own: Phrase = {
      ...plain(`Vote for ${thing.text}`),
      kind: 'control',
      quoted: true,
      apart: ['Vote for', 'Vote', 'Upvote'].map((text): Phrase => ({
        ...plain(text),
        kind: 'control',
        within: thing,
      })),
    };
    return {
      kind: 'either',
      ways: [
        [
          { kind: 'choose', target: { ...thing, kind: 'radio' } },
          {
            kind: 'click',
            target: called(['Vote', 'Cast vote', 'Submit vote', 'Send vote', 'Submit'], 'control'),
          },
        ],
        [{ kind: 'click', target: own }],
      ],
    };
  },
);

/** "Book a place on Fire safety": the control of that thing. */
const takingPlace = form(
  `(?:book|reserve|get)\\s+(?:me\\s+)?an?\\s+(place|seat|spot)\\s+(?:on|at)\\s+(?:the\\s+)?(\\p{Lu}.*)`,
  ([noun = '', what = ''], reader) => {
    const within = reader.phrase(what);
    if (within === null || within.text === '' || !/^\p{Lu}/u.test(what)) return null;
    const names = [
      `Book a ${noun}`,
      `Book ${noun}`,
      `Reserve a ${noun}`,
      `Reserve ${noun}`,
      'Book',
      'Reserve',
      'Enrol',
    ];
    const [first = plain(noun), ...others] = names.map((text): Phrase => ({
      ...plain(text),
      kind: 'control',
      within,
    }));
    return { kind: 'click', target: { ...first, apart: others } };
  },
);

/** "Say that it was helpful": the answer to "Was this helpful?" */
const findingHelpful = form(
  `(?:say|answer|mark|vote|state)\\s+that\\s+(?:it|this|the\\s+\\p{Ll}+)\\s+(?:was|is)\\s+(not\\s+)?(?:helpful|useful)`,
  ([not = '']) => ({
    kind: 'click',
    target: called(
      not === ''
        ? ['Helpful', 'It was helpful', 'Yes, it was', 'Yes', 'Useful', '👍']
        : ['Not helpful', 'It was not helpful', 'No, it was not', 'No', '👎'],
      'control',
    ),
  }),
);

/** What people take part in. */
export const takingPart = firstOf(voting, findingHelpful, takingPlace);
