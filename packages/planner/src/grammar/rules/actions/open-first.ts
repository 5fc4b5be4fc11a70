import type { Instruction } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { SITE } from './open-addresses.ts';
import { firstOf, form, type Rule } from '../rule.ts';
import { shopping } from '../sites/shopping.ts';

/** "How many links are" is no question without a place. */
function withAddress(words: string): string {
  return /\bhow\s+many\b/iu.test(words) ? `${words} on the page` : words;
}

/** The words before an address and its preposition, if `rules` parse them as instructions of these kinds. */
function lookingAt(joint: string, kinds: readonly Instruction['kind'][], rules: Rule): Rule {
  return form(`(.+?)\\s+(?:${joint})\\s+${SITE}(${LITERAL})`, ([words = '', address = ''], reader) => {
    const url = reader.masked.written(address);
    if (!/^https?:/iu.test(url) || reader.masked.written(words).includes('://')) return null;
    const looks = rules(words, reader) ?? rules(withAddress(words), reader);
    return looks !== null && looks.every(({ kind }) => kinds.includes(kind))
      ? [{ kind: 'open', url }, ...looks]
      : null;
  });
}

/** "Report the heading of https://…", "search for cups on https://…": the address is opened first. */
export function openFirst(rules: Rule): Rule {
  return firstOf(
    lookingAt('of|on|at|from|in|according\\s+to|as\\s+shown\\s+(?:on|at)', ['read', 'screenshot'], rules),
    lookingAt('on|at', ['set', 'fill', 'select', 'check', 'uncheck'], rules),
    lookingAt('of|on|at|from', ['set', 'click', 'inturn'], shopping),
    // The search text itself may contain "of" and "from".
    lookingAt('on|at|in', ['search'], rules),
  );
}
