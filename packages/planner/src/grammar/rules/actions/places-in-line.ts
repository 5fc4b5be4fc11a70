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

const SETS =
  /^(?:(?:tick|untick|check|select)\s+(?:all|every|each)|set|turn|switch|change|enable|disable|activate|deactivate|slide|(?:move|drag)\s.*\sslider)\s/iu;

/** "Set the pillow to firm under Preferences", "… in the Preferences tab": no part of what is set. */
export function placedUnder(rules: Rule): Rule {
  const placed = form(
    `(.+?),?\\s+(?:under\\s+(?:the\\s+)?(\\p{Lu}\\p{Ll}[\\p{L} ]{1,28}?)|(?:under|in|on)\\s+(?:the|my)\\s+(?!(?:first|second|third|last|next|new|other|same|browser)\\b)(\\p{L}[\\p{L}]{2,}(?:\\s\\p{L}+)?)\\s+(?:tab|section))`,
    ([head = '', capital = '', named = ''], reader) => {
      const place = shown(capital || named, reader);
      const acts = place === null ? null : rules(head, reader);
      return place === null || acts === null ? null : [place, ...acts];
    },
  );
  return (clause, reader) => (SETS.test(clause) ? placed(clause, reader) : null);
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

/** "It may be on the next page": where what was asked for is looked for anyway. */
const hinted = form(
  `(?:it|that|this|they)\\s+(?:may|might|could|should|must)(?:\\s+also)?\\s+be\\s+(?:in|on|under|at)\\s+(?:the|a|another|one\\s+of\\s+the)\\s+(?:next|other|second|last|following|further|later|later\\s+)?\\s*pages?`,
  (_groups, { before }) => (before === '' ? null : []),
);

/** Sections that are said without a verb. */
export const bareSections = firstOf(openingAt, named, hinted);
