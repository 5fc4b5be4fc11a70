import { oneOf, VERBS } from '../words/vocabulary.ts';
import { LITERAL } from './literals.ts';

function pattern(text: string) {
  return new RegExp(text, 'iu');
}

/** "Switch to the Archive tab: how long …?": what is done first, and a question. */
export const ASKED_THERE = pattern(
  `^(\\s*(?:${oneOf([...VERBS.open, ...VERBS.click])}|switch|expand|unfold|sort|filter|look\\s+(?:in|at|under)|in|on|under)\\s[^:]{2,60}):\\s+(?=(?:what|who|when|where|which|how)\\s)`,
);

/** "Yes, cancel it" answers the question, and cancels nothing else; "if yes, cancel it" does. */
const YES_DO =
  /(?<=(?:^|[,.;\s])(?<!\bif\s)yes),?\s+(?:please\s+)?(?:cancel|delete|remove|do|confirm|close|leave|withdraw|really)(?:\s+(?:it|that|this|them))?(?=\s*(?:$|[.,;!]))/giu;

/** "Buy a black chair: choose black, quantity 2, add to basket": the steps say all of it. */
const BOUGHT_BY_STEPS = pattern(
  `(?<=^|[.!?]\\s+)(?:buy|order|purchase|get)\\s+an?\\s[^:.,]{2,60}:\\s+(?=(?:${oneOf([...VERBS.choose, ...VERBS.set, ...VERBS.click])}|add|put)\\s.*\\b(?:add|put|buy|order|pay)\\b)`,
);

/** "… password X. Keep me signed in": how somebody is signed in. */
const STAYS_APART = pattern(
  '(\\bpass\\p{L}*\\s[^.;]{0,80})[.;]\\s+(?=(?:please\\s+)?(?:stay\\s+(?:logged|signed)|keep\\s+me\\s+(?:logged|signed)|remember\\s+me))',
);

/** "Read the code and enter it in the Code field": one is copied to the other. */
const READ_AND_WRITTEN =
  /(?<=^|[.;!?\n]\s*|,\s*(?:and\s+)?|\b(?:then|and)\s+)(?:read|note(?:\s+down)?|get|take|find|remember|look\s+up)\s+((?:the|my)\s+(?:[\p{L}\d -]+?))\s*,?\s+and\s+(?:then\s+)?(?:enter|type|write|put|paste|fill|insert)\s+(?:it|that|this)\s+(?:in|into|to)\s+(?!(?:the|my|our|your)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)\b)/giu;

/** "Type Berlin and choose it from the list", "search for Berlin in the city field and select it". */
const TYPED_AND_CHOSEN = new RegExp(
  `(\\b)(?:type|enter|write|search\\s+for|look\\s+for)\\s+(${LITERAL}|\\p{Lu}[\\p{L}-]*)((?:\\s+(?:in|into)\\s+[^,.;]+?)?\\s*,?\\s+and\\s+(?:then\\s+)?(?:choose|select|pick)\\s+)(?:it|the\\s+suggestion)(?=\\s+(?:from|in|out\\s+of)\\s+the\\s|\\s*(?:$|[.,;]))`,
  'giu',
);

/** "Choose express delivery, payment by invoice": the option is called after the way. */
const PAYMENT_BY =
  /(?<=\b(?:choose|select|pick)\s[^.;!?\n]{0,80})\bpay(?:ment|ing)\s+(?:by|via|with)\s+(?=\p{L})/giu;

/** "Cancel order 4711, it was a mistake". */
const BY_MISTAKE =
  /,\s+(?:that|it|this)\s+was\s+(?:(?:ordered|booked|bought)\s+)?(?:an?\s+|by\s+)(?:mistake|accident|error)(?=\s*(?:$|[.,;!]|and\s))/giu;

/** "Choose express delivery and pay by invoice". */
const CHOSEN_AND_PAID =
  /(?<=\b(?:choose|select|pick)\s[^,.;!?\n]{0,60})\s+and\s+(?=pay\s+(?:by|with|via|using)\s)/giu;

/** "Find order 4720, it may be on another page". */
const ELSEWHERE =
  /,?\s+(?:but\s+)?(?:it|that)\s+(?:may|might|could)\s+(?:well\s+)?be\s+on\s+(?:another|a\s+(?:later|different|further)|the\s+next|one\s+of\s+the\s+(?:other|next))\s+pages?(?=\s*(?:$|[.,;]|and\s))/giu;

