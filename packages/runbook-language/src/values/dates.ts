import { dateOf, Unreadable } from './written-dates.ts';

const TOKENS = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|mm|ss/g;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Returns the problem of a date format, or null. */
export function brokenDateFormat(format: string): string | null {
  const hasToken = format.search(TOKENS) >= 0;
  const hasOther = /[A-Za-z]/.test(format.replaceAll(TOKENS, ''));
  return hasToken && !hasOther
    ? null
    : 'a date is written with YYYY, YY, MMMM, MMM, MM, M, DD, D, HH, H, mm and ss, such as date("YYYY-MM-DD")';
}

function monthName(date: Date, month: 'long' | 'short'): string {
  return new Intl.DateTimeFormat('en', { month, timeZone: 'UTC' }).format(date);
}

function written(token: string, date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  const month = date.getUTCMonth() + 1;
  switch (token) {
    case 'YYYY':
      return year;
    case 'YY':
      return year.slice(-2);
    case 'MMMM':
      return monthName(date, 'long');
    case 'MMM':
      return monthName(date, 'short');
    case 'MM':
      return two(month);
    case 'M':
      return String(month);
    case 'DD':
      return two(date.getUTCDate());
    case 'D':
      return String(date.getUTCDate());
    case 'HH':
      return two(date.getUTCHours());
    case 'H':
      return String(date.getUTCHours());
    case 'mm':
      return two(date.getUTCMinutes());
    default:
      return two(date.getUTCSeconds());
  }
}

/** A moment without a zone is taken as UTC. */
function momentOf(text: string): Date | null {
  if (MOMENT.test(text)) {
    const date = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
    return Number.isNaN(date.getTime()) ? null : date;
  }
  try {
    return new Date(`${dateOf(text, '')}T00:00:00Z`);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Writes a date or moment in a format, in UTC. Null when the text is not a date, or one that has two readings. */
export function formatDate(text: string, format: string): string | null {
  const date = momentOf(text.trim());
  return date === null ? null : format.replaceAll(TOKENS, (token) => written(token, date));
}
