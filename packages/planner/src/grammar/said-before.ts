import { oneOf, VERBS } from '../words/vocabulary.ts';

function pattern(text: string) {
  return new RegExp(text, 'iu');
}

/** "Switch to the Archive tab: how long …?": what is done first, and a question. */
export const ASKED_THERE = pattern(
  `^(\\s*(?:${oneOf([...VERBS.open, ...VERBS.click])}|switch|expand|unfold|sort|filter|look\\s+(?:in|at|under)|in|on|under)\\s[^:]{2,60}):\\s+(?=(?:what|who|when|where|which|how)\\s)`,
);

/** "Yes, cancel it" answers the question, and cancels nothing else; "if yes, cancel it" does. */
export const YES_DO =
  /(?<=(?:^|[,.;\s])(?<!\bif\s)yes),?\s+(?:please\s+)?(?:cancel|delete|remove|do|confirm|close|leave|withdraw|really)(?:\s+(?:it|that|this|them))?(?=\s*(?:$|[.,;!]))/giu;

/** "Buy a black chair: choose black, quantity 2, add to basket": the steps say all of it. */
export const BOUGHT_BY_STEPS = pattern(
  `(?<=^|[.!?]\\s+)(?:buy|order|purchase|get)\\s+an?\\s[^:.,]{2,60}:\\s+(?=(?:${oneOf([...VERBS.choose, ...VERBS.set, ...VERBS.click])}|add|put)\\s.*\\b(?:add|put|buy|order|pay)\\b)`,
);

/** "… password X. Keep me signed in": how somebody is signed in. */
export const STAYS_APART = pattern(
  '(\\bpass\\p{L}*\\s[^.;]{0,80})[.;]\\s+(?=(?:please\\s+)?(?:stay\\s+(?:logged|signed)|keep\\s+me\\s+(?:logged|signed)|remember\\s+me))',
);
