import {
  ACTS,
  COMMANDS,
  CONTROL_WORDS,
  GREETINGS,
  JUDGEMENT_VERBS,
  NOUN_COMMANDS,
  oneOf,
  PARTING_WORDS,
  POLITE_ENDINGS,
  POLITE_OPENINGS,
  VERBS,
  words,
} from '../words/vocabulary.ts';
import { goTogether } from './go-together.ts';
import { ASKED_THERE, inPlainWords } from './said-before.ts';

function source(text: string) {
  return new RegExp(text, 'iu');
}

const opening = source(
  `^(?:(?:(?:${oneOf(POLITE_OPENINGS)}|step(?:\\s*\\d+)?)(?:\\s*[:,]+\\s*|\\s+)|${oneOf(GREETINGS)}(?:\\s+there)?\\s*[:,]+\\s*|\\(?\\d{1,3}[.)]\\s*|[-*•–—]+\\s+|[a-z]\\)\\s+))+`,
);
const ending = source(`[\\s,]+${oneOf(POLITE_ENDINGS)}$|,\\s*${oneOf(PARTING_WORDS)}$`);
const courtesy = source(
  `^(?:${oneOf([...POLITE_OPENINGS, ...GREETINGS, ...POLITE_ENDINGS, ...PARTING_WORDS, 'that is all', "that's all", 'done'])}|(?:i|we)(?:['’]ve|\\s+have)?\\s+(?:just\\s+|recently\\s+)?moved(?:\\s+house)?|\\d{1,3}|step\\s*\\d+)?$`,
);

