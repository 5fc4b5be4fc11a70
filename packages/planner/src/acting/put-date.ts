import { sameAs } from '../finding/choice.ts';
import { StepError } from '@errand/browser-runtime';
import { dateOf, Unreadable } from '@errand/runbook-language';
import type { PageDriver } from '../task/page-driver.ts';
import type { Phrase } from '../grammar/clause.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { clickCandidate } from './click-candidate.ts';
import { calendarOf, pickInCalendar } from './pick-in-calendar.ts';
import { select } from './choose-option.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { type Day, dayOf, MONTHS } from '../words/day.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

type Part = 'day' | 'month' | 'year';

/** Which part of a date a list of options is for; null when it is for something else. */
function partOf({ options }: Candidate): Part | null {
  const numbers = options.map(Number).filter((number) => number > 0);
  if (options.some((option) => /^jan/iu.test(option)) && options.some((option) => /^dec/iu.test(option)))
    return 'month';
  if (numbers.length < 2) return null;
  if (numbers.every((number) => number > 1_800 && number < 2_200)) return 'year';
  const most = Math.max(...numbers);
  if (most === 31) return 'day';
  return most === 12 && numbers.length === 12 ? 'month' : null;
}

/** Three lists that follow each other and are for the parts of one date. */
function dateLists(view: PageView): Readonly<Record<Part, Candidate>>[] {
  const lists = view.candidates.filter(({ options, disabled }) => options.length > 0 && !disabled);
  return lists.flatMap((_, at) => {
    const three = lists.slice(at, at + 3);
    const of = (part: Part) => three.find((list) => partOf(list) === part);
    const [day, month, year] = [of('day'), of('month'), of('year')];
    return day === undefined || month === undefined || year === undefined ? [] : [{ day, month, year }];
  });
}

/** The lists for the parts of the date that the phrase names: the page's only ones, or those of that group. */
function listsFor(view: PageView, phrase: Phrase): Readonly<Record<Part, Candidate>> | null {
  const all = dateLists(view);
  const said = [phrase, ...(phrase.apart ?? [])].map(({ text }) => text);
  const named = all.filter(({ day }) => said.some((text) => grade(text, day.group) >= GRADES.contains));
  const isPlain = said.some((text) => /^(?:day|date|when)$/iu.test(text));
  const [one] = named.length > 0 || !isPlain ? named : all;
  return one !== undefined && (named.length === 1 || (named.length === 0 && all.length === 1)) ? one : null;
}

function optionFor({ options }: Candidate, part: Part, wanted: number): string | undefined {
  const name = part === 'month' ? (MONTHS[wanted - 1] ?? '') : '';
  return options.find(
    (option) =>
      Number(option) === wanted ||
      (name !== '' &&
        option.length >= 3 &&
        name.toLowerCase().startsWith(option.toLowerCase().replace(/\.$/u, ''))),
  );
}

const ASKS_DAY = /\b(?:date|day|when|arrival|check-?\s?in|departure|appointment)\b/iu;

/** The calendar of a page on which no field asks for the day. */
export function hasCalendarFor(view: PageView, phrase: Phrase): boolean {
  const said = [phrase, ...(phrase.apart ?? [])].map(({ text }) => text);
  return (
    said.some((text) => ASKS_DAY.test(text)) &&
    'none' in chooseCandidate(view, phrase, 'set') &&
    calendarOf(view) !== null
  );
}

/**
 * "11/17/2026" by the language of the page; null for what is no date.
 * @throws {StepError} when it is not clear which number is the day
 */
async function writtenDay(driver: PageDriver, value: string): Promise<Day | null> {
  if (!/^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/u.test(value.trim())) return null;
  try {
    return dayOf(dateOf(value, await driver.page.evaluate(() => document.documentElement.lang)));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new StepError('action_failed', `"${value}" cannot be chosen: ${error.message}.`, {
      cause: error,
      noEffect: true,
    });
  }
}

/** In the calendar that stands for a field, or that a field opens which cannot be written into. */
async function pickWhereItIsAsked(driver: PageDriver, phrase: Phrase, value: string): Promise<boolean> {
  const field = await driver.waitForView((view) => {
    const found = chooseCandidate(view, phrase, 'set');
    return 'one' in found && found.one.readOnly ? found.one : null;
  });
  if (field === null && !(await driver.waitForView((view) => hasCalendarFor(view, phrase)))) return false;
  const date = dayOf(value) ?? (await writtenDay(driver, value));
  if (date === null) return false;
  if (field !== null) {
    await clickCandidate(driver, field);
    await driver.waitForView((view) => {
      if (calendarOf(view) === null) throw notFound(`calendar for the ${nameCandidate(field)}`, []);
    });
    driver.lastField = field.css;
  }
  await pickInCalendar(driver, date);
  return true;
}

/** Chooses a date where the page has a list for each of day, month and year, or a calendar and no field; false where it has neither. */
export async function putDate(driver: PageDriver, phrase: Phrase, value: string): Promise<boolean> {
  const date = dayOf(value);
  const lists = date === null ? null : await driver.waitForView((view) => listsFor(view, phrase));
  if (date === null || lists === null) return /\d/u.test(value) && pickWhereItIsAsked(driver, phrase, value);
  for (const part of ['day', 'month', 'year'] as const) {
    const list = lists[part];
    const found = await driver.waitForCandidate(nameCandidate(list), (view) => sameAs(view, list.css));
    await select(driver, found, optionFor(list, part, date[part]) ?? String(date[part]));
  }
  return true;
}
