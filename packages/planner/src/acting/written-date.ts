const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Day, month and year in the order and with the marks that a field shows: "DD/MM/YYYY". */
const PATTERN = /^(d{1,2}|m{1,2}|y{4})([./-])\s?(d{1,2}|m{1,2})\2\s?(d{1,2}|m{1,2}|y{4})$/iu;

function partsOf(value: string): Readonly<Record<'d' | 'm' | 'y', number>> | null {
  const [, day, name = '', year] = /^(\d{1,2})\.?\s+(\p{L}{3,9})\.?,?\s+(\d{4})$/u.exec(value.trim()) ?? [];
  const month = name === '' ? -1 : MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  if (month >= 0) return { d: Number(day), m: month + 1, y: Number(year) };
  const [, y, m, d] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value.trim()) ?? [];
  return y === undefined ? null : { d: Number(d), m: Number(m), y: Number(y) };
}

/** A day as a text field asks for it in its placeholder; the text itself where it asks for none. */
export function asPlaceholder(value: string, placeholder: string): string {
  const parts = partsOf(value);
  const [, ...asked] = PATTERN.exec(placeholder.trim()) ?? [];
  if (parts === null || asked.length === 0) return value;
  const [first = '', mark = '', second = '', third = ''] = asked;
  return [first, second, third]
    .map((part) => String(parts[part.charAt(0).toLowerCase() as 'd']).padStart(part.length, '0'))
    .join(mark);
}
