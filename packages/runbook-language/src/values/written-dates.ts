/** Why a written value cannot be taken, as the end of a sentence. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

type Part = 'day' | 'month' | 'year';

const NAMED_IN = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
const ORDINAL = /(?<=\d)(?:st|nd|rd|th|er|º|ª|\.)(?=[\s,]|$)/giu;

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}|\./gu, '')
    .toLowerCase();
}

const monthNames = new Map<string, ReadonlyMap<string, number>>();

/** Names and short names of the months in a language. */
function monthsIn(language: string): ReadonlyMap<string, number> {
  const known = monthNames.get(language);
  if (known !== undefined) return known;
  const names = new Map<string, number>();
  for (const month of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
    for (let index = 0; index < 12; index += 1) {
      const parts = format.formatToParts(Date.UTC(2026, index, 1));
      names.set(plain(parts.find(({ type }) => type === 'month')?.value ?? ''), index + 1);
    }
  }
  monthNames.set(language, names);
  return names;
}

function isLanguage(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}

function monthCalled(word: string, language: string): number | undefined {
  const own = isLanguage(language) ? [language] : [];
  for (const each of [...own, ...NAMED_IN]) {
    const month = monthsIn(each).get(plain(word));
    if (month !== undefined) return month;
  }
  return undefined;
}

/** In which order a language writes a date in digits; null where its regions differ or it is not known. */
function orderIn(language: string): Part[] | null {
  if (language === '' || /^en$/i.test(language) || !isLanguage(language)) return null;
  return new Intl.DateTimeFormat(language)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/**
 * `YYYY-MM-DD`. January is month 1.
 * @throws {Unreadable} when there is no such day, or the year is before 100
 */
export function isoDate(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    throw new Unreadable('there is no such day');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function fromDigits(first: number, second: number, year: number, dotted: boolean, language: string): string {
  const order = orderIn(language);
  const isDayFirst = dotted || order === null ? null : order.indexOf('day') < order.indexOf('month');
  if (dotted || isDayFirst === true) return isoDate(year, second, first);
  if (isDayFirst === false) return isoDate(year, first, second);
  if (first === second || first > 12) return isoDate(year, second, first);
  if (second > 12) return isoDate(year, first, second);
  throw new Unreadable('which number is the day and which the month is not clear; write it as YYYY-MM-DD');
}

/** A written date as YYYY-MM-DD. */
export function dateOf(text: string, language: string): string {
  const said = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(said);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const digits = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/u.exec(said);
  if (digits)
    return fromDigits(Number(digits[1]), Number(digits[3]), Number(digits[4]), digits[2] === '.', language);
  const words = said
    .replaceAll(ORDINAL, '')
    .replaceAll(/[,]/g, ' ')
    .split(/\s+/u)
    .filter((word) => !/^(?:de|del|of|the|le|el|den|der|am|on)$/iu.test(word));
  const months = words.flatMap((word) => monthCalled(word, language) ?? []);
  const numbers = words.filter((word) => /^\d+$/u.test(word));
  const day = numbers.find((number) => number.length <= 2);
  const year = numbers.find((number) => number.length === 4);
  if (
    months.length === 1 &&
    numbers.length === 2 &&
    day !== undefined &&
    year !== undefined &&
    words.length <= 4
  )
    return isoDate(Number(year), months[0] ?? 0, Number(day));
  throw new Unreadable('it is not a date that can be understood; write it as YYYY-MM-DD');
}

/** A written time as HH:MM or HH:MM:SS. */
export function timeOf(text: string): string {
  const match =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}(?:\.\d{1,3})?))?\s*([ap])?\.?\s?(?:m\.?)?h?(?:\s*uhr)?$/iu.exec(
      text.trim(),
    );
  const hour = Number(match?.[1]);
  const half = match?.[4]?.toLowerCase();
  const isBare = match?.[2] === undefined && half === undefined && !/[h]/iu.test(text);
  if (
    !match ||
    isBare ||
    hour > 23 ||
    Number(match[2] ?? 0) > 59 ||
    (half !== undefined && (hour > 12 || hour === 0))
  )
    throw new Unreadable('it is not a time that can be understood; write it as HH:MM');
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${two(hours)}:${match[2] ?? '00'}${match[3] === undefined ? '' : `:${match[3]}`}`;
}

/** A written month as YYYY-MM. */
export function monthOf(text: string, language: string): string {
  const said = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})$/u.exec(said);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), 1).slice(0, 7);
  const digits = /^(\d{1,2})[-/.](\d{4})$/u.exec(said);
  if (digits) return isoDate(Number(digits[2]), Number(digits[1]), 1).slice(0, 7);
  const words = said
    .replaceAll(',', ' ')
    .split(/\s+/u)
    .filter((word) => !/^(?:de|del|of)$/iu.test(word));
  const month = words.flatMap((word) => monthCalled(word, language) ?? [])[0];
  const year = words.find((word) => /^\d{4}$/u.test(word));
  if (words.length === 2 && month !== undefined && year !== undefined)
    return isoDate(Number(year), month, 1).slice(0, 7);
  throw new Unreadable('it is not a month that can be understood; write it as YYYY-MM');
}
