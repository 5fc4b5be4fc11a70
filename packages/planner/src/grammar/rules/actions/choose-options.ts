import type { Instruction } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { KINDS, pluralOf, singularOf } from '../../nouns.ts';
import { plainDate } from '../../plain-date.ts';
import { readPhrase, withoutKind } from '../../read-phrase.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { everyOne } from '../forms/field-of.ts';

import { chosenWay, paired } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { chooserOf } from '../sites/in-one-sentence.ts';
import { countOf } from '../../../words/counts.ts';
import { each, enumerated, firstOf, form, type Reader } from '../rule.ts';

/** What a field offers while one types into it has no name of its own. */
const OFFERED =
  /^(?:the\s+)?(?:(?:drop-?\s?down|autocomplete|auto-complete)\s+)?(?:suggestions?|suggested\s+\p{L}+|options|results|matches|list|drop-?\s?down)$/iu;

const EXTREME =
  /^the\s+(?:highest|largest|biggest|greatest|longest|most|lowest|smallest|shortest|fewest|least)\s/iu;

function selection(
  option: string | undefined,
  field: string | undefined,
  reader: Reader,
): Instruction | null {
  // "The card with the greatest number" is one of several.
  if (EXTREME.test(field ?? '')) return null;
  const chosen = plainDate((option ?? '').trim());
  // Opinions are refused by the reader of phrases; what is chosen is then taken word for word.
  const read = readPhrase(chosen, reader.masked);
  // "Mill Lane, Hull from the suggestions" is one of them.
  const isOffered = /suggest/iu.test(field ?? '') && OFFERED.test((field ?? '').trim());
  const phrase = read ?? (isOffered ? plain(reader.value(chosen) ?? chosen) : null);
  if (phrase === null) return null;
  const value = reader.value(chosen.replace(/^the\s+/iu, '').replace(/\s+option$/iu, ''));
  if (OFFERED.test((field ?? '').trim())) return { kind: 'choose', target: phrase };
  const target = withoutKind(reader.phrase((field ?? '').replace(/\s+(?:list|menu|options)$/iu, '')));
  if (target === null) return null;
  if (phrase.ordinal !== null && phrase.text === '') return { kind: 'select', target, value: phrase.ordinal };
  return value === null ? null : { kind: 'select', target, value };
}

/** "Choose 3 December as the delivery date and 9–12 as the time slot": each in its own list. */
const choosingEach = form(
  `${oneOf(VERBS.choose)}\\s+(.+?\\s+(?:as|for)\\s+(?:the\\s+|my\\s+)?.+?(?:,|\\sand\\s).+\\s+(?:as|for)\\s+.+)`,
  ([words = ''], reader) =>
    each(enumerated(words), (part) => {
      const [, option, field] = /^(.+?)\s+(?:as|for)\s+(.+)$/isu.exec(part) ?? [];
      return option === undefined ? null : selection(option, field, reader);
    }),
);

/** "Choose Filtration, Pumps and Heating as interests in the preferences": each in the same list, which may have to be opened. */
const choosingAllAs = form(
  `${oneOf(VERBS.choose)}\\s+((?:(?!\\s(?:as|for)\\s).)+,(?:(?!\\s(?:as|for)\\s).)+?,?\\s+and\\s+(?:(?!\\s(?:as|for)\\s).)+)\\s+as\\s+(?:the\\s+|my\\s+)?(\\p{Ll}[\\p{Ll} -]*?)(?:\\s+(?:in|under)\\s+(?:the\\s+|my\\s+)?(\\p{L}+)(?:\\s+(?:tab|section))?)?`,
  ([options = '', field = '', place = ''], reader) => {
    const target = withoutKind(reader.phrase(field));
    const chosen = each(enumerated(options), (part): Instruction | null => {
      const value = reader.value(part);
      return value === null || target === null ? null : { kind: 'select', target, value };
    });
    const shown: Instruction[] =
      place === '' ? [] : [{ kind: 'expand', target: { ...plain(place), kind: 'tab' } }];
    return chosen === null ? null : [...shown, ...chosen];
  },
);

