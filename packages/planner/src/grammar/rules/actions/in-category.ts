import type { Rule } from '../rule.ts';
import { oneOf } from '../../../words/vocabulary.ts';
import { SUPERLATIVES } from '../../nouns.ts';

const KIND = '(category|department|section|range|brand|group)';
const HAS_KIND = new RegExp(`\\b${KIND}\\b`, 'u');
const OF_CATEGORY = new RegExp(
  `^(.*\\bthe\\s+${oneOf([...SUPERLATIVES.keys()])}\\s+\\p{L}+|.*\\bhow\\s+many\\s+\\p{L}+\\s+are(?:\\s+there)?)\\s+(?:in|from|of|under)\\s+(?:the\\s+)?(?:${KIND}\\s+(\\p{Lu}[\\p{L}&-]*(?:\\s\\p{Lu}[\\p{L}&-]*)*)|(\\p{Lu}[\\p{L}& -]*?)\\s+${KIND})(.*)$`,
  'u',
);

/** "Add the cheapest item in the Protection category to the basket": the list is filtered so before. */
export function inCategory(rules: Rule): Rule {
  return (clause, reader) => {
    const [, head = '', first = '', named = '', name = named, last = first, tail = ''] =
      (HAS_KIND.test(clause) ? OF_CATEGORY.exec(clause) : null) ?? [];
    const then = head === '' ? null : rules(`${head}${tail}`, reader);
    return then === null ? null : [{ kind: 'filter', by: last, value: name }, ...then];
  };
}