/** "Go to the checkout and pay by card". */
const PAID_THERE = /\bgo\s+to\s+(?:the\s+)?check\s?out\s*,?\s+and\s+pay\s+(?:by|with|via|using)\s+/giu;

/** "Click Terms, it opens a new tab": what a link does is seen when it is followed. */
const OPENS_TAB =
  /\s*[,;(]\s*(?:and\s+)?(?:it|this|that|which)\s+(?:will\s+)?opens?\s+(?:in\s+)?an?(?:other|\s+new|\s+separate)\s+(?:browser\s+)?(?:tab|window)\)?(?=\s*(?:$|[,.;]))/giu;

/** "Go to the shop and then to the mugs". */
const GOES_ON =
  /(?<=(?:^|[.;,!?\n]\s*|\b(?:and|then)\s+)go\s+to\s+[^.;,!?\n]{2,60}?)\s*,?\s+(?:and\s+)?then\s+(?:on\s+)?to\s+(?=(?:the\s+|my\s+)?\p{L})/giu;

/** "Next page until you see the piano": "next" alone may only say that something follows. */
const NEXT_UNTIL =
  /(?<=(?:^|[.;,!?\n]\s*|\b(?:and|then)\s+))(?:the\s+)?next\s+page\s+(?=(?:until|till)\s)/giu;

/** "Next page", and no more. */
const NEXT_ALONE = /(?<=(?:^|[.;!?\n])\s*)next\s+page(?=[\s.!]*$)/iu;

/** "In the table, delete the row for Bob": its rows are looked for there anyway. */
const IN_TABLE = /(?<=^|[.;!?\n]\s*)in\s+the\s+(?:table|list)(?:\s+below)?,\s+(?=\p{Ll})/giu;

/** "Order 3 pens for delivery on 5 December": the day is a field of the order. */
const DELIVERED_ON =
  /(?<=\b(?:order|buy|purchase|request)\s[^.;!?\n]{2,80}?)\s*,?\s+(?:for\s+delivery|(?:and\s+)?(?:to\s+be|(?:have|get)\s+(?:it|them))\s+delivered)\s+(?:on|by)\s+(?=(?:the\s+)?(?:\p{L}+\s)?\d)/giu;

/** "Next to order 1050 click Details". */
const NEXT_TO = pattern(
  `(?<=^|[.;!?\\n]\\s*|,\\s*(?:and\\s+)?|\\b(?:then|and)\\s+)(?:right\\s+)?next\\s+to\\s+([^,.;]+?),?\\s+(?=(?:${oneOf(VERBS.click)})\\s)`,
);

/** "Approve the request of Dana and reject the one of Eli": the request of Eli. */
const THE_ONE =
  /(?<=\bthe\s+(?:\p{Ll}+\s+)?)(\p{Ll}+)(\s+(?:of|from|by|for)\s+[^,.;]+?\s*,?\s+(?:and|then)\s+\p{Ll}+\s+(?:the|that)\s+)one(?=\s+(?:of|from|by|for)\s)/giu;

/** What stands before an instruction. */
const BEGINS = '(?<=^|[.;!?\\n]\\s*|,\\s*(?:and\\s+)?|\\b(?:then|and)\\s+)';

/** "Expand the sections below to find and click the link": what is clicked is looked for there anyway. */
const LOOKED_THROUGH = pattern(
  `${BEGINS}(?:switch\\s+between|(?:go|look|browse|click|navigate|search)(?:\\s+through)?|expand|open|unfold)\\s+(?:all\\s+)?(?:of\\s+)?the\\s+(?:\\p{Ll}+\\s+)?(?:tabs|sections|panels|accordions?|folders|tree|menus?)(?:\\s+(?:below|above))?\\s*[,.]?\\s+(?:(?:in\\s+order\\s+)?to|and|then)?\\s*find\\s+and\\s+(?=${oneOf(VERBS.click)}\\s)`,
);