/** "Take the suggestion": the only one that the field offers, or the first. */
const takingOffered = form(
  `(?:${oneOf(VERBS.choose)}|take|accept)\\s+(?:the|that)\\s+(?:(first|top)\\s+)?(?:suggestion|suggested\\s+\\p{Ll}+)`,
  ([first = '']) => ({
    kind: 'choose',
    target: { ...plain(''), kind: 'option', ordinal: first === '' ? null : 1 },
  }),
);

/** "Evening, two places": as many as the page is told of them. */
function counted(part: string): Instruction | null {
  const [, many = '', noun = ''] =
    /^(\d{1,3}|two|three|four|five|six|ten)\s+(\p{Ll}[\p{Ll} -]*s|children|people)$/u.exec(part.trim()) ?? [];
  const value = String(countOf(many));
  return many === '' ? null : { kind: 'set', target: called([noun, `number of ${noun}`, 'quantity']), value };
}

/** "Use PayPal as the payment method". */
const usingAs = form(`use\\s+(.+?)\\s+as\\s+(?:the|my)\\s+(.+)`, ([option, field], reader) =>
  selection(option, field, reader),
);

/** "Choose yellow in size L": each is a choice of its own. */
const choosingSize = form(
  `${oneOf(VERBS.choose)}\\s+(?:the\\s+)?(?:colou?r\\s+)?([\\p{L}-]+)\\s+(?:in|and)\\s+(?:the\\s+)?size\\s+(?!dropdown|list|field|box|menu|select|column|section)([\\p{L}\\d]+)`,
  ([first = '', size = '']) =>
    [first, size].map((text) => ({
      kind: 'choose' as const,
      target: { text, kind: null, ordinal: null, within: null },
    })),
);

/** "Select 2 adults and 1 child": each number in its own field. */
const choosingNumbers = form(
  `${oneOf(VERBS.choose)}\\s+((?:\\d{1,2}|one|two|three|four|five)\\s+\\p{Ll}+(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:\\d{1,2}|one|two|three|four|five)\\s+\\p{Ll}+)+)`,
  ([words = '']) =>
    each(enumerated(words), (part) => {
      const [, many = '', noun = ''] = /^(\S+)\s+(\p{Ll}+)$/u.exec(part.trim()) ?? [];
      const value = String(countOf(many));
      const one = singularOf(noun);
      const plural = noun === 'child' ? 'children' : pluralOf(one);
      return /^\d+$/u.test(value)
        ? { kind: 'set' as const, target: called([plural, noun, `number of ${plural}`]), value }
        : null;
    }),
);

/** "Select the messages from Ann and Cy": those of each, not a choice "messages" of a list. */
const choosingFrom = form(
  `${oneOf(VERBS.choose)}\\s+the\\s+(\\p{Ll}+s)\\s+(?:from|by|of)\\s+(\\p{Lu}[^,]*?(?:,\\s*|\\s+and\\s+)\\p{Lu}.*)`,
  ([nouns = '', names = ''], reader) => {
    const parts = each(enumerated(names), (name) =>
      /^\p{Lu}/u.test(name) ? reader.phrase(`${singularOf(nouns)} from ${name}`) : null,
    );
    return parts === null
      ? null
      : {
          kind: 'choose',
          target: { text: `${nouns} from ${names}`, kind: null, ordinal: null, within: null, parts },
        };
  },
);

/** "Select the invoices and R-9": each of them, and no choice of a list "invoices". */
const choosingCalled = form(
  `${oneOf(VERBS.choose)}\\s+(?:the\\s+|my\\s+)?\\p{Ll}{3,}s\\s+([#\\p{L}]*[-\\d]\\S*(?:\\s*,\\s*[#\\p{L}]*[-\\d][^\\s,]*)*\\s*,?\\s+and\\s+[#\\p{L}]*[-\\d]\\S*)`,
  ([names = ''], reader) => {
    const parts = each(enumerated(names), (name) => (/\d/u.test(name) ? reader.phrase(name) : null));
    return parts === null ? null : parts.map((target) => ({ kind: 'choose' as const, target }));
  },
);

