import type { Instruction, Phrase } from '../../clause.ts';
import { isLiteral, LITERAL } from '../../literals.ts';
import { ORDINALS } from '../../nouns.ts';
import { called } from '../named-phrases.ts';
import { withoutKind } from '../../read-phrase.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { each, enumerated, enumeratedAs, firstOf, form, type Reader, type Rule } from '../rule.ts';

/** "Both fields", "every checkbox": all of them that the page has. */
const EVERY =
  /^(?:all|both|each|every)(?:\s+(?:of\s+)?(?:the\s+|these\s+)?|\s+one\s+of\s+(?:the\s+)?)([\p{L} ]*?)\s*(fields?|(?:text\s*|input\s*|check\s*|tick\s*)?box(?:es)?|inputs?|options?|switch(?:es)?|of\s+them)$/iu;

/** "All fields", "both boxes": every one that the page has; null when the words mean something else. */
export function everyOne(words: string): Phrase | null {
  const [, text, noun = ''] = EVERY.exec(words.trim()) ?? [];
  if (text === undefined) return null;
  const isTick = /check|tick|option|switch/iu.test(noun) || /^box/iu.test(noun);
  return { text: text.trim(), kind: isTick ? 'checkbox' : 'field', ordinal: null, within: null, every: true };
}

function fill(target: string, value: string, reader: Reader): Instruction | null {
  const text = reader.value(value);
  // "A as the first and B" holds more than one value.
  if (text === null || /\s(?:as|for)\s.+\sand\s\S+$/u.test(value)) return null;
  const all = everyOne(target);
  if (all !== null) return { kind: 'fill', target: { ...all, kind: 'field' }, value: text };
  if (/^(?:it|there|that\s+field)$/iu.test(target)) return { kind: 'fill', target: null, value: text };
  const field = fieldOf(target, reader);
  return field === null ? null : { kind: 'fill', target: field, value: text };
}

const NOUNS: ReadonlySet<Phrase['kind']> = new Set([
  'result',
  'heading',
  'image',
  'table',
  'section',
  'row',
  'link',
]);

/** "Article" and "entry" are the names of fields here, whatever else they may be. */
function fieldOf(words: string, reader: Reader): Phrase | null {
  // "The book search" may be called "Find a book".
  const [, sought = ''] =
    /^(?:the\s+)?(\p{Ll}+)\s+search(?:\s+(?:field|box|bar))?$/u.exec(words.trim()) ?? [];
  if (sought !== '')
    return called([
      `${sought} search`,
      `search ${sought}s`,
      `find a ${sought}`,
      `find ${sought}s`,
      `search for a ${sought}`,
      'search',
    ]);
  const field =
    withoutKind(reader.phrase(words)) ??
    // "Read on 20 November": the preposition belongs to the value.
    withoutKind(reader.phrase(words.trim().replace(/\s+(?:on|at|by|from|in|of)$/iu, ''))) ??
    // "How often" is what the page calls it, though it would ask in a sentence.
    (/^\p{Lu}\p{Ll}+(?:\s\p{Ll}+){1,3}\??$/u.test(words.trim())
      ? { ...NAMELESS, text: words.trim() }
      : null) ??
    (/^\p{Ll}+ in on$/u.test(words.trim()) ? { ...NAMELESS, text: words.trim() } : null);
  const isNoun = field !== null && field.text === '' && NOUNS.has(field.kind) && field.ordinal === null;
  return isNoun ? { ...field, kind: null, text: words.trim().replace(/^the\s+/iu, '') } : field;
}

const INTO = '\\s+(?:into|in|inside|to|onto)\\s+';
const into = new RegExp(`^(${LITERAL}|\\d[\\d.,]*|.+)${INTO}(.+)$`, 'isu');
/** "Fjord AS" is a name. */
const asField = new RegExp(`^(${LITERAL}|.+?)\\s+(?:as|for)\\s+(.+)$`, 'su');
const withValue = /^(.+?)\s+with\s+(.+)$/isu;
const FIELD_WORDS =
  'first name|last name|full name|company name|your name|surname|user ?name|name|e-?mail(?: address)?|phone(?: number)?|telephone|street|address(?: line \\d)?|city|town|country|post ?code|zip(?: code)?|state|company|subject|topic|title|message|comment|note|description|amount|quantity|reference|date|start date|end date|password|card number|age|department|role|priority|category|reason';
