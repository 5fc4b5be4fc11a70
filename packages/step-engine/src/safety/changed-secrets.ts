import { ARTICLE, BARE, CLOSING, NAME, OPENING, QUOTED, VALUE, pattern } from './secret-words.ts';

const names = new RegExp(`${OPENING}${NAME}${CLOSING}`, 'iu');

const CHANGES = '(?:chang(?:e|ing)|reset|updat(?:e|ing)|replac(?:e|ing)|renew|switch|set|choose|make)';
const WITHIN_CLAUSE = '(?:(?!\\s(?:and|then)\\s)[^.,;\\n])';
const changes = new RegExp(`${OPENING}${CHANGES}\\s${WITHIN_CLAUSE}{0,40}?${NAME}${CLOSING}`, 'iu');

const CHANGED = '(?:old|current|previous|existing|new)';
const REPEATED = '(?:repeat(?:ed|ing)?|re-?typed?|re-?enter(?:ed)?|again)';
const CONFIRMED = '(?:confirm(?:ed|ing|ation)?|verif(?:y|ied|ication))';
const IT = '(?:\\s+(?:one|it|this|that|value))?';
const SAYS = '(?:\\s*[:=]\\s*|\\s+(?:is|as|with|to|by|being)\\s*:?\\s+)';
const MARKED = `(?<value>(?=\\S*[!$%^*+=~#])${BARE})`;

/** "The new one is …", "old …, new …". */
const BY_ROLE = pattern(`${OPENING}${CHANGED}${CLOSING}${IT}(?:${SAYS}|\\s+)${VALUE}`);
/** "Repeat it with …", "repeat …". */
const AGAIN = pattern(`${OPENING}${REPEATED}${CLOSING}${IT}(?:${SAYS}|\\s+)${VALUE}`);
/** "Confirm it as …". */
const CONFIRMED_AS = pattern(`${OPENING}${CONFIRMED}${CLOSING}${IT}${SAYS}${VALUE}`);
/** "Confirm …": of a thing unless a mark is in it. */
const CONFIRMED_MARKED = pattern(`${OPENING}${CONFIRMED}${CLOSING}\\s+${MARKED}`);
/** "… and SECRET as the new one", "… and SECRET into Repeat". */
const FOR_ROLE = pattern(
  `(?:[,;]|\\b(?:and|then))\\s+${VALUE}\\s+(?:as|for|into|in)\\s+${ARTICLE}(?:${CHANGED}|${REPEATED}|${CONFIRMED}|${NAME})${CLOSING}`,
);
/** "Change the password of … to SECRET". */
const TO = pattern(
  `${OPENING}${CHANGES}\\s${WITHIN_CLAUSE}{0,40}?${NAME}${CLOSING}${WITHIN_CLAUSE}{0,40}?\\s(?:to|into)\\s+${VALUE}`,
);
/** "The password should become SECRET". */
const BECOMES = pattern(
  `${OPENING}${NAME}${CLOSING}\\s+(?:(?:should|must|shall|is\\s+to|to)\\s+)?(?:now\\s+)?(?:becomes?|be)\\s+${VALUE}`,
);
/** "Replace the password SECRET with SECRET", "… become SECRET instead of SECRET". */
const SWAPPED = pattern(
  `${OPENING}(?:${NAME}|becomes?|be)${CLOSING}\\s+${VALUE}\\s+(?:with|by|instead\\s+of)\\s+(?<second>${QUOTED}|${BARE})`,
);

/**
 * Patterns of an old, a new or a repeated secret, beside which its own word need not stand. None for a text without such a word, and
 * those of an old or new one only where it is changed: a task that signs in may go on to a new thing.
 */
export function changedSecrets(text: string): readonly RegExp[] {
  if (!names.test(text)) return [];
  const repeated = [AGAIN, CONFIRMED_AS, CONFIRMED_MARKED, FOR_ROLE, BECOMES, SWAPPED];
  return changes.test(text) ? [...repeated, TO, BY_ROLE] : repeated;
}
