import type { Instruction, Phrase, Question } from '../../clause.ts';
import { RELATION, saidOfOne, thingsWhere } from '../things-where.ts';
import { firstOf, form, type Reader } from '../rule.ts';
import { TELL } from './question-parts.ts';

function read(question: Question): Instruction {
  return { kind: 'read', question };
}

function namesOf(words: string, reader: Reader): Instruction | null {
  // "Show only products under £20" narrows the list.
  const things = words.replace(/^(?:the\s+)?names?\s+of\s+(?:all\s+)?/iu, '');
  const of = /^(?:only|just)\s/iu.test(words) ? null : thingsWhere(things, reader);
  return of === null ? null : read({ what: 'each', label: 'name', of });
}

/** "Which teapots cost less than £30?", "list everything except the teapots". */
const listing = firstOf(
  form(`${TELL}(?:which|what)\\s+(?:are\\s+)?(.+)`, ([words = ''], reader) => namesOf(words, reader)),
  form(`${TELL}who\\s+are\\s+(?:the\\s+)?(.+)`, ([words = ''], reader) => namesOf(words, reader)),
  form(
    `(?:list|show|give|name|tell|find|see|get|read)\\s+(?:me\\s+|us\\s+|out\\s+)?(.+)`,
    ([words = ''], reader) => namesOf(words, reader),
  ),
);

/** "How many products are under £20?" */
const counting = form(`${TELL}how\\s+many\\s+(?:of\\s+)?(.+)`, ([words = ''], reader) => {
  const plain = words.replace(
    /\s+(?:(?:are|is)\s+there|there\s+(?:are|is)|do\s+you\s+(?:have|sell|offer))(?=\s|$)/iu,
    '',
  );
  const of = thingsWhere(plain, reader);
  return of === null ? null : read({ what: 'count', of });
});

/** "Are there any bowls under £15?" */
const existing = form(
  `(?:${TELL}(?:if|whether)\\s+there\\s+(?:are|is)|(?:are|is)\\s+there|(?:do|does)\\s+(?:you|they|it|the\\s+shop)\\s+(?:have|sell|offer))\\s+(?:any(?=\\s)|an?(?=\\s))?\\s*(.+)`,
  ([words = ''], reader) => {
    const of = thingsWhere(words, reader);
    return of === null ? null : read({ what: 'exists', of });
  },
);

const REDUCED =
  'on\\s+(?:sale|offer|special\\s+offer)|in\\s+the\\s+sale|reduced(?:\\s+in\\s+price)?|discounted';
const BE = 'is|are';
const GIVE = 'costs?|weighs?|saves?';

function isSo(what: string, said: string, reader: Reader): Instruction | null {
  const within: Phrase | null = reader.phrase(what);
  const where = saidOfOne(said, reader);
  if (within === null || (within.text === '' && within.ordinal === null) || where === null) return null;
  return read({ what: 'exists', of: { text: '', kind: null, ordinal: null, within, where } });
}

/** "Is the lamp cheaper than £30?", "does the lamp cost more than the torch?", "is the lamp on sale?" */
const comparing = firstOf(
  form(
    `(?:${BE})\\s+(?!there\\b)(.+?)\\s+((?:${RELATION})\\s+.+|(?:currently\\s+|still\\s+|now\\s+)?(?:${REDUCED}))(?:\\s+(?:now|at\\s+the\\s+moment))?`,
    ([what = '', said = ''], reader) =>
      isSo(what, `is ${said.replace(/^(?:still|now|currently)\s+/iu, '')}`, reader),
  ),
  form(
    `(?:do|does)\\s+(?!(?:I|you|we|they)\\b)(.+?)\\s+(${GIVE})\\s+((?:${RELATION})\\s+.+)`,
    ([what = '', verb = '', said = ''], reader) => isSo(what, `${verb} ${said}`, reader),
  ),
  form(
    `${TELL}(?:if|whether)\\s+(?!there\\b)(.+?)\\s+((?:${BE}|${GIVE})\\s+(?:(?:${RELATION})\\s+.+|${REDUCED}))`,
    ([what = '', said = ''], reader) => isSo(what, said, reader),
  ),
);

/** Questions of things that the values on the page choose. */
export const askingOfThings = firstOf(counting, existing, comparing, listing);
