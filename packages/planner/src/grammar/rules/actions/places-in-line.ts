import type { Instruction } from '../../clause.ts';
import { KINDS } from '../../nouns.ts';
import {
  ACTS,
  COMMANDS,
  CONTROL_WORDS,
  JUDGEMENT_VERBS,
  NOUN_COMMANDS,
  oneOf,
  VERBS,
} from '../../../words/vocabulary.ts';
import { ADDRESS, urlOf } from './open-addresses.ts';
import { firstOf, form, type Reader, type Rule } from '../rule.ts';

const KIND = '(?:\\s+(?:tab|section|panel|area|heading))?';

function shown(name: string, reader: Reader): Instruction | null {
  const target = reader.phrase(name);
  return target === null || target.text === '' || target.within !== null || target.superlative !== undefined
    ? null
    : { kind: 'expand', target: { ...target, kind: 'tab', ordinal: null } };
}

/** "Turn texts on, under Alerts": where it is, said last, is opened first. */
export function placedLast(rules: Rule): Rule {
  return form(
    `(?:(.+?),?\\s+under\\s+(?:the\\s+)?([\\p{L}][\\p{L} ]{2,30}?)${KIND}|(.+?),\\s+(?:in|on)\\s+(?:the\\s+)?([\\p{L}][\\p{L} ]{2,30}?)\\s+(?:tab|section|panel))`,
    ([head = '', name = '', other = '', named = ''], reader) => {
      const place = shown(name || named, reader);
      const acts = place === null ? null : rules(head || other, reader);
      return place === null || acts === null ? null : [place, ...acts];
    },
  );
}

const DOES = new RegExp(
  `^${oneOf([...Object.values(VERBS).flat(), ...COMMANDS, ...NOUN_COMMANDS, ...ACTS, ...JUDGEMENT_VERBS, ...CONTROL_WORDS, ...KINDS.keys()])}(?=$|\\s)`,
  'iu',
);

/** One or two words that are what a section is called, and no verb. */
function isTitle(name: string): boolean {
  return /^\p{L}[\p{L}&-]+(?:\s\p{L}[\p{L}&-]+)?$/u.test(name) && !DOES.test(name);
}

/** "Open https://…, notifications": a section of that page. */
const openingAt = form(
  `(?:open|go\\s+to|visit|in|on|at)\\s+${ADDRESS}\\s*,\\s+(?:the\\s+)?(\\p{L}[\\p{L} ]{2,30}?)${KIND}`,
  ([address = '', name = ''], reader) => {
    const url = isTitle(name) ? urlOf(reader.masked.meant(address)) : null;
    const place = url === null ? null : shown(name, reader);
    return url === null || place === null ? null : [{ kind: 'open', url }, place];
  },
);

/** "Open https://…, Notifications, and …": a name alone, where the page has such a tab or section. */
const named: Rule = (clause, reader) => {
  const isPlaced = /^(?:open|go\s+to|visit|in|on|at|under)\s/iu.test(reader.before);
  const place = isPlaced && /^\p{Lu}/u.test(clause) && isTitle(clause) ? shown(clause, reader) : null;
  return place === null ? null : [place];
};

/** Sections that are said without a verb. */
export const bareSections = firstOf(openingAt, named);
