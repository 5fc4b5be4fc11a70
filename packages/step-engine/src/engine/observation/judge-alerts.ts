import type { Case, Found } from './case.ts';
import { beginsWithDeed } from './own-words.ts';
import { isSaidTaken, toneAfter } from './shown-texts.ts';

/** Words by which a neutral sentence says that something came about. */
const SAYS_YES =
  /\b(?:ok(?:ay)?|great|good|nice|perfect|congrat\p{L}*|enjoy|cheers|now|ready|soon|will|got it|here|new|number|reference|see you|you(?: are|['’]re) (?:in|on|all)|you (?:start|begin|join|fly|sail|sit|stay|travel)|(?:is|are) (?:now )?(?:live|online|active|public|yours|set|paid|reserved|ordered|scheduled|enrolled|published|renewed|activated)|on (?:its|their|the|my) way|underway|(?<!\p{L})(?=[\p{Lu}\d-]*\d)(?=[\d-]*\p{Lu})[\p{Lu}\d-]{5,}|we(?:['’]ve| have|['’]ll)|in your|(?:has|have|was|were|been|(?<!\b(?:can|may|could|must|only) )be) (?:\p{L}{2,}(?:ed|en)|made|sent|put|done|built|kept|bought|sold|paid|set|begun|brought|held|shared|hidden|shown))\b|['’]ll\b|[#№]|\bno\. ?\d/iu;
/** "Label printed", "Following", "Route 5". */
const SHORT_YES = /^\W*(?:\S+ ){0,3}(?:\p{L}{2,}(?:ed|ing)|\S*\d\S*)\W*$/iu;

/** True for a neutral sentence by which something came about: "Label printed", "Your number is 4711". */
export function isNeutralYes(message: string): boolean {
  return SAYS_YES.test(message) || SHORT_YES.test(message);
}

/** A page that asked whether to leave it, and was not left. */
export function notLeft({ dialogs }: Case): Found[] {
  const isAsked = dialogs.some(({ type }) => type === 'beforeunload');
  const quote = 'The page asked whether to leave it, and was not left';
  return isAsked ? [{ sign: { reason: 'dialog_closed', quote }, refuses: true }] : [];
}

/** The alerts that were closed: each with whether it says that the action was refused. */
export function alertsClosed({ seen, dialogs, asks, wasSent }: Case): Found[] {
  const { before, reading, exchanges } = seen;
  const tone = toneAfter(before);
  const isYes = (message: string) =>
    isNeutralYes(message) || beginsWithDeed(message, before.control?.says ?? '');
  // An alert that is all that comes of an action, and does not say yes, says no.
  const isAll = asks && !exchanges.some(({ isDocument }) => isDocument) && reading?.changed === false;
  return dialogs
    .filter(({ type }) => type === 'alert')
    .map(({ message }) => ({
      sign: { reason: 'dialog_closed', quote: message },
      refuses:
        tone(message) === 'refusing' ||
        (isAll && tone(message) === 'neutral' && (!wasSent || !(isYes(message) || isSaidTaken(seen)))),
    }));
}
