import { speaksToVisitor } from './general-words.ts';

/* What a page says beside a yes: what cannot be done with the result, what comes next, and what holds from then on. */

/** What cannot be done with a result is said after the result; said of what was asked, it refuses it. */
const OF_RESULT =
  /\byou (?:can ?not|can['’]t|may not) (?:change|cancel|edit|undo|alter|withdraw|reverse|recall|move) (?:it|this|them)\b|\b(?:can ?not|can['’]t|may not) be (?:changed|cancell?ed|undone|refunded|returned|edited|altered|combined|exchanged|transferred|withdrawn|recalled|recovered|restored|reversed|taken back|reopened)\b|\b(?:is|are) (?:only )?(?:for|open to)\b|\b(?:will not|won['’]t) be (?:charged|billed)\b|\b(?:will not|won['’]t) be able to (?:change|edit|undo|restore|recover)\b|(?<!\p{L})ne peut (?:pas|plus) être (?:modifi|annul|rembours|échang|restaur)/iu;

/** True for a sentence that only says what cannot be done with a result. */
export function isOfResult(sentence: string): boolean {
  return OF_RESULT.test(sentence);
}

/** What others hear of it: "Ben has been told that it was not approved". */
const TOLD = /\b(?:has|have|was|were|will be) (?:been )?(?:told|informed|notified) (?:that|why)\b/iu;

const FOLLOWS = new RegExp(
  [
    // What comes next once a password was changed, and what became of the old one.
    String.raw`^\W*(?:please |now |you can now )*(?:sign|log) (?:in|on)(?: again| now| anew| with (?:it|(?:the|your) new (?:password|one)))*\W*$`,
    String.raw`\b(?:old|previous|former) [\p{L}-]+(?: [\p{L}-]+)? (?:is |are |will )?no longer\b`,
    // What has not happened to it yet.
    String.raw`\b(?:not|n[’']t) (?=[^.!?]*\b(?:yet|until|before)\b(?! you\b))(?:yet )?(?:been )?(?:charged|billed|debited|shipped|dispatched|delivered|reviewed|rated|answered|assigned|scheduled|public|visible)\b`,
    // What cannot be done with it, and what it is good for.
    String.raw`\byou (?:can ?not|can[’']t) (?:undo|reverse|recall) (?:an?|the|your) \p{L}+`,
    String.raw`\b(?:can ?not|can[’']t) be \p{L}+ (?:again|twice|a second time)\b`,
    String.raw`(?<!\b(?:is|are|was|were) )\bnot (?:valid|available|redeemable) (?:for|on|with|before|until|in|at|after)\b`,
    String.raw`\b(?:is|are) not (?:for (?:re)?sale|refundable|transferable|exchangeable|binding|a (?:ticket|receipt|contract))\b`,
    // What there is to be done later.
    String.raw`\byou (?:need to|must|have to) (?:bring|wear|arrive|show|print|carry|return|collect|keep|be (?:there|at|here))\b`,
    // Manners.
    String.raw`\bwe (?:can ?not|can[’']t) (?:hold|keep|guarantee|promise)\b`,
    String.raw`^\W*sorry (?:for|about) (?:the|any|all the) (?:trouble|delay|wait|inconvenience|mess|confusion)\W*$`,
    String.raw`^\W*(?:reminder|tip|hint|good to know|by the way|p\.? ?s\.?)\b(?!.*\b(?:must|only|need|needs|before|first|failed|declined|(?:could|was|were|did|has|have|had)(?: ?not|n[’']t))\b)`,
  ].join('|'),
  'iu',
);

/** True for a sentence that, beside a yes, tells what comes next, or what holds from then on. */
export function saysWhatFollows(sentence: string): boolean {
  return FOLLOWS.test(sentence) || (TOLD.test(sentence) && !speaksToVisitor(sentence));
}

/** True for what, once something was ended or declined, is not to come any more. */
export function saysWhatEnded(sentence: string): boolean {
  return /\b(?:(?:will|do|does)(?: ?not|n[’']t)|won[’']t|(?:will |can )?no longer|(?:not|n[’']t) (?:been )?(?:charged|billed|debited))\b/iu.test(
    sentence,
  );
}

/** What holds for a thing from then on, in words that would refuse by themselves. */
const SOFT =
  /\b(?:can|do|does|is|are|will|would)(?: ?not|n[’']t)\b|\bcan[’']t\b|\bwon[’']t\b|\b(?:will|would) be (?:declined|rejected|refused|blocked)\b|\brequired\b|\b(?:can )?no longer\b/giu;
/** What has to be done first, and what was not done after all. */
const DEMANDS =
  /\b(?:please|must|needs?|first|verify|confirm|sign in|log in|upgrade|before you|until you|once you)\b|\bnot (?:yet )?(?:been )?(?:saved|sent|stored|booked|placed|complete|confirmed|processed|accepted|active|valid|submitted|registered)\b/iu;

/** What a sentence says beside what holds from then on; null for one that asks for something. */
export function besideSoft(sentence: string): string | null {
  return DEMANDS.test(sentence) ? null : sentence.replaceAll(SOFT, ' ');
}