const pairs = [
  new RegExp(`^(what\\s+is\\s+\\p{L}+)\\s*:?\\s*(${LITERAL})$`, 'isu'),
  new RegExp(
    `^(.+?)(?:\\s*(?:(?<!\\d)[:=]|[:=](?!\\d))\\s*|\\s+(?:as|is|to|with)\\s+|\\s+(?=${LITERAL}$))(.+)$`,
    'isu',
  ),
  // A value begins where small letters end, or after an abbreviation.
  /^((?:\p{Ll}[\p{Ll}-]*\s+){1,3})((?:[\p{Lu}\d+]|\S+@).*)$/su,
  /^(\p{Lu}{2,6}\s+(?:number|no|code|id|reference)\.?)\s+(\S.*)$/su,
  /^(\p{Lu}{2,6})\s+((?=.*\d)\S.*)$/su,
  new RegExp(`^(${FIELD_WORDS})\\s+(?!(?:on|of|for|in|at)\\s)(.+)$`, 'isu'),
];

/** In the section of that name, where the page has one. */
function placedIn(place: string, target: Phrase, value: string): Instruction {
  const within = { ...NAMELESS, text: place };
  return { kind: 'fill', target: { ...target, within, apart: [target, ...(target.apart ?? [])] }, value };
}

/** Where one field and its value end and the next begin. */
const NEXT_FIELD = /\s*[,;\n]\s*(?:and\s+)?|\s+and\s+/iu;
/** The same where a value holds "and". */
const NEXT_NAMED_FIELD = /\s*[,;\n]\s*(?:and\s+)?|\s+and\s+(?=\p{Ll})/u;

/** A field and its value in one part of an enumeration: "first name Ana"; null when it is none. */
export function paired(part: string, reader: Reader): Instruction | null {
  for (const pattern of pairs) {
    const [, field = '', value = ''] = pattern.exec(part.trim().replace(/^(?:the|my|a|an)\s+/iu, '')) ?? [];
    const filled = field === '' ? null : fill(field, value, reader);
    if (filled !== null) return filled;
  }
  // "… from 18:00, until 20:30, ida@home.test": what it is tells where it belongs.
  const [, bound = '', at = ''] = BOUND.exec(part.trim()) ?? [];
  const limit = bound === '' ? null : reader.value(at);
  if (limit !== null)
    return { kind: 'set', target: called(BOUNDS[bound.toLowerCase()] ?? [bound]), value: limit };
  if (/^\S+@\S+\.\S+$/u.test(part.trim()))
    return {
      kind: 'fill',
      target: called(['email', 'email address']),
      value: reader.masked.meant(part.trim()),
    };
  const [, put = '', where = ''] =
    /^(\S+(?:\s\p{Lu}\S*)?)\s+(?:in|into)\s+(?:the\s+)?(\p{Ll}[\p{Ll} -]*)$/u.exec(part.trim()) ?? [];
  const placed = put === '' ? null : fill(where, put, reader);
  if (placed !== null) return placed;
  const [, born = ''] = /^born(?:\s+on)?\s+(.*\d.*)$/iu.exec(part.trim()) ?? [];
  const day = born === '' ? null : reader.value(born);
  if (day !== null)
    return { kind: 'set', target: called(['date of birth', 'birth date', 'birthday', 'born']), value: day };
  const [, verb = ''] = AGREED.exec(part.trim()) ?? [];
  return verb === '' ? null : { kind: 'check', target: { ...NAMELESS, text: verb, kind: 'checkbox' } };
}

