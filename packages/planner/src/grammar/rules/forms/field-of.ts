import type { Instruction, Phrase } from '../../clause.ts';
import { withoutKind } from '../../read-phrase.ts';
import { called } from '../named-phrases.ts';
import type { Reader } from '../rule.ts';

/** What has no name of its own. */
export const NAMELESS: Phrase = { text: '', kind: null, ordinal: null, within: null };

/** "Both fields", "every checkbox": all of them that the page has. */
const EVERY =
  /^(?:all|both|each|every)(?:\s+(?:of\s+)?(?:the\s+|these\s+)?|\s+one\s+of\s+(?:the\s+)?)([\p{L} ]*?)\s*(fields?|(?:text\s*|input\s*|check\s*|tick\s*)?box(?:es)?|text\s+fields?|(?:text\s+)?inputs?|options?|switch(?:es)?|of\s+them)$/iu;

/** "All fields", "both boxes": every one that the page has; null when the words mean something else. */
export function everyOne(words: string): Phrase | null {
  const [, text, noun = ''] = EVERY.exec(words.trim()) ?? [];
  if (text === undefined) return null;
  const isTick = /check|tick|option|switch/iu.test(noun) || /^box/iu.test(noun);
  const isBoth = /^both\b/iu.test(words.trim());
  return {
    text: text.trim(),
    kind: isTick ? 'checkbox' : 'field',
    ordinal: null,
    within: null,
    every: true,
    ...(isBoth && { where: { said: '', conditions: [{ count: 2 }] } }),
  };
}

/** A value and the field that words name; null when they hold more, or name none. */
export function fill(target: string, value: string, reader: Reader): Instruction | null {
  const text = reader.value(value);
  // "A as the first and B" holds more than one value.
  if (text === null || /\s(?:as|for)\s.+\sand\s\S+$/u.test(value)) return null;
  const all = everyOne(target);
  if (all !== null) return { kind: 'fill', target: { ...all, kind: 'field' }, value: text };
  if (/^(?:it|there|that\s+field)$/iu.test(target)) return { kind: 'fill', target: null, value: text };
  const field = fieldOf(target, reader);
  if (field === null) return null;
  // "The first field with A and the second with B"
  const isNth = field.kind === 'result' && field.text === '';
  return { kind: 'fill', target: isNth ? { ...field, kind: 'field' } : field, value: text };
}

const NOUNS: ReadonlySet<Phrase['kind']> = new Set([
  'result',
  'heading',
  'image',
  'table',
  'section',
  'paragraph',
  'row',
  'link',
]);

function favoured(words: string): Phrase | null {
  const [, text] =
    /^(?:the\s+|my\s+|your\s+)?((?:favou?rite|usual|average|best|highest|lowest)\s\p{Ll}+(?:\s\p{Ll}+)?)(?:\s(?:field|box|input))?$/u.exec(
      words.trim(),
    ) ?? [];
  return text === undefined ? null : { ...NAMELESS, text };
}

/** "Article" and "entry" are the names of fields here, whatever else they may be. */
export function fieldOf(words: string, reader: Reader): Phrase | null {
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
    (/^(?:\p{Lu}\p{Ll}+(?:\s\p{Ll}+){1,3}|how\s(?:many|much|often|long|old|big|far)(?:\s\p{Ll}+){0,3})\??$/u.test(
      words.trim(),
    )
      ? { ...NAMELESS, text: words.trim() }
      : null) ??
    // "Name on card" is a label, and "card" no kind of thing in it.
    (/^\p{Ll}+\s(?:on|of)\s(?:the\s)?(?:card|account|badge|label)$/u.test(words.trim())
      ? { ...NAMELESS, text: words.trim() }
      : null) ??
    // "Favourite centre": as the name of a field it asks for no opinion.
    favoured(words) ??
    (/^\p{Ll}+ in on$/u.test(words.trim()) ? { ...NAMELESS, text: words.trim() } : null);
  const isNoun = field !== null && field.text === '' && NOUNS.has(field.kind) && field.ordinal === null;
  return isNoun ? { ...field, kind: null, text: words.trim().replace(/^the\s+/iu, '') } : field;
}

/** In the section of that name, where the page has one. */
export function placedIn(place: string, target: Phrase, value: string): Instruction {
  const within = { ...NAMELESS, text: place };
  return { kind: 'fill', target: { ...target, within, apart: [target, ...(target.apart ?? [])] }, value };
}
