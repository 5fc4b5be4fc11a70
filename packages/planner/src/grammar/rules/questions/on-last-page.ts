import type { Rule } from '../rule.ts';

/** "The names of the products on the last page": that page is turned to first. */
export function onLastPage(rules: Rule): Rule {
  return (clause, reader) => {
    const [, asked] = /^(.+?)\s+(?:on|from)\s+the\s+last\s+page$/iu.exec(clause) ?? [];
    const read = asked === undefined ? null : rules(asked, reader);
    return read === null ? null : [{ kind: 'paging', to: 'last' }, ...read];
  };
}
