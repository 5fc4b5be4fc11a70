export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

export interface Day {
  readonly day: number;
  /** From 1. */
  readonly month: number;
  readonly year: number;
}

/** A day that is written out ("14 January 2027"), or as ISO writes it; null for anything else. */
export function dayOf(value: string): Day | null {
  const [, first, name = '', year] = /^(\d{1,2})\.?\s+(\p{L}{3,9})\.?,?\s+(\d{4})$/u.exec(value.trim()) ?? [];
  const named =
    name === '' ? -1 : MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  if (named >= 0) return { day: Number(first), month: named + 1, year: Number(year) };
  const [, isoYear, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value.trim()) ?? [];
  return day === undefined ? null : { day: Number(day), month: Number(month), year: Number(isoYear) };
}
