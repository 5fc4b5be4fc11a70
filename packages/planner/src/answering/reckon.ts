import type { Phrase, Question, Reckoning } from '../grammar/clause.ts';
import { spokenPhrase } from '../grammar/describe-clause.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { hasAll, meantOf } from '../finding/items-where.ts';
import { notFound } from '../finding/require-single.ts';
import { sizesOf } from '../finding/sizes-of-items.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { PageView } from '../page/page-view.ts';
import { unitOf } from '../words/units.ts';
import { type Answer, answer } from './answer.ts';
import { keep } from './read-steps.ts';

const WORKED_OUT = 'works out its answer from several values, which a Runbook would give as they stand';
const NUMBER = /\d[\d.,]*\d|\d/u;

/** The values under a label of all the things; null where one of them has none. */
function valuesOf(
  view: PageView,
  label: string,
  of: Phrase | readonly Phrase[],
  fewest = 2,
): readonly string[] | null {
  if ('text' in of) {
    const meant = meantOf(view, of);
    if (meant === null || meant.items.length < fewest || !hasAll(view, meant.items)) return null;
    // Products of another page are those that it is about.
    if (view.isElsewhere === true && of.kind === 'result') return null;
    const sized = sizesOf(view, meant.items, label);
    return sized.length === meant.items.length ? sized.map(({ value }) => value) : null;
  }
  const facts = of.map((thing) => chooseFact(view, label, thing));
  const values = facts.flatMap((fact) => ('one' in fact ? [fact.one.value] : []));
  return values.length === of.length ? values : null;
}

/** What values come to, written as they are; null where they are not of one kind. */
export function reckoned(values: readonly string[], how: Reckoning): string | null {
  const sizes = values.map((value) => sizeOf(value)).filter((size) => size !== null);
  const [first = ''] = values;
  const written = NUMBER.exec(first)?.[0];
  const isAlike = values.every(
    (value) => unitOf(value) === unitOf(first) && (value.match(/\d[\d.,]*/gu) ?? []).length === 1,
  );
  if (sizes.length !== values.length || sizes.length === 0 || !isAlike || written === undefined) return null;
  const sum = sizes.reduce((total, size) => total + size, 0);
  const [one = 0, other = 0] = sizes;
  // The cheaper of two costs nothing more than the other.
  if (how === 'excess' && one < other) return null;
  const results = {
    sum,
    average: sum / sizes.length,
    difference: Math.abs(one - other),
    excess: one - other,
  };
  const [, mark = '', decimals = ''] = /([.,])(\d{1,2})$/u.exec(written) ?? [];
  const isWhole = mark === '' && Number.isInteger(results[how]);
  const digits = results[how].toFixed(isWhole ? 0 : Math.max(decimals.length, 2));
  return first.replace(NUMBER, mark === ',' ? digits.replace('.', ',') : digits);
}

/** The sum, the average or the difference of what several things say of themselves. */
export async function readReckoned(
  driver: PageDriver,
  { label, how, things: of }: Extract<Question, { what: 'reckoned' }>,
): Promise<Answer> {
  const things = 'text' in of ? spokenPhrase(of) : of.map((thing) => spokenPhrase(thing)).join(' and ');
  const name = `${how} of the ${label} of ${things}`;
  const value = await driver.waitForView((view) => {
    const isSumOfSome = 'text' in of && of.text !== '' && how === 'sum';
    // "Total of unpaid invoices: €40" is what the page itself says; the total of a row is just its own.
    const said = isSumOfSome ? chooseFact(view, label, of) : chooseFact(view, `${how} ${label}`, null);
    const isSaid = 'one' in said && said.one.items.length === 0;
    const fewest = isSumOfSome ? 1 : 2;
    const values =
      valuesOf(view, label, of, fewest) ?? (label === 'total' ? valuesOf(view, 'amount', of, fewest) : null);
    const found = isSaid ? said.one.value : values && reckoned(values, how);
    if (found === null) throw notFound(`${label} of each of ${things}`, []);
    return found;
  });
  return { ...answer(name, await keep(driver, `the ${name}`, value)), moment: WORKED_OUT };
}
