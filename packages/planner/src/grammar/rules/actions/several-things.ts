import { called } from '../named-phrases.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { isLiteral, LITERAL } from '../../literals.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf, VERBS } from '../../../words/vocabulary.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { countOf } from '../../../words/counts.ts';
import { addingTags } from '../forms/add-tags.ts';
import { thingsWhere } from '../things-where.ts';
import { controlOfChosen, each, enumerated, firstOf, form, type Reader } from '../rule.ts';

function plain(text: string, within: Phrase | null = null): Phrase {
  return { text, kind: null, ordinal: null, within };
}

function apart(texts: readonly string[]): Phrase {
  const [first = '', ...others] = texts;
  return { ...plain(first), apart: others.map((text) => plain(text)) };
}

/** "Archive both messages": the control of that name of each of them. */
const everyOne = form(
  `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])})\\s+(all|both)\\s+(?:of\\s+)?(?:(?:the|these|those|my|our)\\s+)?((?:\\p{L}[\\p{L}-]*\\s+){0,2}\\p{L}+s)`,
  ([verb = '', many = '', what], reader) => {
    const of = reader.phrase(what);
    return of === null || of.ordinal !== null || of.kind === 'field' || /cookies$/iu.test(what ?? '')
      ? null
      : { kind: 'each', verb, of, exactly: many.toLowerCase() === 'both' ? 2 : null };
  },
);

/** "Click the "Like" button on all posts by Ada". */
const controlOfEvery = form(
  `${oneOf(VERBS.click)}\\s+(?:on\\s+)?(?:the\\s+)?(${LITERAL})(?:\\s+(?:button|link|icon))?\\s+(?:on|of|for|in|at)\\s+(?:all|every|each)\\s+(?:of\\s+)?(?:the\\s+)?(.+)`,
  ([name = '', what], reader) => {
    const verb = reader.value(name);
    const of = reader.phrase(what);
    return verb === null || of === null || of.ordinal !== null || of.text === ''
      ? null
      : { kind: 'each', verb, of, exactly: null };
  },
);

/** "Archive every message from Ada": those that say so. */
const everyOneFrom = form(
  `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])})\\s+(?:all|every|each)\\s+(?:of\\s+)?(?:(?:the|these|those|my|our)\\s+)?(\\p{Ll}{3,}\\s+(?:from|by)\\s+(?:the\\s+)?\\p{Lu}.*)`,
  ([verb = '', what], reader) => {
    const of = reader.phrase(what);
    return of === null || of.ordinal !== null || of.text === ''
      ? null
      : { kind: 'each', verb, of, exactly: null };
  },
);

/** "Archive all tickets assigned to Bob". */
const everyOneSaying = form(
  `(${oneOf([...COMMANDS, ...NOUN_COMMANDS, ...ACTS])})\\s+(?:all|every|each)\\s+(?:of\\s+)?(?:(?:the|these|those|my|our)\\s+)?(\\p{Ll}.+)`,
  ([verb = '', what = ''], reader) => {
    const of = thingsWhere(what, reader);
    return of?.where?.conditions.some((one) => 'says' in one) === true
      ? { kind: 'each', verb, of, exactly: null }
      : null;
  },
);

/** "Buy 2 of these": the number of the thing that the page is about. */
const buyingSeveral = form(
  `(buy|order|purchase|get)\\s+(\\d{1,3}|two|three|four|five|six)\\s+(?:of\\s+)?(?:these|those|this|them|it)`,
  ([verb = '', number = '']) => {
    const names = ['Buy', 'Buy now', 'Add to cart', 'Order', 'Purchase'];
    return [
      { kind: 'set', target: plain('quantity'), value: String(countOf(number)) },
      {
        kind: 'click',
        target: {
          ...plain(/^get$/iu.test(verb) ? 'Add to cart' : verb),
          kind: 'button',
          apart: names.map((text) => ({ ...plain(text), kind: 'button' as const })),
        },
      },
    ];
  },
);

/** "Compare A and B": the boxes called so, where things have them. */
const comparing = firstOf(
  form(`compare\\s+(.+?\\s+(?:and|with|to)\\s+.+)`, comparingAll),
  form(
    `(?:add|put|take)\\s+(.+?)\\s+(?:to|into|in|onto)\\s+(?:the|my|a)\\s+comparison(?:\\s+(?:list|table))?`,
    comparingAll,
  ),
);

function comparingAll([words = '']: readonly string[], reader: Reader): Instruction[] | null {
  // What several things cost is a question.
  if (/^(?:the\s+)?\p{Ll}+s\s+of\s/u.test(words)) return null;
  const parts = enumerated(words.replace(/\s+(?:with|to)\s+/iu, ' and '));
  const things = each(parts, (part) => reader.phrase(part));
  return things === null || things.some(({ text }) => text === '')
    ? null
    : [
        ...things.map((within): Instruction => ({
          kind: 'check',
          target: { text: 'compare', kind: 'checkbox', ordinal: null, within },
        })),
        { kind: 'either', ways: [[controlOfChosen('Compare', '')], []] },
      ];
}

/** "… and compare": the control of that name. */
const comparingThem = form(`compare(?:\\s+(them|both|these|those))?`, ([them = ''], { hasChosen }) =>
  them === '' && !hasChosen
    ? { kind: 'click', target: { ...plain('Compare'), kind: 'control' } }
    : controlOfChosen('Compare', ''),
);

