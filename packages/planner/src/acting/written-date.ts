import { dayOf } from '../words/day.ts';

/** Day, month and year in the order and with the marks that a field shows: "DD/MM/YYYY". */
const PATTERN = /^(d{1,2}|m{1,2}|y{4})([./-])\s?(d{1,2}|m{1,2})\2\s?(d{1,2}|m{1,2}|y{4})$/iu;

/** A day as a text field asks for it in its placeholder; the text itself where it asks for none. */
export function asPlaceholder(value: string, placeholder: string): string {
  const date = dayOf(value);
  const [, ...asked] = PATTERN.exec(placeholder.trim()) ?? [];
  if (date === null || asked.length === 0) return value;
  const parts: Readonly<Record<string, number>> = { d: date.day, m: date.month, y: date.year };
  const [first = '', mark = '', second = '', third = ''] = asked;
  return [first, second, third]
    .map((part) => String(parts[part.charAt(0).toLowerCase()]).padStart(part.length, '0'))
    .join(mark);
}
