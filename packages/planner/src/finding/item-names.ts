import type { Phrase } from '../grammar/clause.ts';

/** The name in "the yoga class"; '' where the last word tells which, as in "a teapot in green". */
export function beforeLastNoun(text: string): string {
  return (
    /^(.+)(?<!\s(?:in|on|with|without|from|for|of|by|to|at))\s(?!(?:before|previously|originally|formerly|today|tomorrow|yesterday|later|earlier|together|altogether|each|again|days?|nights?|weeks?|months?|years?|hours?|people|persons?)$)\p{Ll}+$/u.exec(
      text,
    )?.[1] ?? ''
  );
}

/** "Ann" of "Ann Price" is as much of the name as "Price". */
function isNameBefore(next: string | undefined): boolean {
  return next !== undefined && /^\p{Lu}[^\d]*$/u.test(next);
}

/** What things are made in: "large" of "large Blue Teapot" says which, and is no noun like "order" of "order A-17". */
const ATTRIBUTES =
  /\b(?:x{0,2}-?(?:small|large)|medium|big|small|little|huge|tiny|tall|short|long|wide|narrow|old|used|second-hand|refurbished|red|green|blue|yellow|black|white|gr[ea]y|brown|pink|orange|purple|beige|sand|gold|silver|double|single|left|right|vegan|organic|decaf|two|three|four|five|six|seven|eight|nine|ten|twelve)\b/gu;

/** The words that identify an item: names and numbers; "request from Ada" is the one with Ada. */
export function identifyingWords(text: string): string {
  const all = text.split(/\s+/u);
  const isTelling = (word: string, at: number) =>
    /[\d#]/u.test(word) || (/^\p{Lu}/u.test(word) && (at > 0 || isNameBefore(all[1])));
  const last = all.findLastIndex((word, at) => isTelling(word, at));
  // "Blue Teapot in green" is more than "Blue Teapot".
  return last < all.length - 1 ? '' : all.filter((word, at) => isTelling(word, at)).join(' ');
}

/** "Large" of "large Blue Teapot": what the item must say of itself besides the words that identify it. */
export function attributesIn(text: string): string[] {
  return text.match(ATTRIBUTES) ?? [];
}

/** "Essay feedback message" is the thing "Essay feedback", if that begins with a capital or a digit. */
export function withoutLastNoun(text: string): string {
  const own = beforeLastNoun(text);
  return /^[\p{Lu}\d#]/u.test(own) ? own : '';
}

/** "The mail from Dr. Obi", "the message about your order": what follows tells which. */
export function namedAfterNoun({ text, quoted, parts }: Phrase): string[] {
  const [, telling] =
    /^\p{L}+\s+(?:about|regarding|concerning|called|named|titled|from|by|with|saying|for)\s+(?:the\s+|your\s+|my\s+|an?\s+)?(.+)$/iu.exec(
      text,
    ) ?? [];
  return telling === undefined || quoted === true || parts !== undefined ? [] : [telling];
}
