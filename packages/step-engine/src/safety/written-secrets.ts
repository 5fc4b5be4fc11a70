import { changedSecrets } from './changed-secrets.ts';
import {
  EITHER,
  IN_ADDRESS,
  KEY_BEHIND,
  OR_ANOTHER,
  OTHERWISE,
  SENT_CODE,
  SPELLED,
  TOLD_CODE,
} from './further-secrets.ts';
import { paymentSecrets } from './payment-secrets.ts';
import { shapedSecrets } from './shaped-secrets.ts';
import {
  ARTICLE,
  BARE,
  CLOSING,
  FIELD,
  LOGIN,
  NAME,
  OPENING,
  QUOTED,
  QUOTES,
  TYPING,
  VALUE,
  pattern,
} from './secret-words.ts';

/** The position of a secret in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** The secret is quoted; the span excludes the quotation marks. */
  readonly isQuoted: boolean;
}

/** A word for a secret, a connector, then the secret. */
const SAID = pattern(
  `${OPENING}${NAME}${CLOSING}["'”’]?${FIELD}(?:\\s+(?:for|of)\\s+\\S+(?=\\s+(?:is|to)\\s))?(?:,?\\s+which\\s+is\\s+|\\s*(?:[:=]|->|=>|→|\\?(?=\\s))\\s*|['’]s\\s+|\\s+(?:is|are|being|of|to|with|as|ist|lautet|auf|in|zu|mit|est|en|par|avec|es|por|con|a)\\s*:?\\s+(?:${ARTICLE}${NAME}\\s+)?|\\s*[–—-]\\s+)${VALUE}`,
);
/** "With password …": the preposition before the word shows that a secret follows. */
const GIVEN = pattern(
  `(?:${OPENING}(?:with|using|and|use|enter|type|repeat|confirm|paste|(?:enter|typ|repeat|confirm|past|giv)ing|mit|und|gib|avec|et|entre[rz]?|saisi[rs](?:sez)?|con|y|escrib[ae]|introduc[ae])|[,;/(&+])\\s*${ARTICLE}(?:(?:new|old|current|neue[ns]?|nouveau)\\s+)?${NAME}${CLOSING}${FIELD}\\s+${VALUE}`,
);
const FOLLOWING = pattern(`${OPENING}${NAME}${CLOSING}${FIELD}\\s+${VALUE}`);
const BEFORE = pattern(
  `${OPENING}${TYPING}\\s+${VALUE}\\s+(?:as|for|into|in|to|als|ins?|comme|dans|en|como)\\s+${ARTICLE}(?:(?:new|old|current|repeat|confirm|neue[ns]?|nouveau)\\s+)?(?:(?:field|box|feld|champ|campo)\\s+(?:de\\s+)?)?["“'‘]?${NAME}${CLOSING}`,
);
/** "… and secret in Password": a further value of one that types. */
const FURTHER = pattern(
  `${OPENING}${TYPING}\\s[^.\\n]{1,120}?\\s(?:in|into)\\s[^.\\n]{1,80}?(?:,|\\sand|\\sund|\\set|\\sy)\\s+${VALUE}\\s+(?:in|into|dans|en)\\s+${ARTICLE}(?:(?:new|old|current)\\s+)?(?:(?:field|box)\\s+)?["“'‘]?${NAME}${CLOSING}`,
);
/** "Put secret where it asks for the password". */
const WHERE_ASKED = pattern(
  `${OPENING}${TYPING}\\s+${VALUE}\\s+(?:where|wherever|when|whenever|once|if|as soon as)\\s[^.\\n]{0,40}?${NAME}${CLOSING}`,
);
/** "Unlock it with code 4711". */
const UNLOCKS = pattern(
  `${OPENING}(?:unlock|authenticate|verify|confirm|activate|disarm|reset|log ?in|sign ?in)[^.\\n]{0,40}?\\scode\\s+(?:is\\s+)?${VALUE}|${OPENING}unlock\\s(?:[^.\\n]{0,30}?\\s)?with\\s+(?<second>${QUOTED}|${BARE})`,
);
/** A word of letters with digits or marks, beside a user or alone: no name of a thing follows a noun like this. */
const MIXED = pattern(
  `(?<=^|[\\s,/:(])(?<!@[^\\s:/,]*)(?<!\\b(?:order|invoice|ticket|room|page|item|number|no\\.|version|step|the|an?|open|report|about|of|product|code|id|user|as|is)\\s)(?<value>(?=[^\\s,;/:()]*\\p{Ll})(?=[^\\s,;/:()]*[\\d!$%^*_+=~#])[^\\s,;/:()"“”]{4,}[^\\s,;/:()"“”.])(?=$|[\\s,;)]|\\.(?:\\s|$))`,
);
const CHANGED = pattern(
  `${OPENING}${NAME}${CLOSING}\\s+(?:from|von|de)\\s+${VALUE}\\s+(?:to|auf|zu|en|a|à)\\s+(?<second>${QUOTED}|${BARE})`,
);
const USER = `(?:${QUOTED}|${BARE})`;
const AS_WITH = pattern(
  `${OPENING}(?:as|als|en tant que|comme|como)\\s+(?:(?:the\\s+)?user\\s+)?${USER}\\s*(?:,|/|\\s(?:and|und|et|y)(?=\\s)|(?<by>\\s(?:with|using|mit|avec|con)(?=\\s))|\\s*\\((?=[^()\\s]+\\)))\\s*${VALUE}`,
);
const PAIR = pattern(
  `${OPENING}${LOGIN}[^.\\n]{0,60}?(?:\\s(?:with|using|as|mit|als|avec|con|como)|:)\\s+(?:(?:the\\s+)?(?:credentials|user(?: ?name)?|e-?mail|login|account)\\s*:?\\s+)?${USER}?(?:\\s*[/:|]\\s*|\\s+(?:and|und|et|y)\\s+(?:then\\s+(?=\\S+(?:$|[.,;\\n])))?)${VALUE}`,
);
/** "u: ada p: secret", "credentials ada / secret", "Log in (ada, secret)". */
const LISTED = pattern(
  `${OPENING}(?:(?:u|user|usr|login)\\s*[:=]\\s*${USER}[\\s,;/]+p(?:ass|wd?)?\\s*[:=]|cred(?:ential)?s?\\s*:?\\s+(?:(?:are|is)\\s+)?${USER}(?:\\s*[,/:|]|\\s+and\\s)|${LOGIN}\\s*\\(\\s*${USER}\\s*[,/:|])\\s*${VALUE}`,
);
/** "Log me in (ada, secret)", "log in ada / secret": a pair right after the verb. */
const AFTER_VERB = pattern(
  `${OPENING}(?:log|sign)\\s+(?:me\\s+)?(?:in|on)\\s*[:(]?\\s*(?:(?:with|as|using)\\s+)?[^\\s,/:()]+\\s*(?:[,:]|//?)\\s*(?!/)${VALUE}`,
);
/** "… in Secret, type 'Countess' into the nickname" writes it somewhere else. */
const NOT_ELSEWHERE = String.raw`(?!(?:"[^"\n]*"|'[^'\n]*'|\S+)\s+(?:in|into)\s)`;
/** "As password use secret". */
const USED_AS = pattern(
  `${OPENING}(?:as|for|in(?:to)?)\\s+${ARTICLE}(?:(?:new|old|current)\\s+)?${NAME}${CLOSING}${FIELD}\\s*,?\\s+(?:goes|use|enter|type|take|write|put|give|insert|paste)\\s+${NOT_ELSEWHERE}${VALUE}`,
);
/** "The password for the site will be secret", "Choose secret as your password". */
const NAMED_LATER = pattern(
  `${OPENING}${NAME}${CLOSING}(?:\\s+(?:for|of|to)\\s+[^.,\\n]{1,40}?)?\\s+(?:will|should|shall)\\s+be\\s+${VALUE}`,
);
/** "Secret is my password". The end of a word without spaces is looked for only so far, because any character may begin it. */
const SAID_FIRST = pattern(
  `${OPENING}(?=["“„«‘'\`]|\\S{1,1000}\\s)${VALUE}\\s+(?:is|was|will be|ist|est|es)\\s+(?:the|my|her|his|our|mein|das|mon|le|mi|la)\\s+(?:(?:new|old|current)\\s+)?${NAME}${CLOSING}(?!\\s+(?:field|box|page|form|link))`,
);
/** "It wants a password, try secret". */
const TRIED = pattern(`${OPENING}${NAME}${CLOSING}\\s*[,;:–—-]\\s*(?:try|use)\\s+${NOT_ELSEWHERE}${VALUE}`);
const CHOSEN = pattern(
  `${OPENING}(?:choose|pick|take|make|set|save|store|register|submit|${TYPING}\\s+the\\s+(?:code|word|text|value))\\s+${VALUE}\\s+(?:(?:as|for|to be)\\s+${ARTICLE}|(?:my|the|her|his|our)\\s+)(?:(?:new|one[- ]time|temporary|initial)\\s+)*${NAME}${CLOSING}(?!\\s+managers?)`,
);
const LOGIN_LINE = pattern(`${OPENING}(?:log ?in|sign ?in|login)\\s*:\\s*${USER}\\s+${VALUE}`);
const BEARER = pattern(`${OPENING}bearer\\s+${VALUE}`);
/** "Type the passphrase correct horse battery into …". */
const OF_WORDS = pattern(
  `${OPENING}${TYPING}\\s+${ARTICLE}pass[ -]?(?:phrase|word)\\s+(?<value>[^\\s"“”]+(?:\\s+(?!(?:in|into)\\s)[^\\s"“”.,;]+){1,8})(?=\\s+(?:in|into)\\s)`,
);
/** "Protected by the word secret". */
const PROTECTS = pattern(
  `${OPENING}(?:protected|secured|locked)\\s+(?:by|with)\\s+(?:the\\s+)?(?:word|code|phrase)\\s+${VALUE}`,
);
/** "For the password, secret." */
const FOR_NAME = pattern(
  `${OPENING}(?:for|as)\\s+${ARTICLE}${NAME}${CLOSING}${FIELD}\\s*,\\s*${VALUE}(?=$|[.,;](?:\\s|$)|\\n)`,
);
/** "New password secret, repeat secret". */
const REPEATED = pattern(
  `${OPENING}${NAME}${CLOSING}${FIELD}\\s+${VALUE}\\s*[,;]?\\s+(?:and\\s+)?(?:repeat|confirm|retype)`,
);
/** "My password - secret - …". */
const BETWEEN_DASHES = pattern(
  `${OPENING}${NAME}${CLOSING}\\s+[–—-]\\s+${VALUE}(?=\\s+[–—-](?:\\s|$)|[.;]|$)`,
);

