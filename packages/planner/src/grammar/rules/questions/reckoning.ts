import type { Instruction, Phrase, Reckoning } from '../../clause.ts';
import { countOf } from '../../../words/counts.ts';
import { singularOf } from '../../nouns.ts';
import { thingsWhere } from '../things-where.ts';
import { each, enumerated, firstOf, form, type Reader } from '../rule.ts';
import { labelled, TELL } from './question-parts.ts';

const TOGETHER = '(?:together|altogether|combined|in\\s+total|in\\s+all|all\\s+together)';
const WHAT_IS = `(?:(?:what(?:\\s+is|['’]s|s)|how\\s+much\\s+is)\\s+|${TELL})(?:the\\s+)?`;
const LABEL = '(price|cost|weight|rating|discount)s?';

const COUNTED =
  /^(?:the\s+|all\s+)?(both|two|three|four|five|six|\d{1,2})\s+(?:of\s+)?(?:the\s+|your\s+)?(\p{L}+s)$/iu;

/** Two or more things by their names, or all of a kind. */
function thingsOf(words: string, reader: Reader): Phrase | readonly Phrase[] | null {
  const said = words.trim().replace(/^both\s+(?=.*\sand\s)/iu, '');
  if (/,|\sand\s/iu.test(said)) {
    const parts = each(enumerated(said), (part) => reader.phrase(part));
    return parts === null || parts.length < 2 || parts.some(({ text }) => text === '') ? null : parts;
  }
  const chosen = thingsWhere(said, reader);
  if (chosen !== null) return chosen;
  const [, number = '', many = ''] = COUNTED.exec(said) ?? [];
  const counted = many === '' ? null : reader.phrase(many);
  if (counted !== null && counted.text !== '' && counted.kind === null)
    return {
      ...counted,
      where: {
        said: number,
        conditions: [{ count: /^both$/iu.test(number) ? 2 : countOf(number) }],
      },
    };
  const [, noun] = /^(?:all|every|each)\s+(?:of\s+)?(?:the\s+|your\s+)?(\p{L}+)$/iu.exec(said) ?? [];
  const of = noun === undefined ? null : reader.phrase(noun.replace(/(?<!s)$/iu, 's'));
  return of === null || (of.kind !== null && of.kind !== 'result') || of.ordinal !== null ? null : of;
}

function reckon(how: Reckoning, label: string, words: string, reader: Reader): Instruction | null {
  const things = thingsOf(words, reader);
  const by = /^cost$/iu.test(label) ? 'price' : label.toLowerCase();
  return things === null ? null : { kind: 'read', question: { what: 'reckoned', label: by, how, things } };
}

/** "What do the lamp and the torch cost together?" */
const summing = firstOf(
  form(
    `${TELL}(?:what|how\\s+much)\\s+(?:do|does|would|will|are)\\s+(.+?)\\s+(?:cost\\s+)?${TOGETHER}`,
    ([words = ''], reader) => reckon('sum', 'price', words, reader),
  ),
  form(`${TELL}(?:what|how\\s+much)\\s+(.+?)\\s+cost\\s+${TOGETHER}`, ([words = ''], reader) =>
    reckon('sum', 'price', words, reader),
  ),
  // All items of a cart come to its total, which counts how many there are of each.
  form(
    `${WHAT_IS}(?:total|combined|sum\\s+of\\s+the)\\s+${LABEL}\\s+of\\s+(.+)`,
    ([label = '', words = ''], reader) =>
      /,|\sand\s|^(?:all|every|each)\s(?!.*\b(?:items?|articles?|products?|things)$)/iu.test(words)
        ? reckon('sum', label, words, reader)
        : null,
  ),
);

/** "The sum of all totals", "add up the amounts": of everything that the page lists. */
const summingAll = form(
  `(?:${WHAT_IS}sum\\s+of\\s+|(?:add|sum|total|tot)\\s+up\\s+)(?:all\\s+(?:of\\s+)?)?(?:the\\s+)?(?:order\\s+)?(\\p{Ll}{3,}s)(?:\\s+of\\s+(all\\s.+))?`,
  ([labels = '', words = ''], reader) => {
    const all: Phrase = { text: '', kind: 'result', ordinal: null, within: null };
    const things = words === '' ? all : thingsOf(words, reader);
    const label = singularOf(labels);
    return things === null
      ? null
      : { kind: 'read', question: { what: 'reckoned', label, how: 'sum', things } };
  },
);

