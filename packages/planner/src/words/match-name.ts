import { remember } from './remember.ts';
import { oneOf, PARTICLE_VERBS } from './vocabulary.ts';

/** How well a name on the page matches the task's words; 0 is no match. Names of one grade are equals. */
export type Grade = number;

export const GRADES = {
  identical: 100,
  equal: 90,
  equalWords: 80,
  synonym: 75,
  contains: 60,
  contained: 45,
  nearly: 30,
} as const;

const FILLERS = new Set([
  'the',
  'a',
  'an',
  'your',
  'my',
  'our',
  'to',
  'of',
  'for',
  'and',
  'please',
  'in',
  'on',
]);

/** "Opt in" is not "opt out": the particle is no filler. */
const particle = new RegExp(`^(${oneOf(PARTICLE_VERBS)})[ -](in|on|out|off)\\b`, 'u');

const MONTHS = 'january|february|march|april|june|july|august|september|october|november|december'.split('|');

/** One spelling for words with the same meaning on a page. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  // "15 Dec" is 15 December.
  ...MONTHS.map((month): [RegExp, string] => {
    const short = month.slice(0, 3);
    return [new RegExp(`(?<=\\b\\d{1,2} )${short}${month[3] ?? ''}?\\b`, 'gu'), month];
  }),
  [/\b(?:log|sign)[ -]?in\b/gu, 'login'],
  [/\b(?:log|sign)[ -]?(?:out|off)\b/gu, 'logout'],
  [/\bsign[ -]?up\b|\bregister\b/gu, 'signup'],
  [/\bcheck[ -]out\b/gu, 'checkout'],
  [/\be-?mails?\b(?: address(?:es)?\b)?/gu, 'email'],
  [/\b(?:basket|bag|trolley)\b/gu, 'cart'],
  [/\bcolor/gu, 'colour'],
  [/\bpeople\b/gu, 'persons'],
  [/\bwish list\b/gu, 'wishlist'],
  [/\bfavorite/gu, 'favourite'],
  [/\bhomepage\b|\bhome page\b/gu, 'home'],
  [/\b(?:telephone|mobile)(?: number)?\b|\bphone(?: number)?\b/gu, 'phone'],
  [/\b(?:post(?:al)?[ -]?code|zip(?:[ -]?code)?)\b/gu, 'postcode'],
  [/\bqty\b|^how many$/gu, 'quantity'],
  [/\bpo\b/gu, 'purchase order'],
  [/\bdeutsch\b/gu, 'german'],
  [/\bfrancais\b/gu, 'french'],
  [/\bespanol\b/gu, 'spanish'],
  [/\bitaliano\b/gu, 'italian'],
  [/\bpolski\b/gu, 'polish'],
  [/(?<=\S )no$/gu, 'number'],
  [/\bfull name\b|\byour name\b/gu, 'name'],
  [/\bdescribe (?:your|the) (?:problem|issue|request|fault)\b/gu, 'description'],
  [particle, '$1+$2'],
];

function withoutDifferences(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[’‘']/gu, '')
      .replaceAll(/#(?=\d)/gu, '')
      // "More ＋" is called just that.
      .replaceAll(/(?<=[\p{L}\d?!.)]\s*)[+＋−–▸▾▼▲►◂◄⌄⌃›»✕×…]+\s*$/gu, '')
      .replaceAll(/[^\p{L}\p{N}%€$£+#@&/.-]+/gu, ' ')
      .replaceAll(/(?:^|\s)[-./&]+(?=\s|$)|[.]+(?=\s|$)/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  );
}

const plainText = remember(withoutDifferences);

/** Removes differences of case, accents, white space and punctuation; "#1007" is 1007. */
export function normalised(text: string): string {
  return plainText(text);
}

function withoutSynonyms(text: string) {
  return SYNONYMS.reduce((spelling, [pattern, word]) => spelling.replace(pattern, word), text);
}

function readWords(text: string): readonly string[] {
  return text.split(/[\s/_-]+/u).filter((word) => word !== '' && !FILLERS.has(word));
}

/** Words of a normalised text as they stand, and in one spelling for each meaning. */
const wordsOf = remember(readWords);
const wordsAlikeOf = remember((text) => readWords(withoutSynonyms(text)));

