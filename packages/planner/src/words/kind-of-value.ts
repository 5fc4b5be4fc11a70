/** The kind of value for which a question word asks: a person, a day or time, a place, a number of something. */
export type Asked = 'who' | 'when' | 'where';

const NAME = String.raw`\p{Lu}[\p{L}'’.-]*`;
const TITLE = String.raw`(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Nurse|Sir|Herr|Frau|Mme|Sr|Sra)\.?\s+`;
const FURTHER = String.raw`(?:\s+(?:(?:von|van|de|der|den|da|al|el|di|la|le)\s+)*${NAME})`;
const WHENCE = String.raw`(?:\s+(?:from|of|in|at)\s+\S.*)?`;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)\\p{L}*\\.?,?\\s+';
const CLOCK = '\\d{1,2}[:.]\\d{2}(?:\\s?[ap]\\.?m\\.?)?';
const FULL_DATE = `(?:\\d{1,2}\\.?\\s+${MONTH}\\s+\\d{4}|${MONTH}\\s+\\d{1,2},?\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4})`;
const ONE_DAY = `(?:${FULL_DATE}|\\d{1,2}\\.?\\s+${MONTH}|${MONTH}\\s+\\d{1,2})`;
/** "24 to 27 December": the day on which something ends is no answer without the one on which it begins. */
const SPAN = `(?<![\\d.,/:-])(?:${ONE_DAY}|\\d{1,2}\\.?)\\s*(?:–|-|to|until|till|and)\\s*`;
const DAY = `(?:(?:${SPAN})?${ONE_DAY})`;
const TIMES = `(?:,?\\s+(?:at\\s+)?${CLOCK}(?:\\s*(?:to|–|-|until)\\s*${CLOCK})?)`;

/** From what leaves no doubt to what may be meant. */
const WHOLE: Readonly<Record<Asked, readonly RegExp[]>> = {
  who: [
    new RegExp(`^(?:${TITLE}${NAME}${FURTHER}{0,3}|${NAME}${FURTHER}{1,3})$`, 'u'),
    new RegExp(`^(?:${TITLE})?${NAME}${FURTHER}{0,3}${WHENCE}$`, 'u'),
  ],
  when: [
    new RegExp(`^(?:on\\s+)?(?:${WEEKDAY})?${DAY}${TIMES}?$`, 'iu'),
    new RegExp(`^${CLOCK}(?:\\s*(?:to|–|-)\\s*${CLOCK})?$`, 'iu'),
  ],
  where: [
    /^(?:(?:in|at)\s+)?(?:the\s+)?(?:room|office|desk|building|block|hall|shelf|aisle|bay|gate|platform|floor|house|flat|counter|rack|bin|warehouse|dock|locker|cabinet)\b/iu,
    // A sentence tells more than a place.
    /^(?!.*[.!?]$).*\b(?:room|office|floor|building|hall|street|road|lane|avenue|square|station)\b/iu,
  ],
};
const WITHIN: Readonly<Partial<Record<Asked, RegExp>>> = {
  when: new RegExp(`(?:${SPAN})?(?:${WEEKDAY})?${FULL_DATE}${TIMES}?`, 'giu'),
};

/** "Closed" is a state of a thing, and not a name. */
const STATE =
  /^(?:open|new|late|due|paid|sent|read|unread|active|inactive|pending|waiting|processing|done|draft|(?:clos|ship|deliver|cancell?|paus|archiv|resolv|reject|approv|assign|refund|return|complet|confirm|expir|publish|answer|solv)ed)$/iu;

/** "Station Road" is written like a name; "Lane", "Green" and "Hill" are left out, because people are called so too. */
const PLACE =
  /\s(?:street|road|avenue|square|station|centre|center|building|gardens|crescent|terrace|campus|library|museum|hospital|school|university|airport|office)$/iu;

function isNobody(text: string): boolean {
  return STATE.test(text) || PLACE.test(text);
}

/** The only one of some texts that is of the kind that is asked for. */
export function textOfKind(asked: Asked, texts: readonly string[]): string | null {
  for (const pattern of WHOLE[asked]) {
    const fitting = [
      ...new Set(
        texts.filter((text) => pattern.test(text.trim()) && !(asked === 'who' && isNobody(text.trim()))),
      ),
    ];
    if (fitting.length > 0) return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }
  return null;
}

/** The only day that a text speaks of. */
export function partOfKind(asked: Asked, text: string): string | null {
  const days =
    asked === 'when' ? [...text.matchAll(ANY_DAY)].map(([day]) => day.replace(/[\s.]+$/u, '')) : [];
  return new Set(days).size === 1 ? (days[0] ?? null) : null;
}

const ANY_DAY = new RegExp(`(?:${WEEKDAY})?${DAY}${TIMES}?`, 'giu');

/** "Friday at 15:15" of a sentence. */
const WEEKDAY_AT = new RegExp(
  `(?:every\\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)days?,?\\s+(?:at\\s+)?${CLOCK}`,
  'giu',
);
const ANY_CLOCK = new RegExp(CLOCK, 'giu');

/** The part of a value that answers the question; all of it where no single part does. */
export function narrowedTo(asked: Asked, value: string, parts: readonly string[] = []): string {
  const part = textOfKind(asked, parts);
  const found = WITHIN[asked] === undefined ? [] : [...(part ?? value).matchAll(WITHIN[asked])];
  const [only] = found;
  if (only !== undefined && found.length === 1) return only[0].trim();
  const times =
    asked === 'when' && part === null && /[.!](?:\s|$)/u.test(value) ? [...value.matchAll(WEEKDAY_AT)] : [];
  const [time] = times;
  return time !== undefined && times.length === 1 && value.match(ANY_CLOCK)?.length === 1
    ? time[0]
    : (part ?? value);
}

const TIME_WORD =
  /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)\b|jan|feb|march|april|may|june|july|august|sept|oct|nov|dec|today|tomorrow|yesterday|now|soon|noon|midnight|morning|afternoon|evening|night|daily|weekly|monthly|yearly|always|never|any ?time|closed|open|immediately|spring|summer|autumn|winter|easter|christmas|week|month|year|day|hour)/iu;

/** Whether a value may say when something is. */
export function saysTime(value: string): boolean {
  return TIME_WORD.test(value);
}

/** A label that says no more than that a day stands under it; "Sent" says of what. */
export const SAYS_DAY = /^(?:(?:date|day|when|time|last|latest|on|at|and|&)\s?)+$/iu;