const BOUND =
  /^(from|until|till|to|by)\s+(\d{1,2}[:.]\d{2}(?:\s?[ap]m)?|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}\s\p{L}{3,9}\s\d{4})$/iu;
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  from: ['from', 'start', 'start time', 'start date', 'begin'],
  until: ['until', 'to', 'end', 'end time', 'end date'],
  till: ['until', 'to', 'end', 'end time', 'end date'],
  to: ['to', 'until', 'end', 'end time', 'end date'],
  by: ['by', 'due', 'due date', 'deadline'],
};

/** "…, authorise it" among the fields of a form. */
const AGREED = /^(authori[sz]e|agree|accept|consent|acknowledge)(?:\s+to)?\s+(?:it|this|that|them)$/iu;
const NAMELESS: Phrase = { text: '', kind: null, ordinal: null, within: null };

/** "First name Ana, last name Ruiz and country Peru"; null unless every part is a field with its value. */
export function pairedAll(words: string, reader: Reader): Instruction[] | null {
  const cut = (where: RegExp) => each(words.split(where), (part) => paired(part, reader));
  return cut(NEXT_FIELD) ?? cut(NEXT_NAMED_FIELD);
}

/** "Company name Elm, e-mail …, trade customer": a part without a value is one of the form's choices. */
export function pairedOrChosen(words: string, reader: Reader): Instruction[] | null {
  const parts = words.split(NEXT_FIELD);
  const isChoice = (part: string) => /^(?:\p{Ll}[\p{Ll}-]*\s?){1,3}$/u.test(part.trim());
  const all = each(parts, (part) => {
    const filled = paired(part, reader);
    if (filled !== null) return filled;
    const target = isChoice(part) ? reader.phrase(part.replace(/^with\s+/u, '')) : null;
    return target === null ? null : { kind: 'choose' as const, target };
  });
  const chosen = all?.filter(({ kind }) => kind === 'choose') ?? [];
  return all !== null && chosen.length <= 2 && all.length - chosen.length >= 2 ? all : null;
}

/** Reads `parts` by a pattern whose groups are value and field, in the order given by `valueFirst`. */
function fills(parts: readonly string[], pattern: RegExp, valueFirst: boolean, reader: Reader) {
  return each(parts, (part) => {
    const [, a = '', b = ''] = pattern.exec(part) ?? [];
    return valueFirst ? fill(b, a, reader) : fill(a, b, reader);
  });
}

