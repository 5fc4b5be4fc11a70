import type { Instruction } from '../../clause.ts';
import { readNamed } from '../../read-phrase.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { howMany } from './how-many.ts';
import { thingsIn } from './question-parts.ts';
import { each, enumerated, firstOf, form, type Reader } from '../rule.ts';
import { LABELLED, ofEach, PLAIN, SUMS, type ValueForm } from './value-forms.ts';

/** The question that a noun phrase asks: "the order number", "price of the Milk Jug". */
export function question(
  words: string,
  forms: readonly ValueForm[],
  reader: Reader,
): Extract<Instruction, { kind: 'read' }> | null {
  const said = words
    .trim()
    .replace(/^what\s+(.+?)\s+(?:is|are|says?|reads?|shows?)$/iu, '$1')
    .replace(/^what\s+(?=the\s)/iu, '')
    .replace(/^(?:what\s+)?(?:is|are)\s+/iu, '')
    .replace(
      /^(?:(?:all|both)\s+(?:of\s+)?)?(?:the|its|his|her|my|their(?=\s[\p{L} ]+(?:[^s\s]|ss)$))\s+/iu,
      '',
    )
    .replace(/^all\s+/iu, '')
    .replace(/^(?:each|every)\s+(?:single\s+)?(\p{L}+)$/iu, '$1s')
    .replace(/\s+(?:there|here)$/iu, '')
    .replace(/\s+(?:of|for|on|in)\s+this(?:\s+\p{Ll}+)?$/u, '')
    .replace(
      /\s+(?:at|on)\s+(?:the\s+)?top(?:\s+of\s+(?:the|this)\s+(?:list|table|page|results))?$/iu,
      ' of the first item',
    )
    .replace(
      /\s+at\s+(?:the\s+)?(?:bottom|end)(?:\s+of\s+(?:the|this)\s+(?:list|table|results))?$/iu,
      ' of the last item',
    );
  // "Their names" are those of what was just shown.
  const [, theirs] = /^their\s+(\p{L}[\p{L} ]*[^s]s)$/iu.exec(said) ?? [];
  // "The delivered orders … their numbers" may stand under "Order".
  const many = /^(?:numbers|ids|codes)$/iu.test(theirs ?? '') ? thingsIn(reader.before) : null;
  const ofThem = theirs === undefined ? null : ofEach(theirs, many ?? '', reader);
  if (ofThem !== null) return { kind: 'read', question: ofThem };
  const [, own] = /^(?:its|his|her)\s+(.+)$/isu.exec(words.trim()) ?? [];
  const label = own === undefined || reader.topic === null ? null : reader.phrase(own);
  if (label !== null && label.text !== '')
    return { kind: 'read', question: { what: 'labelled', label: label.text, of: reader.topic } };
  for (const { pattern, ask } of forms) {
    const match = pattern.exec(said);
    const found = match === null ? null : ask(match.slice(1), reader);
    if (found !== null) return { kind: 'read', question: found };
  }
  return null;
}

/** "The name and price of the first product" asks for both of it. */
const shared =
  /^(?:the\s+)?((?:[\p{L}-]+(?:\s[\p{L}-]+)?\s*,\s*)*[\p{L}-]+(?:\s[\p{L}-]+)?)\s+and\s+(?:the\s+)?([\p{L}-]+(?:\s[\p{L}-]+)?)\s+(of|for)\s+(.+)$/iu;

/** The questions that an enumeration of noun phrases asks; null unless each of them asks one. */
export function questions(words: string, forms: readonly ValueForm[], reader: Reader): Instruction[] | null {
  const [, others, last, joint, item] = shared.exec(words.trim()) ?? [];
  // "The number and total of every order" are those of each.
  const [, things] = /^(?:each|every)\s+(.+)$/iu.exec(item ?? '') ?? [];
  if (things !== undefined && others !== undefined && last !== undefined)
    return each([...others.split(/\s*,\s*/u), last], (label) => {
      const asked = ofEach(label, things, reader);
      return asked === null ? null : { kind: 'read', question: asked };
    });
  if (
    others !== undefined &&
    item !== undefined &&
    // "The number of workshops" belongs together.
    !/^(?:number|count)$/iu.test(last ?? '') &&
    !/\b(?:of|for|page|heading|title|url|total)\b/iu.test(others)
  )
    return each([...others.split(/\s*,\s*/u), last ?? ''], (label) =>
      question(`${label} ${joint} ${item}`, forms, reader),
    );
  const whole = question(words, PLAIN, reader);
  if (whole !== null && !/,|\sand\s/iu.test(words)) return [whole];
  // "The first part and its price": of that part.
  let topic = reader.topic;
  return each(enumerated(words), (part) => {
    const asked = question(part, forms, { ...reader, topic });
    if (asked?.question.what === 'labelled' && asked.question.of !== null) topic = asked.question.of;
    return asked;
  });
}

export const every = [...PLAIN, ...LABELLED];

