import type { Instruction } from '../../clause.ts';
import { firstOf, form, type Reader } from '../rule.ts';
import { labelled, TELL, thingIn } from './question-parts.ts';

const BEFORE =
  '(?:before|originally|previously|formerly)(?:\\s+(?:the\\s+)?(?:sale|deal|discount|reduction|offer|price\\s+cut)|\\s+it\\s+was\\s+reduced)?';
const OLD = '(?:old|former|previous|original|earlier|pre-?sale)';

function before(what: string | undefined, reader: Reader): Instruction | null {
  const isIt = /^(?:it|this|that)$/iu.test(what ?? '');
  const of = isIt ? reader.topic : thingIn(what, reader);
  return of === null ? null : labelled('former price', of, []);
}

/** "What did the lamp use to cost?": what stood there before a deal. */
const formerly = firstOf(
  form(
    `${TELL}(?:what|how\\s+much)\\s+(?:did\\s+)?(.+?)\\s+(?:used?\\s+to\\s+(?:cost|be)|costs?\\s+${BEFORE}|was\\s+${BEFORE})`,
    ([what], reader) => before(what, reader),
  ),
  form(`${TELL}how\\s+much\\s+was\\s+(.+?)\\s+${BEFORE}`, ([what], reader) => before(what, reader)),
  form(
    `(?:what(?:\\s+(?:is|was)|['’]s)\\s+|${TELL})(?:the\\s+)?${OLD}\\s+price\\s+(?:of|for)\\s+(.+?)`,
    ([what], reader) => before(what, reader),
  ),
  form(
    `(?:what\\s+(?:is|was)\\s+|${TELL})(?:the\\s+)?price\\s+(?:of|for)\\s+(.+?)\\s+${BEFORE}`,
    ([what], reader) => before(what, reader),
  ),
);

/** "How much do I save on the lamp?" */
const saved = form(
  `${TELL}how\\s+much\\s+(?:(?:do|can|would|will|could)\\s+)?(?:I|you|we|one)\\s+(?:can\\s+)?save\\s+(?:on|with|when\\s+buying|by\\s+buying|if\\s+I\\s+buy)\\s+(.+)`,
  ([what], reader) => {
    const of = thingIn(what, reader);
    return of === null ? null : labelled('saving', of, ['discount']);
  },
);

/** Questions of prices before a deal. */
export const formerPrices = firstOf(formerly, saved);
