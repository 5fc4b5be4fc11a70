import type { Rule } from '../rule.ts';
import { FORMS_AND_CHOICES } from './forms-and-choices.ts';
import { LISTS } from './lists.ts';
import { MISLEADING } from './misleading.ts';
import { QUESTIONS } from './questions.ts';
import { REQUESTED } from './requested.ts';
import { UNKNOWN } from './unknown.ts';
import { WIDGETS } from './widgets.ts';
import type { Wording } from './wording.ts';

function inOtherWords(wordings: readonly Wording[], rules: Rule): Rule {
  return (said, reader) => {
    const clause = said.charAt(0).toLowerCase() + said.slice(1);
    for (const [pattern, plainly] of wordings) {
      const instructions = pattern.test(clause) ? rules(clause.replace(pattern, plainly), reader) : null;
      if (instructions !== null) return instructions;
    }
    return null;
  };
}

/** The same rules for what they would take for something else in these words; before them. */
export function plainlySaid(rules: Rule): Rule {
  return inOtherWords(
    [...WIDGETS, ...FORMS_AND_CHOICES, ...QUESTIONS, ...LISTS, ...REQUESTED, ...MISLEADING],
    rules,
  );
}

/** The same rules for what they do not know in these words; after them. */
export function reworded(rules: Rule): Rule {
  return inOtherWords(UNKNOWN, rules);
}
