import type { Instruction } from '../clause.ts';
import { LITERAL } from '../literals.ts';
import { readPhrase, withoutKind } from '../phrase.ts';
import { oneOf, VERBS } from '../vocabulary.ts';
import { each, enumerated, enumeratedAs, firstOf, form, type Reader } from './rule.ts';

const fill = (target: string, value: string, reader: Reader): Instruction | null => {
  const text = reader.value(value);
  if (text === null) return null;
  if (/^(?:it|there|that\s+field)$/iu.test(target)) return { kind: 'fill', target: null, value: text };
  const field = withoutKind(reader.phrase(target));
  return field === null ? null : { kind: 'fill', target: field, value: text };
};

const INTO = '\\s+(?:into|in|inside|to|onto)\\s+';
const into = new RegExp(`^(${LITERAL}|.+)${INTO}(.+)$`, 'isu');
const asField = new RegExp(`^(${LITERAL}|.+?)\\s+(?:as|for)\\s+(.+)$`, 'isu');
const withValue = /^(.+?)\s+with\s+(.+)$/isu;
const pair = new RegExp(`^(.+?)(?:\\s*[:=]\\s*|\\s+(?:as|is|to|with)\\s+|\\s+(?=${LITERAL}$))(.+)$`, 'isu');

/** Reads `parts` by a pattern whose groups are value and field, in the order given by `valueFirst`. */
const fills = (parts: readonly string[], pattern: RegExp, valueFirst: boolean, reader: Reader) =>
  each(parts, (part) => {
    const [, a = '', b = ''] = pattern.exec(part) ?? [];
    return valueFirst ? fill(b, a, reader) : fill(a, b, reader);
  });

export const typing = firstOf(
  form(
    `${oneOf(VERBS.fill)}\\s+(?:the\\s+)?(?:[\\w-]+\\s+){0,2}form\\s*(?:with|using|as\\s+follows|by|:)\\s*:?\\s*(.+)`,
    ([fields = ''], reader) =>
      fills(fields.split(/\s*[,;\n]\s*(?:and\s+)?|\s+and\s+/iu), pair, false, reader),
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
  form(`${oneOf(VERBS.type)}\\s+(.+?\\s+(?:as|for)\\s+.+)`, ([fields = ''], reader) =>
    fills(enumeratedAs(fields, asField), asField, true, reader),
  ),
  form(
    `${oneOf(VERBS.type)}\\s+(?:the\\s+)?([\\p{L} ]+?)\\s+(?:of\\s+|as\\s+)?(${LITERAL}|\\S+@\\S+|[\\d+]\\S*)`,
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
  form(`${oneOf(VERBS.clear)}\\s+(.+)`, ([words], reader) => {
    const target = withoutKind(reader.phrase(words));
    return target === null ? null : { kind: 'fill', target, value: '' };
  }),
);

export const setting = form(
  `${oneOf(VERBS.set)}\\s+(?:the\\s+)?(?:value\\s+of\\s+)?(.+?)\\s+(?:to|=|as)\\s+(.+)`,
  ([field, words], reader) => {
    const [, own, item] = /^(.+?)\s+(?:of|for)\s+(.+)$/isu.exec(field ?? '') ?? [];
    const within = item === undefined ? null : reader.phrase(item);
    const target = withoutKind(reader.phrase(own ?? field));
    const value = reader.value(words);
    if (target === null || value === null || (item !== undefined && within === null)) return null;
    return { kind: 'set', target: { ...target, within: within ?? target.within }, value };
  },
);

const selection = (
  option: string | undefined,
  field: string | undefined,
  reader: Reader,
): Instruction | null => {
  const chosen = option ?? '';
  // Opinions are refused by the reader of phrases; what is chosen is then taken word for word.
  const phrase = readPhrase(chosen, reader.masked);
  if (phrase === null) return null;
  const value = reader.value(chosen.replace(/^the\s+/iu, '').replace(/\s+option$/iu, ''));
  const target = withoutKind(reader.phrase((field ?? '').replace(/\s+(?:list|menu|options)$/iu, '')));
  if (target === null) return null;
  if (phrase.ordinal !== null && phrase.text === '') return { kind: 'select', target, value: phrase.ordinal };
  return value === null ? null : { kind: 'select', target, value };
};

export const choosing = firstOf(
  ...['(?:from|out\\s+of|under)', '(?:in|for|as|on|with)'].map((preposition) =>
    form(`${oneOf(VERBS.choose)}\\s+(.+)\\s+${preposition}\\s+(.+)`, ([option, field], reader) =>
      selection(option, field, reader),
    ),
  ),
  form(`${oneOf(VERBS.choose)}\\s+(.+)`, ([words], reader) => {
    const target = reader.phrase(words);
    return target === null ? null : { kind: 'choose', target };
  }),
  form(`${oneOf(VERBS.choose)}\\s+the\\s+([\\p{L} ]+?)\\s+(${LITERAL})`, ([field, option], reader) =>
    selection(option, field, reader),
  ),
);

const BOX = '(?:\\s+(?:check\\s?box|box|tick\\s?box|option))?';

const boxes = (kind: 'check' | 'uncheck', words: string, reader: Reader) => {
  const parts = enumerated(words);
  const several = parts.length > 1 && parts.every((part) => new RegExp(`^${LITERAL}$`, 'u').test(part));
  return each(several ? parts : [words], (part) => {
    const target = withoutKind(reader.phrase(part));
    return target === null || /^(?:that|if|out)\b/iu.test(part) ? null : { kind, target };
  });
};

/** "Make sure Gift wrap is ticked" does something; other things are only made sure of. */
export const ensuringTicks = form(
  `(?:make\\s+sure|ensure)\\s+(?:that\\s+)?(.+?)${BOX}\\s+is\\s+(un)?(?:ticked|checked|selected|enabled)`,
  ([words = '', un], reader) => boxes(un === '' ? 'check' : 'uncheck', words, reader),
);

export const ticking = firstOf(
  form(`${oneOf(VERBS.uncheck)}\\s+(.+?)${BOX}`, ([words = ''], reader) => boxes('uncheck', words, reader)),
  form(`${oneOf(VERBS.check)}\\s+(.+?)${BOX}`, ([words = ''], reader) => boxes('check', words, reader)),
);
