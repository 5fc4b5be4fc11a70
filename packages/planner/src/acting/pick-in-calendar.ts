import { StepError } from '@errand/browser-runtime';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { clickCandidate } from './click-candidate.ts';
import { type Day, MONTHS } from '../words/day.ts';

/** A calendar that shows the days of one month as controls. */
interface Calendar {
  /** Months since the year 0. */
  readonly month: number;
  /** By the day of the month, from 1. */
  readonly days: readonly Candidate[];
  readonly next: Candidate | undefined;
  readonly previous: Candidate | undefined;
}

const DAYS = new Set(['button', 'link', 'generic', 'option', 'gridcell']);
const MIN_DAYS_IN_MONTH = 28;
const MAX_TURNS = 36;
const NEXT = /^(?:(?:go\s+to\s+(?:the\s+)?)?next(?:\s+month)?|[›»>→▶▸❯])$/iu;
const PREVIOUS = /^(?:(?:go\s+to\s+(?:the\s+)?)?prev(?:ious)?(?:\s+month)?|[‹«<←◀◂❮])$/iu;
const SHOWN = new RegExp(
  `(?<![\\d.]\\s?)\\b(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')})\\s+(\\d{4})\\b`,
  'giu',
);

/** The run of days from 1 on: those of the months before and after it may be shown too. */
function daysOf(view: PageView): Candidate[] {
  const shown = view.candidates.filter(
    ({ role, inContent, text, name }) => DAYS.has(role) && inContent && /^\d{1,2}$/u.test(text || name),
  );
  const numberOf = ({ text, name }: Candidate) => Number(text || name);
  const first = shown.findIndex(
    (one, at) => numberOf(one) === 1 && shown.slice(at).length >= MIN_DAYS_IN_MONTH,
  );
  if (first < 0) return [];
  const run = shown.slice(first);
  const end = run.findIndex((one, at) => numberOf(one) !== at + 1);
  return end < 0 ? run : run.slice(0, end);
}

function monthsIn(text: string): number[] {
  const all = [...text.matchAll(SHOWN)].map(
    ([, name = '', year]) =>
      Number(year) * 12 +
      MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()),
  );
  return [...new Set(all)];
}

/** The only calendar of the page; null where it has none, or does not say which month it shows. */
export function calendarOf(view: PageView): Calendar | null {
  const days = daysOf(view);
  if (days.length < MIN_DAYS_IN_MONTH) return null;
  const [first] = days;
  const place = (one: Candidate | undefined) => view.candidates.findIndex((other) => other === one);
  /** The nearest: the list below may have a "Next" of its own. */
  const turning = (pattern: RegExp): Candidate | undefined =>
    view.candidates
      .filter(
        ({ role, name, text, disabled }) =>
          ['button', 'link', 'generic'].includes(role) &&
          !disabled &&
          [name, text].some((said) => pattern.test(said.trim())),
      )
      .toSorted(
        (one, other) => Math.abs(place(one) - place(first)) - Math.abs(place(other) - place(first)),
      )[0];
  const [next, previous] = [turning(NEXT), turning(PREVIOUS)];
  // What stands in the calendar says which month it is, whatever other months the page speaks of.
  const beside = [previous, next, first].map((one) => one?.before ?? '').join(' ; ');
  const alone = view.text.split('\n').filter((line) => (line.match(/[\p{L}\d]+/gu) ?? []).length === 2);
  const [month, ...others] =
    [beside, alone.join('\n'), view.text].map(monthsIn).find(({ length }) => length > 0) ?? [];
  return month === undefined || others.length > 0 ? null : { month, days, next, previous };
}

/**
 * Turns the calendar of the page to the month of that day, and clicks the day.
 * @throws {StepError} when the calendar does not go so far, or the day cannot be chosen
 */
export async function pickInCalendar(driver: PageDriver, { day, month, year }: Day): Promise<void> {
  const wanted = year * 12 + month - 1;
  for (let turns = 0; turns <= MAX_TURNS; turns += 1) {
    const calendar = await driver.look(calendarOf);
    if (calendar === null) break;
    if (calendar.month === wanted) {
      const one = calendar.days[day - 1];
      if (one === undefined || one.disabled) break;
      return void (await clickCandidate(driver, one));
    }
    const way = calendar.month < wanted ? calendar.next : calendar.previous;
    if (way === undefined) break;
    await clickCandidate(driver, way);
  }
  throw new StepError(
    'element_not_found',
    `The calendar of the page does not let ${day} ${MONTHS[month - 1]} ${year} be chosen.`,
  );
}