/** "I want the large slot" asks for it to be chosen. */
const WANTED =
  /^(?:(?:i|we)\s+(?:want|need|would\s+like)|(?:i|we)['’]d\s+like)\s+(?=the\s+(?:\S+\s+){0,3}\S+$)/iu;

/** "I'd like to know how many …" */
const KNOWN =
  /^(?:(?:(?:i|we)\s+(?:want|need|would\s+like|have)|(?:i|we)['’]d\s+(?:like|love))\s+to\s+)?(?:know|learn)\s+(?=(?:how|what|which|who|whose|when|where|if|whether|the)\b)/iu;

/** "Enable dark mode if it is off": what is on already stays so. */
const UNLESS_SO =
  /(?<=^(?:enable|disable|turn|switch|tick|untick|check|uncheck|activate|deactivate)\s.+)[\s,]+(?:(?:if|in\s+case)\s+(?:it|that)(?:['’]s|\s+is)\s+(?:currently\s+|still\s+)?(?:off|on|not(?:\s+(?:already|yet))?|enabled|disabled)(?:\s+(?:on|off|enabled|disabled|ticked|checked|set))?|unless\s+it\s+(?:already\s+is|is\s+already)(?:\s+(?:on|off))?)$/iu;

/** "List all names, going through all pages": a list is read to its end anyway; rows are not counted so. */
const EVERY_PAGE =
  /(?<=^(?:list|get|give|show|read|name|tell|collect|extract|report)\s(?!.*\b(?:how\s+many|count|number\s+of)\b).*\ball\b.*)[\s,]+(?:(?:going|looking|browsing)\s+through|from|on|across|over)\s+(?:all|every)\s+(?:of\s+)?(?:the\s+|its\s+)?pages?$/iu;

/** "Go through all pages and list every name": the same, said first. */
const EVERY_PAGE_FIRST =
  /(?:go|look|browse|page|click)\s+through\s+(?:all|every)\s+(?:of\s+)?(?:the\s+|its\s+)?pages?(?:\s+of\s+(?:the|this)\s+(?:list|table|results))?[\s,]+(?:and\s+)?(?=(?:list|get|give|show|read|name|tell|collect|extract|report|note)\s(?:me\s|down\s)?(?:all|every|each|how\s+many\s+(?!(?:rows|entries|items|lines|results)\b))\b)/giu;

/** "Choose Assign to me": a name is whole. */
const NAME_TO_ME =
  /^(?:[Cc]hoose|[Cc]lick|[Pp]ress|[Ss]elect|[Pp]ick|[Tt]ap)\s+(?:on\s+)?\p{Lu}[\p{L} ]*\sto\s+me$/u;

/** Takes off what carries no meaning: numbering, politeness, closing punctuation. */
export function plainClause(raw: string): string {
  let clause = raw.trim();
  for (;;) {
    const next = clause
      .replace(/[\s.,;:!?]+$/u, '')
      .replace(/^[\s.,;:]+/u, '')
      .replace(WANTED, 'choose ')
      .replace(KNOWN, 'tell me ')
      .replace(opening, '')
      .replace(ending, (end) => (NAME_TO_ME.test(clause) ? end : ''))
      .replace(/\b(?:if|unless|case)\b/iu.test(clause) ? UNLESS_SO : /$^/u, '')
      .replace(/pages?$/iu.test(clause) ? EVERY_PAGE : /$^/u, '')
      .trim();
    if (next === clause || next === '') return next === '' && !/\w/u.test(clause) ? clause : next || clause;
    clause = next;
  }
}

const verbs = [
  ...new Set([
    ...Object.values(VERBS).flat(),
    ...COMMANDS,
    ...JUDGEMENT_VERBS,
    'submit',
    'go back',
    'go forward',
    'refresh',
    'reload',
    'add',
    'give',
    'count',
    'say yes',
    'say ok',
    'switch to',
    'return to',
  ]),
];
/** "… and void the invoice" begins a clause, "status and order number" does not. */
const COMMANDED = `${oneOf(NOUN_COMMANDS)}(?=$|,|\\s+(?:the|this|that|these|it|them|my|all|an?|and|then)\\b|\\s+(?:with\\s+|to\\s+)?[\\uE000#]|\\s+(?:\\p{Ll}+\\s+)?[^\\s\\d]*\\d)`;
/** Verbs that are nouns more often: only what cannot follow a noun shows that they are not. */
const ACTED = `${oneOf(ACTS)}(?=\\s+(?:the|this|that|these|it|its|their|them|my|an?)\\b)`;
const questions = words(
  `what is | what's | what’s | whats | what are | what does | what do | what did | what was | how much | how many |
  how big | how long | how high | how old | how far | how often | how heavy | how do | where | whose`,
);
/** "Read on 20 November", "make and model": a field and its value, no verb. */
const DATED =
  '(?:(?:order|invoice|booking|return|book|track(?:ing)?|print|release|reserve|start|test)\\s+(?:numbers?|no|id|reference|ref|date|code|name|title|status)\\b(?!\\s+of)|purchase\\s+order\\b|(?:read\\s+on|until)\\s+(?:the\\s+)?\\d|make\\s+and\\s+\\p{Ll}+\\s|plan\\s+\\S+(?=$|,)|push\\s+(?:notifications?|messages?|alerts?)\\b|what\\s+is\\s+\\p{L}+\\s*:?\\s*\uE000)';
/** "… and have copies sent to me". */
const HAVING = 'have\\s+(?:\\S+\\s+){1,4}?(?:sent|made|paid|\\p{Ll}{3,}ed)(?=$|[\\s,.])';
/** "… and switch dark mode on". */
const SWITCHING = '(?:switch|turn|toggle)\\s+(?:\\p{L}[\\p{L}-]*\\s+){1,5}?(?:on|off)(?=$|[\\s,.])';
/** "… and e-mail me the invoice", "… and allow sharing my data". */
const ASKED =
  '(?:e-?mail|mail|text)\\s+(?:me\\s|us\\s|(?:them|these|those)(?=$|[\\s,.])|the\\s+(?:selected|chosen|ticked)\\s)|(?:allow|forbid|stop)\\s+\\p{L}+ing\\s|unsubscribe\\s|say\\s+(?:\uE000|(?:when|what|how|where|who|which|whether|if)\\s)';
const beginsClause = source(
  `^(?!${DATED})(?:${HAVING}|${SWITCHING}|${ASKED}|${oneOf([...verbs, ...questions])}(?=$|[\\s,.:;!?\uE000])|${COMMANDED}|${ACTED}|yes\\b|go$|confirming\\s|${oneOf(CONTROL_WORDS)}\\s)`,
);

/** "… and reserve Python by Night": a verb before a name. */
const NAMED_AFTER = new RegExp(`^${oneOf(NOUN_COMMANDS)}\\s+\\p{Lu}\\p{L}`, 'u');
/** Where things are listed, a noun before a name is one of them. */
const LISTING = source(
  `^(?:and\\s+)?${oneOf([...VERBS.read, ...VERBS.fill, ...VERBS.type, ...VERBS.choose])}\\s`,
);

const ABBREVIATION =
  /(?:^|\s)(?:st|mr|mrs|ms|dr|no|inc|ltd|co|ave|rd|prof|sr|jr|vs|nr|apt|tel|ext|approx|\p{L}*str|e\.g|i\.e|\p{L})\.$/iu;
/** Characters at the end of a text that are searched for an abbreviation. */
const MAX_ABBREVIATION = 60;
const HARD =
  /\n+|;\s*|\s+[-–—]\s+(?=(?:what|who|when|where|which|how|is|are|tell|please|then|and)\b)|(?:,\s*)?(?:\band\s+)?\bthen\b,?\s+|[.!?]+(?:\s+|$)|(?=(?<=^|\s)\(?\d{1,2}[.)]\s+\p{L})(?!\d{1,2}\.\s+\p{Lu}[\p{L} -]{1,30}:\s)/giu;

/** "1) … 2) …" is numbered from one; "the voucher book (10)" is called so. */
function isNextNumber(text: string, after: string): boolean {
  const number = Number(/\d+/u.exec(after)?.[0]);
  return number <= 1 || new RegExp(`(?:^|\\s)\\(?${number - 1}[.)]\\s`, 'u').test(text);
}

const SOFT = /,\s+(?:and\s+|but\s+)?|\s+(?:and|&|but)\s+/giu;

function cut(
  text: string,
  separator: RegExp,
  cuts: (before: string, after: string, mark: string) => boolean,
) {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(separator)) {
    const end = match.index + match[0].length;
    if (!cuts(text.slice(from, match.index + match[0].trimEnd().length), text.slice(end), match[0])) continue;
    parts.push(text.slice(from, match.index));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** Characters to search for a verb behind polite words. */
const MAX_OPENING_LENGTH = 120;

const CONTEXT = source(
  `^(?:in|into|from|under)\\s+(?:the\\s+)?(?!.*\\s(?:enter|type|fill|choose|select|pick)\\s.+\\s(?:as|in|into|for)\\s).+$`,
);

/** "In the Size dropdown, choose Large" says the same as "choose Large in the Size dropdown". */
function joinContext(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const context = joined.at(-1);
    const clause = plainClause(part);
    const takes = source(`^${oneOf([...VERBS.type, ...VERBS.choose])}\\s`).test(clause);
    if (context !== undefined && takes && CONTEXT.test(plainClause(context)) && !/[/.]\S/u.test(context)) {
      joined[joined.length - 1] = `${clause} ${plainClause(context).replace(/^(?:into|under)/iu, 'in')}`;
    } else joined.push(part);
  }
  return joined;
}

/** "At shop.example read the heading": the place ends where the verb begins. */
const LOCATION = source(
  `^\\s*((?:on|at)\\s+\\S+|(?:in|from|on)\\s+the\\s+(?:\\S+\\s+){1,2}(?:field|box|input|dropdown|menu|form|list)|from\\s+the\\s+(?:dropdown|list|menu)\\s+\\S+|(?:in|under)\\s+(?:my|the|our)\\s+\\p{Ll}+|(?:in|under)\\s+\\p{Lu}\\p{L}+|on\\s+the\\s+page\\s+\\p{Lu}\\p{L}*|for\\s+(?:the\\s+)?\\p{Ll}+\\s+#?[\\p{L}-]*\\d\\S*|(?:in|from|on)\\s+the\\s+(?:\\S+\\s+)?(?:row|card|entry)(?:\\s+(?:of|for|with)\\s+\\S+(?:\\s+\\S+){0,3}?)?)\\s+(?=${oneOf([...verbs, ...questions])}\\s)`,
);

/** "In Size choose Large": the same where a choice follows. */
const CHOICE_THERE = source(
  `^\\s*(in(?!\\s+(?:order|addition|case|stock)\\b)\\s+(?:the\\s+)?(?:[\\p{L}-]+\\s+){0,2}[\\p{L}-]+)\\s+(?=${oneOf(VERBS.choose)}\\s)`,
);

/** "Log me in, user ada, password …" is one sentence. */
const LOGIN_LIST = source(
  `^(.*?${oneOf(VERBS.login)}(?:\\s+to\\s+\\S+)?)(?:\\s+please)?\\s*[,:-]\\s+(?=(?:(?:my|the)\\s+)?(?:\\p{L}+\\s+){0,2}(?:user|name|number|id|e-?mail|login|account)\\b.*\\b(?:pass|pwd?\\b|pin\\b))`,
);

/** "Checkout: choose express", "edit my address: change the city to York": a place, and what to do there. */
const PLACED = source(
  `^(\\s*(?:check\\s?out|(?:edit|open|go\\s+to|visit|in|on|under)\\s+(?:the\\s+|my\\s+)?[\\p{L} ]{2,40}?)):\\s+(?=${oneOf([...VERBS.choose, ...VERBS.set, ...VERBS.check, ...VERBS.fill, ...VERBS.click])}\\s)`,
);

/** "Go to https://…: when was it sent?": the address ends a sentence. */
const ADDRESSED = source(
  `^(\\s*(?:${oneOf(VERBS.open)}\\s+(?:the\\s+\\p{L}+\\s+(?:at|on)\\s+)?)?\uE000\\d+\uE001)\\s*:\\s+`,
);

/** "On https://…, is the lid in stock?": a place, and what is asked there. */
const ASKED_AT = source(
  `^(\\s*(?:on|at)\\s+\uE000\\d+\uE001)\\s*,\\s+(?=(?:is|are|was|were|do|does|did|has|have|which|who|when)\\s)`,
);

/** "Sign me in at https://…. My e-mail is … and the password is …", "Sign in. User: ada. Password: …" is one sentence. */
const LOGIN_APART = source(
  `(?<=^|\\s)(${oneOf(VERBS.login)}(?:\\s+(?:me|us))?(?:\\s+(?:in\\s?)?(?:to\\s+)?(?:my|the)\\s+account)?(?:\\s+(?:to|into|on|at)\\s+\\S+)?)[.;:?]\\s+((?:(?:my|the)\\s+(?:user\\s?name|user|login|id|e-?mail(?:\\s+address)?|account)\\s+(?:is|:)|(?:user\\s?name|user|e-?mail(?:\\s+address)?)\\s*:?\\s).*?)(?:([.;]\\s+)(?=pass\\p{L}*\\s*:)|(?=\\bpass))`,
);

/** "Go to security, current password Heron-4": a place, and a field there. */
const GOES = /^(?:go|switch|navigate|head)\s+to\s+(?:the\s+|my\s+)?[\p{L} ]{2,40}$/iu;
const FIELD_THERE = /^\p{Ll}[\p{Ll} ]{2,30}\s(?:[\uE000\p{Lu}\d]|\S+@)/u;

/** A name and its value; an address or an instruction is none. */
const FIELD = source(
  `^(?!(?:${oneOf([...verbs, ...COMMANDS])})(?:\\s|:)(?!.*\\b(?:number|name|date|code)\\s*:))\\p{L}[\\p{L} -]{1,30}:\\s+\\S`,
);

/** "Name: Ana" in a line of its own goes on with the form that was spoken of before. */
function joinLines(sentences: readonly string[]): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.at(-1);
    const line = plainClause(sentence);
    const isField = FIELD.test(line);
    // "Subject: Broken lamp. Priority: Low.": one field after the other.
    if (
      before !== undefined &&
      isField &&
      FIELD.test(plainClause(before)) &&
      !FORM.test(plainClause(before))
    ) {
      joined[joined.length - 1] = `${before.replace(/[\s:,.]+$/u, '')}, ${line}`;
      continue;
    }
    if (before !== undefined && isField && FORM.test(plainClause(before)))
      joined[joined.length - 1] =
        `${before.replace(/[\s:,]+$/u, '')}${/:\s+\S/u.test(before) ? ',' : ':'} ${line}`;
    else joined.push(sentence);
  }
  return joined;
}

const FORM = source(
  `^${oneOf([...VERBS.fill])}\\s.*(?:\\bform\\b|:)|^(?:create|add|open|submit|send)\\s[^:]*(?::|with\\s+the\\s+following)`,
);

/** Cuts at every separator that ends a sentence, and at "and" or a comma when a verb follows. */
export function splitClauses(text: string): string[] {
  return (
    joinLines(
      cut(
        inPlainWords(
          text
            .replace(EVERY_PAGE_FIRST, '')
            .replace(ADDRESSED, '$1. ')
            .replace(ASKED_AT, '$1. ')
            .replace(
              LOGIN_APART,
              (_all, verb: string, user: string, mark?: string) =>
                `${verb}, ${user}${mark === undefined ? '' : ', '}`,
            ),
        ),
        HARD,
        (before, after, mark) =>
          mark === ''
            ? isNextNumber(text, after)
            : !mark.startsWith('.') || !ABBREVIATION.test(before.slice(-MAX_ABBREVIATION)),
      ),
    )
      .map((sentence) =>
        sentence
          .replace(LOCATION, '$1, ')
          .replace(CHOICE_THERE, '$1, ')
          .replace(LOGIN_LIST, '$1 with ')
          .replace(PLACED, '$1, ')
          .replace(ASKED_THERE, '$1, '),
      )
      .flatMap((sentence) =>
        joinContext(
          cut(
            sentence,
            SOFT,
            (before, after) =>
              (beginsClause.test(plainClause(after.slice(0, MAX_OPENING_LENGTH))) ||
                (NAMED_AFTER.test(plainClause(after.slice(0, MAX_OPENING_LENGTH))) &&
                  !LISTING.test(plainClause(before))) ||
                (FIELD_THERE.test(after) && GOES.test(plainClause(before)))) &&
              !goTogether(plainClause(before), after, before),
          ),
        ),
      )
      .map((part) => plainClause(part))
      // The number of an instruction stands before it; any other number says something.
      .filter(
        (part, at, all) => !courtesy.test(part) || (/^\d+$/u.test(part) && at > 0 && at === all.length - 1),
      )
  );
}

/** Every place where a clause that was not understood could be cut, to say which part of it is the trouble. */
export function splitEverywhere(clause: string): string[] {
  return cut(clause, SOFT, () => true);
}
