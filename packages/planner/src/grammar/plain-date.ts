function pattern(source: string) {
  return new RegExp(source, 'iu');
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY_FIRST = pattern(
  `^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\.?,?\\s+(?:of\\s+)?(\\d{4})$`,
);
const MONTH_FIRST = pattern(
  `^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\\s+)?(${MONTH})\\.?\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?:of\\s+)?(\\d{4})$`,
);

/** "The 8th of December 2026" and "December 8th, 2026" are "8 December 2026". */
export function plainDate(words: string): string {
  const [, day, month, year] = DAY_FIRST.exec(words) ?? [];
  if (day !== undefined) return `${day} ${month} ${year}`;
  const [, named, number, of] = MONTH_FIRST.exec(words) ?? [];
  return named === undefined ? words : `${number} ${named} ${of}`;
}
