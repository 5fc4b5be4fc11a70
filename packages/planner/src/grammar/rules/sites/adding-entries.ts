import type { Instruction } from '../../clause.ts';
import { isLiteral, LITERAL } from '../../literals.ts';
import { singularOf } from '../../nouns.ts';
import { called, control } from '../named-phrases.ts';
import { enumerated, firstOf, form } from '../rule.ts';

/** "Add "Drink tea" as a new habit": where new ones are written. */
const addingTo = form(
  `(add|put|write|note)\\s+(${LITERAL}|[\\p{Lu}\\d].+?)\\s+(?:as\\s+an?\\s+(?:new\\s+)?|to\\s+(?:the|my)\\s+(?:list\\s+of\\s+)?)([\\p{L} -]+?)(?:\\s+list)?`,
  ([, text = '', noun = ''], reader) => {
    const value = reader.value(text);
    if (
      value === null ||
      !/^[\p{Lu}\d\uE000]/u.test(text) ||
      // "Add Grace to the project Apollo" makes no project.
      /\p{Lu}/u.test(noun) ||
      /\b(?:cart|basket|bag|wish\s?list|favou?rites)\b/iu.test(noun)
    )
      return null;
    const one = singularOf(noun);
    const names = [`new ${one}`, `add ${one}`, one, `${one} name`, `add a ${one}`, 'name', 'title'];
    const written: Instruction[] = [{ kind: 'fill', target: called(names), value }, { kind: 'submit' }];
    const item = isLiteral(text) ? null : reader.phrase(text);
    if (item === null || item.text === '') return written;
    // "Add Salt Roads to my watchlist": a control of that thing, where it has one.
    const own = control(`Add to ${noun}`, item, [`Add to my ${noun}`, `Save to ${noun}`]);
    return { kind: 'either', ways: [[{ kind: 'click', target: { ...own, quoted: true } }], written] };
  },
);

/** "Add milk, eggs and bread to the shopping list": each is written where new ones are. */
const addingEachTo = form(
  `(?:add|put|write|note)\\s+([\\p{Ll}, ]+?)\\s+(?:to|on|onto)\\s+(?:the|my|our)\\s+(?!wish|watch|guest|waiting|mailing)([\\p{Ll} -]*list)`,
  ([words = '', list = '']) => {
    const parts = enumerated(words).map((part) => part.replace(/^(?:some|an?|the)\s+/iu, ''));
    const isNamed = parts.every(
      (part) =>
        /^\p{Ll}{3,}(?:\s\p{Ll}{3,})?$/u.test(part) &&
        !/^(?:these|those|them|this|that|each|every|all)\b/u.test(part),
    );
    const target = called([
      'new item',
      'add item',
      'item',
      'add an item',
      'new entry',
      'add',
      `new in ${list}`,
    ]);
    return isNamed
      ? parts.flatMap((value): Instruction[] => [{ kind: 'fill', target, value }, { kind: 'submit' }])
      : null;
  },
);

/** "Add "Sun hat" to this list": the list that the page is about. */
const addingHere = form(
  `(?:add|put|write|note)\\s+(${LITERAL})\\s+(?:to|on|in)\\s+this\\s+(?:list|page)`,
  ([text = ''], reader) => {
    const value = reader.value(text);
    const target = called(['new item', 'add item', 'item', 'add an item', 'new entry', 'new in this list']);
    return value === null ? null : [{ kind: 'fill', target, value }, { kind: 'submit' }];
  },
);

/** What is written into a list of a person's own. */
export const addingEntries = firstOf(addingHere, addingTo, addingEachTo);
