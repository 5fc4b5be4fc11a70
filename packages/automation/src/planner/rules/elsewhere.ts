import type { Instruction } from '../clause.ts';
import { LITERAL } from '../literals.ts';
import { SITE } from './navigating.ts';
import { firstOf, form, type Rule } from './rule.ts';

/** "How many links are" is no question without a place. */
const withPlace = (words: string): string =>
  /\bhow\s+many\b/iu.test(words) ? `${words} on the page` : words;

/** What stands before an address and its preposition, when `rules` read it as instructions of these kinds. */
const lookingAt = (joint: string, kinds: readonly Instruction['kind'][], rules: Rule): Rule =>
  form(`(.+?)\\s+(?:${joint})\\s+${SITE}(${LITERAL})`, ([words = '', address = ''], reader) => {
    const url = reader.masked.written(address);
    if (!/^https?:/iu.test(url) || reader.masked.written(words).includes('://')) return null;
    const looks = rules(withPlace(words), reader);
    return looks !== null && looks.every(({ kind }) => kinds.includes(kind))
      ? [{ kind: 'open', url }, ...looks]
      : null;
  });

/** "Report the heading of https://…", "search for cups on https://…": the address is opened first. */
export const elsewhere = (rules: Rule): Rule =>
  firstOf(
    lookingAt('of|on|at|from|in', ['read', 'screenshot'], rules),
    // What "of" and "from" join may be what is searched for.
    lookingAt('on|at|in', ['search'], rules),
  );