export const typing = firstOf(
  form(
    `${oneOf(VERBS.fill)}\\s+(?:the\\s+)?(?:[\\w-]+\\s+){0,2}form\\s*(?:with\\s+the\\s+following(?:\\s+(?:details|data|information|values))?|with|using|as\\s+follows|by\\s+entering|by|:)\\s*:?\\s*(.+)`,
    ([fields = ''], reader) => each(fields.split(NEXT_FIELD), (part) => paired(part, reader)),
  ),
  // "Fill out the checkout with PO number 4711, delivery date …".
  form(
    `${oneOf(VERBS.fill)}\\s+(?:the|my|this)\\s+(\\p{Ll}+(?:\\s\\p{Ll}+){0,2})\\s+with\\s+(.+,.+)`,
    ([place = '', fields = ''], reader) =>
      pairedAll(fields, reader)?.map((filled) =>
        filled.kind === 'fill' && filled.target !== null
          ? placedIn(place, filled.target, filled.value)
          : filled,
      ) ?? null,
  ),
  form(`${oneOf(VERBS.fill)}\\s+(.+?\\s+with\\s+.+)`, ([fields = ''], reader) =>
    fills(enumeratedAs(fields, withValue), withValue, false, reader),
  ),
  form(`${oneOf(VERBS.fill)}\\s+([^:]+?)\\s*:\\s+(.+)`, ([field = '', value = ''], reader) =>
    fill(field, value, reader),
  ),
  form(`${oneOf(VERBS.type)}\\s+(.+${INTO}.+)`, ([fields = ''], reader) =>
    fills(enumeratedAs(fields, into), into, true, reader),
  ),
  form(
    `${oneOf(VERBS.type)}\\s+(.+?\\s+(?:as|for)\\s+.+?${INTO}.+|.+?${INTO}.+?\\s+(?:as|for)\\s+.+)`,
    ([fields = ''], reader) =>
      each(enumerated(fields), (part) => {
        const [, value = '', field = ''] = into.exec(part) ?? asField.exec(part) ?? [];
        return value === '' ? null : fill(field, value, reader);
      }),
  ),
  form(`${oneOf(VERBS.type)}\\s+(.+?\\s+(?:as|for)\\s+.+)`, ([fields = ''], reader) =>
    fills(enumeratedAs(fields, asField), asField, true, reader),
  ),
  // "Enter 18950 for electricity, read on 20 November"
  form(`${oneOf(VERBS.type)}\\s+(.+(?:,|\\sand\\s).+)`, ([fields = ''], reader) =>
    each(enumerated(fields), (part) => {
      const [, value = '', field = ''] = asField.exec(part) ?? [];
      return value === '' ? paired(part, reader) : fill(field, value, reader);
    }),
  ),
  form(
    `${oneOf(VERBS.type)}\\s+(?:the\\s+)?([\\p{L} ]+?)\\s+(?:of\\s+|as\\s+)?(${LITERAL}|\\S+@\\S+|[\\d+]\\S*|\\p{Lu}{1,4}\\d[\\p{Lu}\\d]*(?:\\s[\\p{Lu}\\d]+)*)`,
    ([field = '', value = ''], reader) => fill(field, value, reader),
  ),
  form(`(?:type|type\\s+in|enter|write|input|paste|key\\s+in)\\s+(${LITERAL})`, ([value], reader) => {
    const text = reader.value(value);
    return text === null ? null : { kind: 'fill', target: null, value: text };
  }),
  form(`type\\s+(?:in\\s+)?(\\S+)`, ([value], reader) => {
    const text = reader.value(value);
    return text === null ? null : { kind: 'fill', target: null, value: text };
  }),
  form(`paste\\s+(?:it|this|that)\\s+(?:into|in|to)\\s+(.+)`, ([field = ''], reader) => {
    const target = fieldOf(field, reader);
    return target === null ? null : { kind: 'paste', target };
  }),
  form(
    `(?:${oneOf([...VERBS.fill, 'enter', 'type', 'provide', 'specify'])})\\s+(.+(?:,|\\sand\\s).+)`,
    ([fields = ''], reader) => pairedAll(fields, reader),
  ),
  form(`${oneOf(VERBS.clear)}\\s+(.+)`, ([words], reader) => {
    const target = withoutKind(reader.phrase(words));
    return target === null ? null : { kind: 'fill', target, value: '' };
  }),
);

/** "The birthday to …, time zone to …" */
export const NEXT_SETTING =
  /(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:the\s+|my\s+)?(?=\p{Ll}[\p{L} -]{0,30}\s+to\s)/u;

const settingSeveral = form(`${oneOf(VERBS.set)}\\s+(.+(?:,|\\sand\\s).+)`, ([words = ''], reader) => {
  const parts = words.split(NEXT_SETTING);
  const set = parts.length < 2 ? null : each(parts, (part) => settingOne(`set ${part}`, reader));
  return set === null ? null : set.flat();
});

/** "… to 3 in the cart" is a number. */
const IN_CART = /^(\d+)\s+in\s+(?:the|my)\s+(?:cart|basket|bag|trolley)$/iu;

/** "Set the day to 20/01/2027, from 18:00, until 20:30": what follows is said of fields of their own. */
const settingMore = form(
  `(${oneOf(VERBS.set)}\\s+[^,]+?\\s+to\\s+[^,]+?)\\s*,\\s+(.+)`,
  ([first = '', rest = ''], reader) => {
    const own = settingOne(first, reader);
    const others = own === null ? null : pairedAll(rest, reader);
    return own === null || others === null ? null : [...own, ...others];
  },
);

