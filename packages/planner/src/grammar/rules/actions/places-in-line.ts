import type { Instruction } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
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

/** "Open https://…, notifications": a section of that page. */
const openingAt = form(
  `(?:open|go\\s+to|visit|in|on|at)\\s+${ADDRESS}\\s*,\\s+(?:the\\s+)?(\\p{L}[\\p{L} ]{2,30}?)${KIND}`,
  ([address = '', name = ''], reader) => {
    const url = urlOf(reader.masked.meant(address));
    const place = url === null ? null : shown(name, reader);
    return url === null || place === null ? null : [{ kind: 'open', url }, place];
  },
);

/** "…, Notifications, …": a name alone, where the page has such a tab or section. */
const named: Rule = (clause, reader) => {
  const isName =
    /^\p{Lu}[\p{L}&-]*(?:\s[\p{L}&-]+){0,2}$/u.test(clause) && !new RegExp(LITERAL, 'u').test(clause);
  const place = isName ? shown(clause, reader) : null;
  return place === null ? null : [place];
};

/** Sections that are said without a verb. */
export const bareSections = firstOf(openingAt, named);