const STATE = '(?:open|pending|unpaid|overdue|paid|outstanding|delivered|shipped|approved|selected)';

/** "Sum up the quantity column": that of every row. */
const summingColumn = form(
  `(?:${WHAT_IS}(?:sum|total)\\s+of\\s+|(?:add|sum|total)\\s+up\\s+)(?:the\\s+)?(\\p{L}+(?:\\s\\p{L}+)?)\\s+column`,
  ([label = '']) => {
    const things: Phrase = { text: '', kind: 'result', ordinal: null, within: null };
    return { kind: 'read', question: { what: 'reckoned', label: label.toLowerCase(), how: 'sum', things } };
  },
);

/** "The total of my unpaid invoices": the sum of them, where the page says no such total. */
const summingStated = form(
  `${WHAT_IS}(?:total|sum)(?:\\s+(?:amount|value|sum))?\\s+of\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+)?(${STATE}\\s+\\p{Ll}{3,}s)`,
  ([words], reader) => {
    const things = reader.phrase(words);
    return things === null
      ? null
      : { kind: 'read', question: { what: 'reckoned', label: 'total', how: 'sum', things } };
  },
);

const averaging = form(
  `${WHAT_IS}(?:average|mean)\\s+${LABEL}\\s+of\\s+(.+)`,
  ([label = '', words = ''], reader) => {
    // The average rating of one thing is what its page says.
    const one = /^(?:the|this)\s.*[^s]$/iu.test(words) ? reader.phrase(words) : null;
    return one !== null && one.parts === undefined
      ? labelled(`average ${label}`, one, [label])
      : (reckon('average', label, words, reader) ?? reckon('average', label, `all ${words}`, reader));
  },
);

/** "What is the average price?": of everything that the page lists. */
const averagingAll = form(
  `${WHAT_IS}(?:average|mean)\\s+(price|cost|weight|discount|amount|total)s?(?:\\s+(?:on|in|of)\\s+(?:this|the)\\s+(?:page|list|table))?`,
  ([label = '']) => {
    const by = /^cost$/iu.test(label) ? 'price' : label.toLowerCase();
    const things: Phrase = { text: '', kind: 'result', ordinal: null, within: null };
    return { kind: 'read', question: { what: 'reckoned', label: by, how: 'average', things } };
  },
);

function differing(one: string, other: string, how: Reckoning, reader: Reader): Instruction | null {
  return reckon(how, 'price', `${one} and ${other}`, reader);
}

/** "How much more does the lamp cost than the torch?" */
const comparing = firstOf(
  form(
    `${TELL}how\\s+much\\s+(more|less)\\s+(?:does|do|is|are)\\s+(.+?)\\s+(?:cost\\s+)?than\\s+(.+)`,
    ([way = '', one = '', other = ''], reader) =>
      /^more$/iu.test(way)
        ? differing(one, other, 'excess', reader)
        : differing(other, one, 'excess', reader),
  ),
  form(
    `${TELL}how\\s+much\\s+(more\\s+expensive|dearer|cheaper)\\s+(?:is|are)\\s+(.+?)\\s+than\\s+(.+)`,
    ([way = '', one = '', other = ''], reader) =>
      /^cheaper$/iu.test(way)
        ? differing(other, one, 'excess', reader)
        : differing(one, other, 'excess', reader),
  ),
  form(
    `${WHAT_IS}(?:price\\s+difference|difference\\s+in\\s+price)\\s+between\\s+(.+?)\\s+and\\s+(.+)`,
    ([one = '', other = ''], reader) => differing(one, other, 'difference', reader),
  ),
);

/** Questions whose answer is worked out from several values. */
export const reckoning = firstOf(
  summing,
  summingAll,
  summingColumn,
  summingStated,
  averaging,
  averagingAll,
  comparing,
);
