import type { Instruction } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { chosenWay, FIELD_WORDS, pairedAll } from './paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { enumerated, firstOf, form, type Reader, type Rule } from '../rule.ts';

/** What is done only once the form is sent. */
const SENT =
  /^(?:(?:tell|let|inform|notify)\s|(?:submit|send|book|reserve|order|report|request|apply|register|claim|post|pay|enrol|subscribe|donate)\b)/iu;

/** "Doctor Ana Obi, day 9 December 2026, video call": fields with their values, without a verb. */
export const bareFields: Rule = (clause, reader) => {
  const [before = '', opened = ''] = /^(\p{L}[\p{L} ]{2,40}?)\s*:\s+(?=.*,)/u.exec(clause) ?? [];
  // "Subject: Gauge, …" is a field and its value already.
  const isOpener = pairedAll(clause.slice(before.length).split(',')[0] ?? '', reader) !== null;
  const [head, opener] = isOpener ? [before, opened] : ['', ''];
  const parts = clause.slice(head.length).split(/\s*[,;]\s*(?:and\s+)?/u);
  const read = parts.map((part, at) => {
    const way = chosenWay(part);
    // The capital that begins a sentence is none of a name.
    const small =
      at === 0 && head === '' ? part.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()) : part;
    return way === null ? (pairedAll(part, reader) ?? pairedAll(small, reader)) : [way];
  });
  const pairs = read.filter((one) => one !== null);
  if ((pairs.length < 2 && !goesOn(clause, reader)) || parts.length - pairs.length > 1) return null;
  const all: Instruction[] = [];
  for (const [at, pair] of read.entries()) {
    const target = pair === null ? reader.phrase(parts[at]) : null;
    if (pair === null && (target === null || /\s\S+\s\S+\s/u.test(parts[at] ?? ''))) return null;
    all.push(...(pair ?? (target === null ? [] : [{ kind: 'choose' as const, target }])));
  }
  const [first] = all;
  const field = first?.kind === 'fill' || first?.kind === 'set' ? first.target : null;
  return opener === '' || field === null
    ? all
    : [
        { kind: 'form', field, opener: called([opener, opener.replace(/^\p{L}+\s+/u, '')], 'control') },
        ...all,
        // "Tell us you are moving: …" tells them only once it is sent.
        ...(SENT.test(opener) ? [{ kind: 'submit' as const }] : []),
      ];
};

const ONE_FIELD = new RegExp(
  `^(?:the\\s+|my\\s+)?(?:\\p{Ll}+\\s+)?(?:${FIELD_WORDS})(?:\\s+(?:is|as))?\\s*[:=]?\\s+(?:${LITERAL}|\\S*[\\d\\p{Lu}@]\\S*(?:\\s\\S+)*)$`,
  'u',
);

/** "…, current password Heron-4": one field and its value go on with what was said before. */
function goesOn(clause: string, { before }: Reader): boolean {
  const small = clause.trim().replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return before !== '' && ONE_FIELD.test(small);
}

/** "The food Good", "service 4". */
const RATED = /^(?:the\s+)?(\p{Ll}[\p{Ll} -]*?)\s+(?:as\s+|with\s+)?((?:\p{Lu}|\d)[\p{L}\d ]*)$/u;

/** "Put the daily steps at 12000", "switch the text size to small"; "under Notifications" opens that section. */
export const settingFurther = firstOf(
  // "Rate the food Good, the staff Excellent and the rooms Fair": one choice in each row.
  form(`(?:rate|grade|score)\\s+(.+(?:,|\\sand\\s).+)`, ([words = '']) => {
    const rated = enumerated(words).map((part) => RATED.exec(part) ?? []);
    return rated.length < 2 || rated.some(([whole]) => whole === undefined)
      ? null
      : rated.map(([, what = '', value = '']): Instruction => ({ kind: 'set', target: plain(what), value }));
  }),
  // "Answer No to the disability question".
  form(
    `answer\\s+(?:with\\s+)?(.+?)\\s+to\\s+(?:(?:the\\s+)?(.+?)\\s+question|(?:the\\s+question\\s+)?(${LITERAL}))`,
    ([words, what, quoted], reader) => {
      const value = reader.value(words);
      const target = reader.phrase(what ?? quoted);
      return value === null || target === null || target.text === '' ? null : { kind: 'set', target, value };
    },
  ),
  // "Make Orders my start page".
  form(`make\\s+(.+?)\\s+(?:my|our)\\s+(\\p{Ll}[\\p{Ll} -]*)`, ([words, what], reader) => {
    const target = reader.phrase(what);
    const value = reader.value(words?.replace(/^the\s+/iu, ''));
    return target === null || target.text === '' || value === null ? null : { kind: 'set', target, value };
  }),
  form(`(?:switch|put|turn|bring)\\s+(?:the|my)\\s+(.+?)\\s+(?:to|at)\\s+(.+)`, ([what, words], reader) => {
    const target = reader.phrase(what);
    const value = reader.value(words);
    return target === null || target.text === '' || value === null ? null : { kind: 'set', target, value };
  }),
  form(
    `(?:on|in|from)\\s+(?:the\\s+|my\\s+)?([\\p{L} -]+?)\\s+(?:tab|section|panel|accordion)`,
    ([name], reader) => {
      const target = reader.phrase(name);
      return target === null || target.text === ''
        ? null
        : { kind: 'expand', target: { ...target, kind: 'tab' } };
    },
  ),
  form(`under\\s+(?:the\\s+)?([\\p{L} -]+?)(?:\\s+(?:section|tab|heading|panel))?`, ([name], reader) => {
    const target = reader.phrase(name);
    return target === null || target.text === '' ? null : { kind: 'expand', target };
  }),
);
