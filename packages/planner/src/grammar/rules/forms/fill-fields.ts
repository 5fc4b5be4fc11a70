import { called } from '../named-phrases.ts';
import type { Instruction } from '../../clause.ts';
import { isLiteral, LITERAL } from '../../literals.ts';
import { ORDINALS } from '../../nouns.ts';
import { withoutKind } from '../../read-phrase.ts';
import { everyOne, fieldOf, fill, placedIn } from './field-of.ts';
import { NEXT_FIELD, paired, pairedAll, pairedOrChosen } from './paired-fields.ts';
import { valuesAlone } from './values-alone.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { each, enumerated, enumeratedAs, firstOf, form, type Reader } from '../rule.ts';

const INTO = '\\s+(?:into|in|inside|to|onto)\\s+';
const into = new RegExp(`^(${LITERAL}|\\d[\\d.,]*|.+)${INTO}(.+)$`, 'isu');
/** "Fjord AS" is a name. */
const asField = new RegExp(`^(${LITERAL}|.+?)\\s+(?:as|for)\\s+(.+)$`, 'su');
const withValue = /^(.+?)\s+with\s+(.+)$/isu;
/** Reads `parts` by a pattern whose groups are value and field, in the order given by `valueFirst`. */
function fills(parts: readonly string[], pattern: RegExp, valueFirst: boolean, reader: Reader) {
  return each(parts, (part) => {
    const [, a = '', b = ''] = pattern.exec(part) ?? [];
    return valueFirst ? fill(b, a, reader) : fill(a, b, reader);
  });
}

/** What a text is written into, whatever it looks like. */
const WRITTEN =
  /\b(?:message|comment|note|description|text|remark|feedback|review|box|field|answer|reply)s?$/iu;

/** "The checkout: name Ida Brandt, town Kiel": a page or a section, and fields of it. */
function fieldsOf(place: string, said: string, reader: Reader): Instruction[] | null {
  const filled = /^(?:the|my|our)\s+\p{Ll}[\p{Ll} -]+$/u.test(place) ? pairedAll(said, reader) : null;
  return filled === null || filled.length < 2 || WRITTEN.test(place)
    ? null
    : filled.map((one) =>
        one.kind === 'fill' && one.target !== null
          ? placedIn(place.replace(/^\p{L}+\s+/u, ''), one.target, one.value)
          : one,
      );
}