/** "Return order FN-302", "return the book Emma" sends it back: a thing with a number or a name is no value. */
const RETURNED =
  /^[Rr]eturn\s+(?:(?:the\s+|my\s+)?(?:\p{L}+\s+)?#?[\p{L}-]*\d[\p{L}\d-]*$|(?:the|my)\s+(?!(?:name|title|heading|price|text|value|label|status|number|date|content|field|column|row|table|list|page)\s)\p{Ll}+\s+(?:called\s+|titled\s+|named\s+)?\p{Lu})/u;

/** "The value in row Basic, column Storage". */
const inCell = firstOf(
  ...[
    { order: 'row\\s+(.+?)\\s*,?\\s*(?:and\\s+)?(?:the\\s+|in\\s+)?column\\s+(.+?)', isRowFirst: true },
    {
      order: 'column\\s+(.+?)\\s*,?\\s*(?:and\\s+)?(?:the\\s+|in\\s+|of\\s+)?row\\s+(.+?)',
      isRowFirst: false,
    },
  ].map(({ order, isRowFirst }) =>
    form(
      `(?:${oneOf([...VERBS.read, 'what is', 'what’s', "what's"])})\\s+(?:me\\s+)?(?:the\\s+)?(?:value|cell|entry|number|figure|text)\\s+(?:is\\s+)?(?:in|of|at)\\s+(?:the\\s+)?${order}(?:\\s+(?:of|from|in)\\s+(?:the|this)\\s+table)?`,
      ([one, other], reader) => {
        const [row, column] = (isRowFirst ? [one, other] : [other, one]).map((part) => reader.phrase(part));
        return row == null || column == null || row.text === '' || column.text === ''
          ? null
          : { kind: 'read', question: { what: 'labelled', label: column.text, of: { ...row, kind: 'row' } } };
      },
    ),
  ),
);

const readingOut = form(
  `${oneOf(VERBS.read)}\\s+(?:to\\s+me\\s+|me\\s+|us\\s+)?(.+)`,
  ([words = ''], reader) => questions(words, every, reader),
);

/** What somebody does has another price than the thing. */
const NO_THING =
  /^(?:I|we|you|more|less|can|could|should|must|has|have|had|one\s+(?:pays?|saves?|gets?|needs?|has|can|could|should|must|will|would))(?=\s|$)/iu;

export const reading = firstOf(
  howMany,
  inCell,
  // "How much storage does the Basic plan have?"
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+much\\s+(\\p{Ll}+)\\s+(?:do(?:es)?\\s+)?(.+?)\\s+(?:have|has|includes?|offers?|comes?\\s+with|gets?|contains?|needs?|uses?)`,
    ([label = '', item], reader) => {
      const of =
        NO_THING.test(item ?? '') || /^(?:is|are|does|do|will|would|more|less|of)$/u.test(label)
          ? null
          : reader.phrase(item);
      return of === null || of.text === ''
        ? null
        : { kind: 'read', question: { what: 'labelled', label, of } };
    },
  ),
  form(
    `(?:${oneOf(VERBS.read)}\\s+)?how\\s+much\\s+(?:(?:is|does|are|do|will|would|was|were)\\s+)?(.+?)(?:\\s+costs?|\\s+is)?`,
    ([item], reader) => {
      const sum = question(item ?? '', SUMS, reader);
      if (sum !== null) return sum;
      const of = NO_THING.test(item ?? '') ? null : readNamed(item ?? '', reader.masked);
      return of === null || of.parts !== undefined
        ? null
        : { kind: 'read', question: { what: 'labelled', label: 'price', of } };
    },
  ),
  form(`(?:what\\s+is|what['’]s|whats|what\\s+are|what\\s+was)\\s+(.+)`, ([words = ''], reader) =>
    questions(words, every, reader),
  ),
  form(`what\\s+([\\p{L} ]+?)\\s+(?:am\\s+I\\s+on|do\\s+I\\s+have)`, ([label], reader) => {
    const name = reader.phrase(label);
    return name === null || name.text === ''
      ? null
      : { kind: 'read', question: { what: 'labelled', label: name.text, of: null } };
  }),
  form(`who\\s+am\\s+I\\s+((?:signed|logged)\\s+in\\s+as)`, ([label = '']) => ({
    kind: 'read',
    question: { what: 'labelled', label, of: null },
  })),
  form(`how\\s+old\\s+is\\s+(.+)`, ([item], reader) => {
    const of = reader.phrase(item);
    return of === null ? null : { kind: 'read', question: { what: 'labelled', label: 'age', of } };
  }),
  form(`(?:${oneOf(VERBS.read)}\\s+)?what\\s+(.+?)\\s+costs?`, ([item = ''], reader) => {
    const of = /^do(?:es)?\s/iu.test(item) ? null : reader.phrase(item);
    return of === null ? null : { kind: 'read', question: { what: 'labelled', label: 'price', of } };
  }),
  form(`what\\s+do(?:es)?\\s+(.+?)\\s+cost`, ([item], reader) => {
    const of = reader.phrase(item);
    return of === null ? null : { kind: 'read', question: { what: 'labelled', label: 'price', of } };
  }),
  form(`what\\s+does\\s+(.+?)\\s+(?:say|read|show)`, ([words = ''], reader) =>
    questions(words, every, reader),
  ),
  (clause, reader) => (RETURNED.test(clause) ? null : readingOut(clause, reader)),
  form(`${oneOf(VERBS.lookup)}\\s+(.+)`, ([words = ''], reader) => questions(words, PLAIN, reader)),
);