/** `orderNumber`, `order-number` and `order_number` as words. */
export function attributeWords(attribute: string): string {
  return normalised(attribute.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_-]+/gu, ' '));
}

/** Edits between two words (insert, delete, replace, swap of neighbours), `most + 1` when there are more than `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? most + 1, most + 1);
}

function allowedEdits(word: string) {
  if (/[\d+]/u.test(word) || word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** "Classes", "boxes". */
function isPlural(one: string, many: string) {
  return /(?:s|x|ch|sh)$/u.test(one) && `${one}es` === many;
}

function sameWord(a: string, b: string) {
  return a === b || `${a}s` === b || a === `${b}s` || isPlural(a, b) || isPlural(b, a);
}
function nearWord(a: string, b: string) {
  return sameWord(a, b) || editDistance(a, b, allowedEdits(a)) <= allowedEdits(a);
}

function inOrder(
  few: readonly string[],
  many: readonly string[],
  same: (a: string, b: string) => boolean,
): boolean {
  let at = 0;
  for (const word of many) if (at < few.length && same(few[at] ?? '', word)) at += 1;
  return few.length > 0 && at === few.length;
}

/** "Username" is "User name". */
function isSpacedApart(said: string, name: string): boolean {
  return /^[\p{L} ]{6,}$/u.test(said) && said.replaceAll(' ', '') === name.replaceAll(' ', '');
}

const GOING_ON = new Set(['proceed', 'continue']);

/** "Subscribe" for "subscribe to the newsletter"; but never "Milk Jug" for "remove the Milk Jug". */
function keepsCommand(said: readonly string[], name: readonly string[]): boolean {
  return inOrder(name, said, sameWord) && (name[0] === said[0] || GOING_ON.has(said[0] ?? ''));
}

/**
 * Grades one name. `loose` also lets the page say less than the person did ("Checkout" for "proceed to checkout"), which
 * is only right for commands.
 */
export function grade(said: string, name: string, loose = false): Grade {
  if (said === '' || name === '') return 0;
  if (said === name) return GRADES.identical;
  const [a, b] = [normalised(said), normalised(name)];
  if (a === '' || b === '') return 0;
  if (a === b) return GRADES.equal;
  // "Cart (1)" is the cart.
  const [, uncounted = ''] = name.endsWith(')') ? (/^(.+?)\s*\(\d{1,4}\)$/u.exec(name) ?? []) : [];
  if (uncounted !== '' && grade(said, uncounted) >= GRADES.equalWords) return GRADES.equalWords;
  const [saidWords, nameWords] = [wordsOf(a), wordsOf(b)];
  if (
    saidWords.length > 0 &&
    saidWords.length === nameWords.length &&
    inOrder(saidWords, nameWords, sameWord)
  )
    return GRADES.equalWords;
  const [saidAlike, nameAlike] = [wordsAlikeOf(a), wordsAlikeOf(b)];
  if (saidAlike.length === nameAlike.length && inOrder(saidAlike, nameAlike, sameWord)) return GRADES.synonym;
  // What cannot be seen is put into a name to disguise it.
  if (!/\p{Cf}/u.test(name) && isSpacedApart(a, b)) return GRADES.synonym;
  if (inOrder(saidAlike, nameAlike, sameWord)) return GRADES.contains;
  if (loose && keepsCommand(saidAlike, nameAlike)) return GRADES.contained;
  if (saidAlike.length === nameAlike.length && inOrder(saidAlike, nameAlike, nearWord)) return GRADES.nearly;
  return 0;
}

/** Whether a name on the page is the one that was said. */
export function isCalled(name: string, said: string): boolean {
  return grade(said, name) >= GRADES.equal;
}

/** All entries of the best grade; more than one means that they are equals. */
export function bestOf<Entry>(entries: readonly Entry[], gradeOf: (entry: Entry) => Grade): Entry[] {
  const graded = entries.map((entry) => ({ entry, value: gradeOf(entry) }));
  const best = Math.max(0, ...graded.map(({ value }) => value));
  return best === 0 ? [] : graded.filter(({ value }) => value === best).map(({ entry }) => entry);
}