export const typing = firstOf(
  // "Type Ada in all upper case letters into the name field"
  form(
    `${oneOf(VERBS.type)}\\s+(${LITERAL}|\\S+)\\s+(?:in|using|with)\\s+(?:all\\s+)?(upper|lower)[\\s-]?case(?:\\s+(?:letters?|characters))?(?:\\s+(?:in|into|to)\\s+(.+))?`,
    ([said, way = '', field = ''], reader) => {
      const text = reader.value(said);
      const target = field === '' ? null : fieldOf(field, reader);
      if (text === null || (field !== '' && target === null)) return null;
      const value = way.toLowerCase() === 'upper' ? text.toUpperCase() : text.toLowerCase();
      return { kind: 'fill', target, value };
    },
  ),
  form(
    `${oneOf(VERBS.fill)}\\s+(?:the\\s+)?(?:[\\w-]+\\s+){0,2}form\\s*(?:with\\s+the\\s+following(?:\\s+(?:details|data|information|values))?|with|using|as\\s+follows|by\\s+entering|by|:)\\s*:?\\s*(.+)`,
    ([fields = ''], reader) =>
      each(fields.split(NEXT_FIELD), (part) => paired(part, reader)) ??
      pairedAll(fields, reader) ??
      pairedOrChosen(fields, reader) ??
      valuesAlone(fields, reader),
  ),
  // "Fill first name Leo and last name Holt into the form", "in the contact form enter name Mira and message …".
  form(
    `(?:${oneOf([...VERBS.fill, 'enter', 'type', 'put'])})\\s+(.+(?:,|\\sand\\s).+?)\\s+(?:in|into|on)\\s+(?:the|this)\\s+(?:[\\w-]+\\s+){0,2}form`,
    ([fields = ''], reader) => pairedAll(fields, reader),
  ),
  // "In the contact form, put Ada for the name and ada@home.test for the e-mail".
  form(
    `(?:in|on)\\s+(?:the|this)\\s+(?:[\\w-]+\\s+){0,2}form\\s*,?\\s+(?:${oneOf([...VERBS.fill, 'enter', 'type', 'put'])})\\s+(.+)`,
    ([fields = ''], reader) => pairedAll(fields, reader),
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
  form(
    `${oneOf(VERBS.fill)}\\s+([^:]+?)\\s*:\\s+(.+)`,
    ([field = '', value = ''], reader) =>
      (/^(?:the\s+)?form$/iu.test(field) ? pairedOrChosen(value, reader) : null) ??
      fieldsOf(field, value, reader) ??
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
  form(
    `use\\s+(${LITERAL}|\\S+)\\s+(?:in|for|as)\\s+((?:both|all|each|every)\\s.+)`,
    ([value = '', words = ''], reader) => (everyOne(words) === null ? null : fill(words, value, reader)),
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
    ([fields = ''], reader) => pairedAll(fields, reader) ?? pairedOrChosen(fields, reader),
  ),
  // "Fill in my name Ines Marlow".
  form(`fill\\s+in\\s+(?:the|my|our)\\s+(\\p{Ll}.*)`, ([field = ''], reader) => paired(field, reader)),
  form(`${oneOf(VERBS.clear)}\\s+(.+)`, ([words = ''], reader) => {
    const all = everyOne(words.replace(/\s+(?:of|in|on)\s+(?:the|this)\s+(?:form|page)$/iu, ''));
    if (all !== null) return all.kind === 'field' ? { kind: 'fill', target: all, value: '' } : null;
    const target = EMPTIED.test(words) ? null : withoutKind(reader.phrase(words));
    return target === null ? null : { kind: 'fill', target, value: '' };
  }),
);

/** What holds things rather than a text. */
const EMPTIED =
  /\b(?:cart|basket|bag|trolley|bin|trash|spam|wish\s?list|filters?|selection|history|notifications|cache|log)$/iu;

const BOX = '(?:\\s+(?:check\\s?box|box|tick\\s?box|option))?';

const ONLY_NUMBER = new RegExp(
  `^(?:the\\s+)?(?:${oneOf([...ORDINALS.keys()])}|\\d{1,2}(?:st|nd|rd|th))$`,
  'iu',
);

const NUMBERED_FIELD = /^(?:\p{Ll}[\p{Ll}-]*\s){1,4}(?:\d[\d:.,]*|\+?\d[\d ]+|\p{Lu}\p{L}+)$/u;

function boxes(kind: 'check' | 'uncheck', words: string, reader: Reader): Instruction[] | null {
  const all = everyOne(words);
  if (all !== null) return [{ kind, target: { ...all, kind: 'checkbox' } }];
  const [, both = ''] = /^both\s+(.+\sand\s.+)$/isu.exec(words) ?? [];
  const parts = enumerated(both || words);
  const several =
    parts.length > 1 && (both !== '' || /,/u.test(words) || parts.every((part) => isLiteral(part)));
  return each(several ? parts : [words], (part): Instruction | null => {
    // "Tick Ham, number of pizzas 3": the rest of a form.
    const filled = several && NUMBERED_FIELD.test(part) ? paired(part, reader) : null;
    if (filled !== null) return filled;
    const target = withoutKind(reader.phrase(ONLY_NUMBER.test(part) ? `${part} checkbox` : part));
    return target === null || /^(?:that|if|out)\b/iu.test(part) ? null : { kind, target };
  });
}

/** "Make sure Gift wrap is ticked" does something; other things are only made sure of. */
export const ensuringTicks = form(
  `(?:make\\s+sure|ensure)\\s+(?:that\\s+)?(.+?)${BOX}\\s+is\\s+(un|not\\s+)?(?:ticked|checked|selected|enabled)`,
  ([words = '', un], reader) => boxes(un === '' ? 'check' : 'uncheck', words, reader),
);

/** "Make sure sound is on": a box or switch of that name; else it is only made sure of. */
export const ensuringSwitched = form(
  `(?:make\\s+sure|ensure)\\s+(?:that\\s+)?(?:the\\s+|my\\s+)?(.+?)\\s+(?:is|are)\\s+(?:(?:switched|turned)\\s+)?(on|off)`,
  ([what = '', way = ''], reader) => {
    const target = reader.phrase(what);
    if (target === null || target.text === '') return null;
    const sight = { question: { what: 'labelled' as const, label: what, of: null }, text: way };
    const kind = way.toLowerCase() === 'on' ? 'check' : 'uncheck';
    return { kind: 'either', ways: [[{ kind, target }], [{ kind: 'verify', sight }]] };
  },
);

/** "Switch dark mode on and compact view off": each its own way. */
const switchingSeveral = form(
  `(?:switch|turn|toggle)\\s+(?!on\\b|off\\b)(.+?\\s(?:on|off)(?:,|\\s+and)\\s.+\\s(?:on|off))`,
  ([words = ''], reader) => {
    const set = each(enumerated(words), (part) => {
      const [, name, way = ''] = /^(.+?)\s+(on|off)$/iu.exec(part) ?? [];
      return name === undefined
        ? null
        : boxes(way.toLowerCase() === 'on' ? 'check' : 'uncheck', name, reader);
    });
    return set === null ? null : set.flat();
  },
);

export const ticking = firstOf(
  switchingSeveral,
  form(
    `(un)?subscribe\\s+(?:me|us)\\s+(?:from|to|for)\\s+(?:the\\s+|your\\s+)?(.+)`,
    ([un = '', words = ''], reader) => boxes(un === '' ? 'check' : 'uncheck', words, reader),
  ),
  form(`(?:switch|turn|toggle)\\s+(?!on\\b|off\\b)(.+?)\\s+(on|off)`, ([words = '', way = ''], reader) =>
    boxes(way.toLowerCase() === 'on' ? 'check' : 'uncheck', words, reader),
  ),
  form(`${oneOf(VERBS.uncheck)}\\s+(.+?)${BOX}`, ([words = ''], reader) => boxes('uncheck', words, reader)),
  // Boxes that confirm something begin "I confirm".
  form(`${oneOf(VERBS.check)}\\s+the\\s+confirmation${BOX}`, () => ({
    kind: 'check',
    target: called(['confirmation', 'I confirm']),
  })),
  form(`${oneOf(VERBS.check)}\\s+(.+?)${BOX}`, ([words = ''], reader) => boxes('check', words, reader)),
);