/** "Find and click the link". */
const FOUND_AND_USED = pattern(
  `${BEGINS}(?:find|locate)\\s+and\\s+(?:then\\s+)?(?=${oneOf([...VERBS.click, ...VERBS.choose, ...VERBS.open])}\\s+(?!it\\b|them\\b))`,
);

/** "Select nothing and press Submit". */
const NOTHING_CHOSEN = pattern(
  `${BEGINS}${oneOf(VERBS.choose)}\\s+nothing\\s*(?:,\\s*(?:and\\s+)?|\\s(?:and|then)\\s+)(?:then\\s+)?(?=${oneOf(VERBS.click)}\\s)`,
);

/** "The text area below". */
const BELOW =
  /(?<=\b(?:text\s?areas?|text\s?box(?:es)?|fields?|section|paragraph|list|table|form|tree|menu|buttons?|links?|checkboxes|dropdown)\s+)(?:shown\s+)?(?:below|above)(?=\s|$|[.,;])\s*/giu;

/** "Press Submit when done". */
const WHEN_DONE = /\s+(?:when|once)\s+(?:you\s+are\s+|you['’]re\s+)?(?:done|finished)(?=\s*(?:$|[.,;!]))/giu;

/** "Use the search box to enter Berlin". */
const USED_TO_WRITE =
  /\buse\s+(the\s+[\p{L} ]*?(?:text\s?box|text\s?field|field|box|input))\s+to\s+((?:enter|type|write|search\s+for)\s+(?:\uE000\d+\uE001|[\p{Lu}\d]\S*))/giu;

/** "Find Ada in the contact book": where she is looked for. */
const IN_BOOK =
  /(?<=\bfind\s+[^.,;!?\n]{2,60}?)\s+in\s+(?:the|my|our)\s+(?:contact|address|phone)\s?(?:book|list)(?=\s*(?:$|[.,;]|\sand\s))/giu;

/** "Find the letter from Ada and forward that letter". */
const THAT_ONE =
  /(?<=\b(?:find|open)\s+(?:the|an?)\s+(\p{Ll}+)\s[^.;!?\n]{2,80}?\sand\s+(?:\p{Ll}+\s+){1,2})(?:that|this)\s+\1(?=\s|$)/giu;
/** "Compare the two plans and tell me which is cheaper". */
const COMPARED_FIRST =
  /(?<=^|[.;!?\n]\s*|\b(?:then|and)\s+)compare\s+(?:the\s+)?(?:two\s+|both\s+)?(\p{Ll}+?)s(?:\s*,)?\s+and\s+(?:tell\s+me|say|report|let\s+me\s+know)\s+which\s+(?:one\s+|of\s+them\s+)?(?=(?:is|has|costs)\s)/giu;

/** The same task in words that can be cut into clauses. */
export function inPlainWords(text: string): string {
  return text
    .replace(STAYS_APART, '$1, ')
    .replace(YES_DO, '')
    .replace(BOUGHT_BY_STEPS, '')
    .replace(READ_AND_WRITTEN, 'copy $1 into ')
    .replace(TYPED_AND_CHOSEN, '$1type $2$3$2')
    .replace(OPENS_TAB, '')
    .replaceAll(PAYMENT_BY, '')
    .replaceAll(CHOSEN_AND_PAID, ', then ')
    .replaceAll(ELSEWHERE, '')
    .replaceAll(BY_MISTAKE, '')
    .replaceAll(PAID_THERE, 'check out, then pay by ')
    .replaceAll(COMPARED_FIRST, 'tell me which $1 ')
    .replaceAll(DELIVERED_ON, ', delivery date ')
    .replace(NEXT_TO, 'in the row of $1, ')
    .replaceAll(THE_ONE, '$1$2$1')
    .replace(NEXT_ALONE, 'go to the next page')
    .replaceAll(IN_TABLE, '')
    .replaceAll(NEXT_UNTIL, 'go to the next page ')
    .replaceAll(GOES_ON, ', then go to ')
    .replace(NOTHING_CHOSEN, '')
    .replace(LOOKED_THROUGH, '')
    .replace(FOUND_AND_USED, '')
    .replaceAll(BELOW, '')
    .replaceAll(WHEN_DONE, '')
    .replaceAll(USED_TO_WRITE, '$2 into $1')
    .replaceAll(IN_BOOK, '')
    .replaceAll(THAT_ONE, 'it');
}