/** `<password>secret</password>`, `-p secret`. */
const IN_TAG = pattern(`<${NAME}>\\s*(?<value>[^<\\n]+?)\\s*<`);
const OPTION = pattern(`(?<=^|\\s)-p\\s+${VALUE}`);
const KEY = pattern(`${OPENING}(?:the|my)\\s+key\\s*(?:is|:|=)\\s*${VALUE}`);
/** "Connect … using the key secret". */
const CONNECTS = pattern(
  `${OPENING}(?:connect|join|pair|unlock|decrypt|open|log ?in|sign ?in)\\s[^.\\n]{0,60}?(?:with|using|by)\\s+(?:the|my|this)\\s+(?:key|secret|phrase|word)\\s+${VALUE}`,
);

/** Words after a word for a secret that are not the secret. */
const OTHER_WORDS = new RegExp(
  `^(?:${[
    'fields?|box|input|page|form|link|button|tab|section|menu|icon|label|screen|dialog|settings?|managers?|reset|change[sd]?|policy|hint|strength|protected|error|message',
    'either|old|new|current|previous|request|send|resend|remind|recover',
    'asked|requested|needed|wanted|prompted|pass|word|phrase|and|or|then|in|into|to|on|onto|for|from|with|without|using|is|are|being|was|were|of|as|at|by|but|if|when|not|no|so|than|that|which|who|below|above|here|there|again|twice|now|please|me|us|it|this|these|those|the|a|an|my|your|his|her|our|their|its|i|you|they|we|user|username|email|e-mail|name|well|both|each|all|any|some|same|valid|correct|right|wrong|incorrect|invalid|forgotten|visible|hidden|empty|required|missing|expired|shown|sent|should|must|has|have|will|can|code|number|token|key|password|passcode|pin|secret|value|entry|box',
    'click|press|submit|tap|hit|enter|type|report|tell|read|open|go|wait|check|confirm|continue|log|sign|select|choose|save|take|use|put',
    'und|oder|dann|in|im|auf|mit|ein|das|der|die|dem|klicke?|et|puis|dans|sur|avec|le|la|les|mon|cliquez?|y|luego|en|con|el|los|mi|haz|pulsa|passwor[td]|kennwort|contraseña|clave|mot|mdp|feld|champ|campo|zurücksetzen|vergessen|oublié|olvidada',
  ].join('|')})[.,;:!?)]*$`,
  'iu',
);