export const settingOne: Rule = form(
  `${oneOf(VERBS.set)}\\s+(?:the\\s+)?(?:value\\s+of\\s+)?(.+?)\\s+(?:to|=|as)\\s+(.+)`,
  ([field, words], reader) => {
    const [, own, item] = /^(.+?)\s+(?:of|for)\s+(.+)$/isu.exec(field ?? '') ?? [];
    const within = item === undefined ? null : reader.phrase(item);
    const target = fieldOf(own ?? field ?? '', reader);
    const value = reader.value((words ?? '').replace(IN_CART, '$1'));
    if (target === null || value === null || (item !== undefined && within === null)) return null;
    if (within === null) return { kind: 'set', target, value };
    // "Date of birth" may be a name as a whole.
    const whole: Phrase = {
      text: reader.masked.meant(field ?? '').trim(),
      kind: null,
      ordinal: null,
      within: null,
    };
    const placed = { ...target, within };
    return {
      kind: 'set',
      target: isLiteral(own ?? '') || isLiteral(item ?? '') ? placed : { ...placed, apart: [whole] },
      value,
    };
  },
);

/** "Make Ada an Editor": the only choice of her row. */
const makingOne: Rule = form(
  `make\\s+(.+?)\\s+(?:an?|the)\\s+(\\p{Lu}[\\p{L}-]*)`,
  ([what, value = ''], reader) => {
    const within = reader.phrase(what);
    return within === null || within.text === ''
      ? null
      : {
          kind: 'either',
          ways: [
            [{ kind: 'select', target: { text: '', kind: 'dropdown', ordinal: null, within }, value }],
            [
              {
                kind: 'click',
                target: {
                  ...called(
                    [`Make ${value}`, `Make an ${value}`, `Set as ${value}`, `Promote to ${value}`],
                    'control',
                  ),
                  within,
                },
              },
            ],
          ],
        };
  },
);

export const setting = firstOf(settingSeveral, settingMore, settingOne, makingOne);

const BOX = '(?:\\s+(?:check\\s?box|box|tick\\s?box|option))?';

const ONLY_NUMBER = new RegExp(
  `^(?:the\\s+)?(?:${oneOf([...ORDINALS.keys()])}|\\d{1,2}(?:st|nd|rd|th))$`,
  'iu',
);

function boxes(kind: 'check' | 'uncheck', words: string, reader: Reader): Instruction[] | null {
  const all = everyOne(words);
  if (all !== null) return [{ kind, target: { ...all, kind: 'checkbox' } }];
  const parts = enumerated(words);
  const several = parts.length > 1 && (/,/u.test(words) || parts.every((part) => isLiteral(part)));
  return each(several ? parts : [words], (part) => {
    const target = withoutKind(reader.phrase(ONLY_NUMBER.test(part) ? `${part} checkbox` : part));
    return target === null || /^(?:that|if|out)\b/iu.test(part) ? null : { kind, target };
  });
}

/** "Make sure Gift wrap is ticked" does something; other things are only made sure of. */
export const ensuringTicks = form(
  `(?:make\\s+sure|ensure)\\s+(?:that\\s+)?(.+?)${BOX}\\s+is\\s+(un)?(?:ticked|checked|selected|enabled)`,
  ([words = '', un], reader) => boxes(un === '' ? 'check' : 'uncheck', words, reader),
);

export const ticking = firstOf(
  form(
    `(un)?subscribe\\s+(?:me|us)\\s+(?:from|to|for)\\s+(?:the\\s+|your\\s+)?(.+)`,
    ([un = '', words = ''], reader) => boxes(un === '' ? 'check' : 'uncheck', words, reader),
  ),
  form(`(?:switch|turn|toggle)\\s+(?!on\\b|off\\b)(.+?)\\s+(on|off)`, ([words = '', way = ''], reader) =>
    boxes(way.toLowerCase() === 'on' ? 'check' : 'uncheck', words, reader),
  ),
  form(`${oneOf(VERBS.uncheck)}\\s+(.+?)${BOX}`, ([words = ''], reader) => boxes('uncheck', words, reader)),
  form(`${oneOf(VERBS.check)}\\s+(.+?)${BOX}`, ([words = ''], reader) => boxes('check', words, reader)),
);