/** "Write to Returns: subject …, message …": whom it is for is a choice of the form. */
const writingTo = form(
  `(?:write|send\\s+(?:an?\\s+)?(?:message|e-?mail|note)|send\\s+word)\\s+to\\s+(us|them|support|(?:the\\s+)?[\\p{L} ]+?)\\s*(?::|\\bwith\\b|,\\s*(?=subject\\b))\\s*(.+)`,
  ([whom = '', fields = ''], reader) => {
    const filled = pairedAll(fields, reader);
    if (filled === null) return null;
    if (/^(?:us|them|support|(?:the\s+)?(?:team|shop|office|staff|company))$/iu.test(whom)) return filled;
    const value = reader.value(whom.replace(/^the\s+/iu, ''));
    const target: Phrase = { ...plain(''), kind: 'dropdown' };
    return value === null ? null : [{ kind: 'select', target, value }, ...filled];
  },
);

const ENTRIES =
  'task|to-?\\s?do|item|entry|note|reminder|card|list|category|folder|comment|bookmark|friend|member|guest|topic|goal|chore|errand|event';

/** "Add the task Buy gloves": its name is typed where new ones are, and sent. */
const addingNamed = form(
  `(?:add|create|make|note\\s+down)\\s+(?:an?\\s+|the\\s+)?(?:new\\s+)?(${ENTRIES})\\s*:?\\s+(?:(${LITERAL})\\s+(?:to|on|in|onto)\\s+(?:the|my|this|our)\\s+(?:[\\p{L}-]+\\s+)?(?:list|board|to-?dos?|tasks|notes)|(${LITERAL}|[\\p{Lu}\\d].*))`,
  ([noun = '', listed = '', name = ''], reader) => {
    const value = reader.value(listed || name);
    if (value === null || !/^[\p{Lu}\d\uE000]/u.test(listed || name)) return null;
    // "Add a card Buy paint to To do": a board has several lists, one of which may be meant.
    if (/^card$/iu.test(noun) && /\s(?:to|in|into|under|on)\s+\p{Lu}\S*(?:\s\S+)?$/u.test(name)) return null;
    const names = [
      `new ${noun}`,
      `add ${noun}`,
      noun,
      `${noun} name`,
      'needs to be done',
      'needs doing',
      'name',
      'title',
    ];
    return [{ kind: 'fill', target: apart(names), value }, { kind: 'submit' }];
  },
);

const ADDRESS = `(?:${LITERAL}|\\S+@\\S*[^\\s,;])`;

/** The control of the thing, where a list has one for each; else the only one. */
function openerOf(names: readonly string[], within: Phrase | null): Phrase {
  const own = called(names, 'control');
  return within === null || within.text === '' ? own : { ...own, within, apart: [own, ...(own.apart ?? [])] };
}

const PERSON = "\\p{Lu}[\\p{L}'’.-]*(?:\\s\\p{Lu}[\\p{L}'’.-]*)*";

/** "Invite Tom Vale (tom@…) as a viewer": the name is written in the form that asks for the address. */
const inviting = form(
  `(invite|add)\\s+(${PERSON})\\s*(?:\\(|,\\s*|\\s(?:at|with(?:\\s+the)?\\s+e-?mail(?:\\s+address)?)\\s+)(\\S+@[^\\s(),]+)\\)?((?:,?\\s+(?:to|as)\\s.+)?)`,
  ([verb = '', name = '', address = '', more = ''], reader) => {
    const [open, fillAddress, ...others] = sharing(`${verb} ${address}${more}`, reader) ?? [];
    const value = reader.value(name);
    if (open === undefined || fillAddress === undefined || value === null) return null;
    const named: Instruction = { kind: 'fill', target: apart(['name', 'full name']), value };
    return [open, fillAddress, named, ...others];
  },
);

/** "Share the list with mia@…": the address is written where the page asks for it, and sent. */
const sharing = form(
  `(share|invite|add|(?:un)?subscribe(?=\\s+${ADDRESS}))\\s+(?:(.+?)\\s+(?:with|to)\\s+)?(${ADDRESS})(?:\\s+to\\s+(?!.*(?:cart|basket|bag|list)$).+?)?(?:\\s*,?\\s+as\\s+(?:an?\\s+)?([\\p{L} ]+))?`,
  ([verb = '', what, address, role = ''], reader) => {
    const value = reader.value(address);
    // "The list" is what the page is about.
    const isNamed = /^share$/iu.test(verb) && /[\p{Lu}\d\uE000]/u.test(what ?? '');
    const within = isNamed ? reader.phrase(what) : null;
    if (value === null || (isLiteral(address ?? '') && !value.includes('@'))) return null;
    const names = [`${verb} with`, 'share with', 'invite', 'email address', 'email'];
    const openers = ['', ' someone', ' user', ' member', ' people'].map((whom) => `${verb}${whom}`);
    return [
      {
        kind: 'form',
        field: apart(names),
        opener: openerOf([...openers, 'Add user', 'Add member', 'New user', 'New member'], within),
      },
      { kind: 'fill', target: apart(names), value },
      ...(role === ''
        ? []
        : [
            {
              kind: 'select' as const,
              target: apart(['role', 'access', 'permission', 'rights']),
              value: role,
            },
          ]),
      { kind: 'submit' },
    ];
  },
);

/** Several things at once, and things that a page makes of what is written. */
export const several = firstOf(
  everyOne,
  everyOneFrom,
  everyOneSaying,
  controlOfEvery,
  buyingSeveral,
  comparing,
  comparingThem,
  writingTo,
  addingTags,
  addingNamed,
  inviting,
  sharing,
);
