import { sameAs } from '../finding/choice.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Phrase } from '../grammar/clause.ts';
import { select } from './choose-option.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day that is written out, or as ISO writes it. */
function dayOf(value: string): { day: number; month: number; year: number } | null {
  const [, first, name = '', year] = /^(\d{1,2})\.?\s+(\p{L}{3,9})\.?,?\s+(\d{4})$/u.exec(value.trim()) ?? [];
  const named =
    name === '' ? -1 : MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  if (named >= 0) return { day: Number(first), month: named + 1, year: Number(year) };
  const [, isoYear, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value.trim()) ?? [];
  return day === undefined ? null : { day: Number(day), month: Number(month), year: Number(isoYear) };
}

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

/** Chooses day, month and year of a date where the page has a list for each; false where it has none. */
export async function putDate(driver: PageDriver, phrase: Phrase, value: string): Promise<boolean> {
  const date = dayOf(value);
  const lists = date === null ? null : await driver.waitForView((view) => listsFor(view, phrase));
  if (date === null || lists === null) return false;
  for (const part of ['day', 'month', 'year'] as const) {
    const list = lists[part];
    const found = await driver.waitForCandidate(nameCandidate(list), (view) => sameAs(view, list.css));
    await select(driver, found, optionFor(list, part, date[part]) ?? String(date[part]));
  }
  return true;
}
