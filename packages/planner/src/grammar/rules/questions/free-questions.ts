import { inquiryOf } from '../../inquiry.ts';
import { LITERAL } from '../../literals.ts';
import { isOfQuestion, type Rule } from '../rule.ts';

const literal = new RegExp(LITERAL, 'u');
/** "Which lamps come in blue?": one value is no answer. */
const OF_MANY =
  /^(?:which|what)\s+(?:\p{Ll}+\s+)?\p{Ll}{2,}(?<!s)s\s+(?:come|have|contain|include|need|require|cost|save|weigh|are\s+(?:under|over|below|above|cheaper))\b/iu;

/** "How much was paid and how?" asks twice, and an answer to the first would leave out the second. */
const ASKS_MORE = /\s(?:and|or)\s+(?:by\s+|to\s+|from\s+)?(?:how|why|when|where|who|whom|what|which)$/iu;

/** A question that no rule reads: the page decides whether it says everything that is asked. */
export const askingFreely: Rule = (clause, { masked, topic, before }) => {
  // "Who it is assigned to" is asked of what was just found.
  const isOfTopic = topic !== null && /\b(?:it|its|he|she|this|that)\b/iu.test(clause);
  const said = masked.meant(isOfTopic ? `${clause} ${topic.text}` : clause);
  const isMore = OF_MANY.test(clause) || ASKS_MORE.test(said);
  const inquiry = inquiryOf(said);
  const [, they = ''] = /\b(they|them|these|those)\b/iu.exec(clause) ?? [];
  const isOfBefore = they !== '' && (inquiry?.words.length ?? 0) < 2 && isOfQuestion(they, before);
  return literal.test(clause) || isMore || inquiry === null || isOfBefore
    ? null
    : [{ kind: 'read', question: { what: 'asked', said } }];
};

/** "How do I get a library card?" is answered only where the page asks the same. */
export const askingTheSame: Rule = (clause, { masked }) =>
  /^(?:how|where)\s+(?:do|can)\s+(?:I|we)\s+\S+\s+\S+|^(?:can|may|do|must)\s+(?:I|we)\s+\S+\s+\S+/iu.test(
    clause,
  ) && !literal.test(clause)
    ? [{ kind: 'read', question: { what: 'asked', said: masked.meant(clause) } }]
    : null;
