import { StepError } from '@errand/browser-runtime';
import { extremeOfEveryPage } from '../answering/across-pages.ts';
import { answer } from '../answering/answer.ts';
import type { Clause, Phrase } from '../grammar/clause.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { turnTo } from '../acting/turn-pages.ts';
import type { PageDriver } from '../task/page-driver.ts';

/** As many as are looked through for the extreme. */
const MAX_PAGES_BACK = 30;

type Extreme = Phrase & Required<Pick<Phrase, 'superlative'>>;

function extremeIn(phrase: Phrase): Extreme | null {
  const { superlative, parts, within } = phrase;
  if (superlative !== undefined && superlative.shown !== true && parts === undefined)
    return phrase as Extreme;
  return within === null ? null : extremeIn(within);
}

/** The same thing among what the page shows. */
function amongShown(phrase: Phrase): Phrase {
  const { superlative, within, apart } = phrase;
  return {
    ...phrase,
    within: within === null ? null : amongShown(within),
    ...(superlative !== undefined && { superlative: { ...superlative, shown: true as const } }),
    ...(apart !== undefined && { apart: apart.map((other) => amongShown(other)) }),
  };
}

/** Kinds whose field stands on a page of the thing itself. */
function thingOfField(clause: Clause): Extreme | null {
  const written = clause.kind === 'fill' ? clause.target : null;
  const field = clause.kind === 'form' ? clause.field : written;
  return field?.within == null ? null : extremeIn(field.within);
}

/** The same value with another phrase wherever it has that one, given as JSON. */
export function replaced<Value>(value: Value, from: string, to: Phrase): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (JSON.stringify(value) === from) return to as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => replaced(one, from, to)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaced(one, from, to)]),
  ) as Value;
}

/** "Reply to the latest message": the one of that title, whose page has the field. `seek` goes to where it is listed. */
export function createNamedExtremes(
  seek: (driver: PageDriver, thing: Phrase, source: string) => Promise<unknown>,
) {
  const known = new Map<string, Phrase>();
  return async (driver: PageDriver, clause: Clause): Promise<Clause> => {
    const thing = thingOfField(clause);
    if (thing === null) return clause;
    const said = `${clause.source} ${JSON.stringify(thing)}`;
    if (!known.has(said)) {
      await seek(driver, thing, clause.source);
      const title = await driver.look((view) => {
        const item = chooseItem(view, thing);
        const own = 'one' in item ? view.items[item.one] : undefined;
        const isThere = view.candidates.some(
          ({ items, role }) => 'one' in item && items.includes(item.one) && role === 'textbox',
        );
        return isThere ? null : (own?.title ?? null);
      });
      if (title === null) return clause;
      known.set(said, { text: title, kind: null, ordinal: null, within: null, quoted: true });
    }
    const named = known.get(said);
    return named === undefined ? clause : replaced(clause, JSON.stringify(thing), named);
  };
}

/** "Add the cheapest part to the basket" where parts fill several pages: goes to the page that has it, and means it there. */
export async function onPageOfExtreme(driver: PageDriver, clause: Clause): Promise<Clause> {
  if (clause.kind !== 'click') return clause;
  const extreme = extremeIn(clause.target);
  if (extreme === null) return clause;
  const start = driver.page.url();
  let place = start;
  let shown = '';
  const textNow = () => driver.waitForView(({ text }) => text);
  const found = await extremeOfEveryPage(driver, extreme, async () => {
    place = driver.page.url();
    shown = await textNow();
    return answer('place', place);
  });
  if (found === null) return clause;
  const end = driver.page.url();
  // Pages without addresses of their own are turned back to.
  if (end === start) {
    for (let pages = 0; (await textNow()) !== shown; pages += 1) {
      if (pages === MAX_PAGES_BACK)
        throw new StepError('element_not_found', 'The page of the list that has it did not come again.');
      await turnTo(driver, 'previous');
    }
    return { ...clause, target: amongShown(clause.target) };
  }
  if (place !== end) await driver.step('browser.navigate', { url: place }, 'Go back to the page that has it');
  return { ...clause, target: amongShown(clause.target) };
}
