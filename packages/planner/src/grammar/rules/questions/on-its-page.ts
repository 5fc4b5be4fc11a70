import { ORDINALS } from '../../nouns.ts';
import type { Rule } from '../rule.ts';

/** "The names of the products on the last page", "the first item on page 2": that page is turned to first. */
export function onItsPage(rules: Rule): Rule {
  return (clause, reader) => {
    const [, asked, place, number] =
      /^(.+?)\s+(?:on|from)\s+(?:the\s+(\p{L}+)\s+page|page\s+(\d{1,4}))$/iu.exec(clause) ?? [];
    const to = number === undefined ? ORDINALS.get(place?.toLowerCase() ?? '') : Number(number);
    if (asked === undefined || to === undefined || to === 1) return null;
    const read = rules(asked, reader);
    return read === null ? null : [{ kind: 'paging', to }, ...read];
  };
}