/** "Choose Kia, then 2020": goes on with the next choice. */
const choosingNext = form(
  `(?:the\\s+)?(\\d{1,4}|\\p{Lu}[\\p{L}\\d-]*(?:\\s[\\p{Lu}\\d][\\p{L}\\d-]*){0,2})`,
  ([name = ''], reader) =>
    /^(?:choose|select|pick)\s/iu.test(reader.before) && /^[\p{Lu}\d]/u.test(name)
      ? { kind: 'choose', target: plain(name) }
      : null,
);

export const choosing = firstOf(
  choosingCalled,
  choosingNext,
  choosingNumbers,
  choosingSize,
  takingOffered,
  choosingEach,
  choosingAllAs,
  usingAs,
  choosingFrom,
  // "Choose express shipping with gift wrap": a value of that list, else both of them.
  form(
    `${oneOf(VERBS.choose)}\\s+(.+)\\s+with\\s+(?!the\\s)(\\p{Ll}+(?:\\s\\p{Ll}+)?)`,
    ([option, extra], reader) => {
      const listed = selection(option, extra, reader);
      const [first, second] = [reader.phrase(option), reader.phrase(extra)];
      return listed === null || first === null || second === null || second.text === ''
        ? listed
        : {
            kind: 'either',
            ways: [
              [listed],
              [
                { kind: 'choose', target: first },
                { kind: 'choose', target: second },
              ],
            ],
          };
    },
  ),
  ...['(?:from|out\\s+of|under)', '(?:in|for|as|on|with)'].map((preposition) =>
    form(`${oneOf(VERBS.choose)}\\s+(.+)\\s+${preposition}\\s+(.+)`, ([option, field], reader) =>
      selection(option, field, reader),
    ),
  ),
  form(`${oneOf(VERBS.choose)}\\s+the\\s+([\\p{L} ]+?)\\s+(${LITERAL})`, ([field = '', option], reader) =>
    // "The link "Deals"" is no list of that name.
    KINDS.has(field.toLowerCase()) ? null : selection(option, field, reader),
  ),
  form(`${oneOf(VERBS.choose)}\\s+(.+,.+)`, ([words = ''], reader) =>
    each(enumerated(words), (part) => {
      // "Pick Weir Lane, town Leeds"
      const field = /^\p{Ll}/u.test(part) && part !== words ? paired(part, reader) : null;
      // "Express delivery, pay by invoice, gift wrap it"
      const paid = chosenWay(part);
      if (paid !== null) return paid;
      // "Pick Rome from the list, weight 4"
      const [, own = part, list = ''] = /^(.+?)\s+from\s+(.+)$/iu.exec(part) ?? [];
      const target =
        field === null
          ? reader.phrase((OFFERED.test(list) ? own : part).replace(/(?<=^\p{Ll}+(?:\s\p{Ll}+)?)\s+it$/u, ''))
          : null;
      return counted(part) ?? field ?? (target === null ? null : { kind: 'choose', target });
    }),
  ),
  form(`(?:switch|change|go\\s+over)\\s+to\\s+(?:the\\s+)?(.+)`, ([words = ''], reader) => {
    const target = reader.phrase(words);
    return target === null || target.text === '' || /:\/\//u.test(target.text)
      ? null
      : { kind: 'choose', target };
  }),
  // "Choose the Plus plan": a choice of that name, or the control that chooses what is called so.
  form(
    `${oneOf(VERBS.choose)}\\s+(?:the\\s+)?((\\p{Lu}\\p{L}*(?:\\s\\p{Lu}\\p{L}*)*)\\s+(?:plan|package|tariff|membership|subscription|offer))`,
    ([whole, name = ''], reader) => {
      const target = reader.phrase(whole);
      return target === null || !/^\p{Lu}/u.test(name)
        ? null
        : { kind: 'either', ways: [[{ kind: 'choose', target }], [chooserOf(name)]] };
    },
  ),
  form(`${oneOf(VERBS.choose)}\\s+(.+)`, ([words = ''], reader) => {
    const many = counted(words);
    if (many !== null) return many;
    const target = everyOne(words) ?? reader.phrase(words);
    return target === null ? null : { kind: 'choose', target };
  }),
);