/** "As a table with 5 columns" contains no password. */
const MIN_UNNAMED_LENGTH = 4;
const CLOSING_MARKS = /[.,;:)\]"]+$/u;
/** A token that is no ordinary word: it contains digits, symbols or inner capitals. */
function isUnusual(word: string): boolean {
  return /\p{N}|[^\p{L}\p{N}'’.-]|\p{Ll}\p{Lu}|.[-_.].*[-_.]./u.test(word.replace(/[.,;:!?)\]]+$/u, ''));
}
const inLogin = new RegExp(`${OPENING}${LOGIN}${CLOSING}`, 'iu');

const signsIn = new RegExp(
  `${OPENING}(?:log(?:ging)?[ -]?(?:me )?(?:in|on|into)|sign(?:ing)?[ -]?(?:me )?(?:in|on|into)|authenticate|credentials?|logge|melde|anmelden|einloggen)${CLOSING}`,
  'iu',
);

/** An unusual token that is no code of a thing: "A-1044", "PO77". */
function isSecretLike(value: string): boolean {
  return (
    value.length >= MIN_UNNAMED_LENGTH &&
    isUnusual(value) &&
    !isOrdinary(value) &&
    !/^\p{Lu}{1,5}-?\d+$|[/@]/u.test(value)
  );
}

/** Digits only, and as many as in a secret that was found already: a PIN is repeated, or stands beside the old one. */
function isPinLike(value: string, found: readonly Span[]): boolean {
  return (
    value.length >= MIN_UNNAMED_LENGTH &&
    /^\d+$/u.test(value) &&
    found.some((span) => span.value.length === value.length && /^\d+$/u.test(span.value))
  );
}

/** A date, a time, an ordinal or an e-mail address. */
function isOrdinary(value: string): boolean {
  return /^(?:\d{1,4}(?:st|nd|rd|th|am|pm|h|x|%)?|[^\s@]+@[^\s@]+\.[^\s@]+|\{\{.*|[\d.:-]+)$/iu.test(value);
}

function isAddress(text: string, at: number): boolean {
  return /(?:https?:\/\/|www\.)\S*$/iu.test(text.slice(0, at));
}

function spanOf(match: RegExpExecArray, group: 'value' | 'second' = 'value'): Span | null {
  const written = match.groups?.[group];
  const [start] = match.indices?.groups?.[group] ?? [];
  if (written === undefined || start === undefined) return null;
  const isQuoted =
    written.length > 2 &&
    QUOTES.some(([open, close]) => written.startsWith(open) && close.includes(written.at(-1) ?? ' '));
  const value = isQuoted ? written.slice(1, -1) : written.replace(CLOSING_MARKS, '');
  const from = isQuoted ? start + 1 : start;
  if (/^[–—/|-]*$/u.test(value) || isReference(value) || (!isQuoted && OTHER_WORDS.test(value))) return null;
  return { start: from, end: from + value.length, value, isQuoted };
}

/** `{{ secrets.name }}` refers to a secret and is not one itself. */
function isReference(value: string): boolean {
  return /^\{\{\s*secrets\./.test(value);
}

function sentenceAround(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(from, end < 0 ? undefined : end);
}

/**
 * The positions of passwords, PINs, tokens and keys in a text that a person wrote, in order. Knows English, German, French
 * and Spanish phrasings; a plain word counts only where the phrase leaves no doubt.
 */
export function writtenSecrets(text: string): Span[] {
  const spans: Span[] = [];
  const keep = (span: Span | null) => {
    if (span !== null && !spans.some(({ start, end }) => span.start < end && start < span.end))
      spans.push(span);
  };
  const each = (from: RegExp, admits: (span: Span, match: RegExpExecArray) => boolean) => {
    for (const match of text.matchAll(from)) {
      const found = [spanOf(match), spanOf(match, 'second')];
      for (const span of found) if (span !== null && admits(span, match)) keep(span);
    }
  };
  for (const { from, admits } of paymentSecrets(text)) each(from, ({ value }) => admits(value));
  each(IN_ADDRESS, () => true);
  each(EITHER, () => true);
  each(SPELLED, () => true);
  each(CHANGED, () => true);
  each(BEFORE, ({ value }) => !/^(?:well|soon|long|far|much)$/iu.test(value));
  each(FURTHER, () => true);
  each(GIVEN, () => true);
  each(
    SAID,
    ({ value, isQuoted }, [whole]) =>
      isQuoted ||
      /[:=]|→|->|=>/u.test(whole) ||
      isUnusual(value) ||
      /\s(?:with|to|is|being|ist|lautet|est|es|avec|mit|con|auf)\s/iu.test(whole),
  );
  each(
    FOLLOWING,
    ({ value, isQuoted, start }, [whole]) =>
      isQuoted ||
      isUnusual(value) ||
      /^(?:passwd|pwd?|mdp)\s/iu.test(whole) ||
      inLogin.test(sentenceAround(text, start)),
  );
  each(
    AS_WITH,
    ({ value, isQuoted, start }, { groups }) =>
      inLogin.test(sentenceAround(text, start)) ||
      (groups?.['by'] !== undefined && value.length >= MIN_UNNAMED_LENGTH && (isQuoted || isUnusual(value))),
  );
  each(PAIR, () => true);
  each(LISTED, () => true);
  each(
    AFTER_VERB,
    ({ value, isQuoted }, [whole]) =>
      value.length >= MIN_UNNAMED_LENGTH && (isQuoted || isUnusual(value) || /^[^:,]+:\s.*[,/]/u.test(whole)),
  );
  each(USED_AS, () => true);
  each(NAMED_LATER, () => true);
  each(CHOSEN, () => true);
  each(TRIED, () => true);
  each(OF_WORDS, () => true);
  for (const from of [PROTECTS, FOR_NAME, REPEATED, BETWEEN_DASHES]) each(from, () => true);
  each(IN_TAG, () => true);
  each(OPTION, () => /(?:^|\s)-u\s/u.test(text));
  each(SENT_CODE, ({ value }) => /\d/u.test(value));
  each(TOLD_CODE, () => true);
  each(KEY_BEHIND, ({ value, isQuoted }) => isQuoted || isUnusual(value));
  each(KEY, ({ value, start }) => isUnusual(value) && signsIn.test(sentenceAround(text, start)));
  each(CONNECTS, ({ value, isQuoted }) => isQuoted || isUnusual(value));
  each(SAID_FIRST, () => true);
  each(LOGIN_LINE, ({ value }, [whole]) => isUnusual(value) || whole.includes('@'));
  each(BEARER, ({ value }) => isUnusual(value));
  each(WHERE_ASKED, () => true);
  each(UNLOCKS, ({ value, isQuoted }) => isQuoted || isUnusual(value));
  for (const from of changedSecrets(text))
    each(from, ({ value, isQuoted }) => isQuoted || isSecretLike(value) || isPinLike(value, spans));
  const isAnother = (value: string) => isSecretLike(value) || isPinLike(value, spans);
  if (spans.length > 0) each(OTHERWISE, ({ value }) => isAnother(value));
  each(OR_ANOTHER, ({ value }, { index }) => spans.some(({ end }) => end === index) && isAnother(value));
  for (const from of shapedSecrets(text)) each(from, ({ start }) => !isAddress(text, start));
  // Where nothing else was found in a sentence about signing in.
  if (spans.length === 0)
    each(
      MIXED,
      ({ value, start }) =>
        !isOrdinary(value) && signsIn.test(sentenceAround(text, start)) && !isAddress(text, start),
    );
  return spans.sort((one, other) => one.start - other.start);
}
