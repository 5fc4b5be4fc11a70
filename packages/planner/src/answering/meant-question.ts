import { singularOf } from '../grammar/nouns.ts';
import type { Answer } from './answer.ts';
import { readWhatItSays } from './what-it-says.ts';
import { extremeSize } from '../finding/choose-item.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import type { Phrase, Question, Superlative } from '../grammar/clause.ts';
import { cellOfKind } from '../finding/unlabelled-facts.ts';
import { gradeLabel } from '../finding/grade-label.ts';
import { inquiryOf, type Wanted } from '../grammar/inquiry.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { GRADES, normalised } from '../words/match-name.ts';

/** "Where can I leave my bike?" where the page itself asks so: what it says to that, which a click may bring up. Null where it does not ask. */
export async function readAskedThere(driver: PageDriver): Promise<Answer | null> {
  const said = normalised(
    driver.said.replace(
      /\s+(?:at|on|in|from|of)\s+https?:\S+|https?:\S+|\s+(?:at|in|with|on)\s+(?:this|your)\s+(?:hotel|shop|store|site|company|place|centre|center|club|house|restaurant|office)(?=[\s?.]*$)/gu,
      '',
    ),
  );
  // A size or a day is a part of what it says, which the question itself is answered with.
  if (said.split(' ').length < 3 || PARTS.has(inquiryOf(driver.said)?.wanted ?? 'what')) return null;
  const isAsked = ({ name, role }: Candidate) =>
    ASKS.has(role) && name.includes('?') && normalised(name.replace(/\?.*$/su, '')) === said;
  const asked = (view: PageView) => view.candidates.filter(isAsked);
  const first = await driver.look((view) => asked(view)[0] ?? null);
  if (first === null || first.expanded === true) return null;
  const { target } = await driver.waitForCandidate(nameCandidate(first), (view) => {
    const one = asked(view).find(({ css }) => css === first.css);
    return one === undefined ? { none: asked(view) } : { one };
  });
  await driver.step('browser.click', { target }, `Open the ${nameCandidate(first)}`);
  return readWhatItSays(driver);
}

const PARTS: ReadonlySet<Wanted> = new Set(['size', 'amount', 'number', 'time', 'when', 'phone']);
const ASKS: ReadonlySet<string> = new Set(['button', 'generic', 'tab']);

type Labelled = Extract<Question, { what: 'labelled' }>;

/** "Which month had the highest bill?": the month of the bill with the highest amount, where bills are listed. Null for any other question. */
export function byColumn(driver: PageDriver, { label, of, also = [] }: Labelled): Promise<Labelled | null> {
  const superlative = of?.superlative;
  if (of === null || superlative === undefined || of.text === '') return Promise.resolve(null);
  return driver.waitForView((view) => {
    if (extremeSize(view, { ...of, superlative }) !== null) return null;
    // "My lowest grade" is a value itself.
    const whole = { ...of, text: '', superlative: { ...superlative, by: of.text } };
    if (label === 'name' && extremeSize(view, whole) !== null)
      return { what: 'labelled', label: of.text, of: whole };
    for (const by of ['amount', 'price', 'total', 'value', 'size']) {
      const thing = { ...of, text: superlative.by, superlative: { ...superlative, by } };
      const own = singularOf(of.text);
      const names = /^(?:month|year|week|day|quarter)$/iu.test(own) ? ['period', 'date', 'when'] : [];
      if (extremeSize(view, thing) !== null)
        return { what: 'labelled', label: own, of: thing, also: [...names, ...(label === own ? also : [])] };
    }
    return null;
  });
}

/** Where the page tells ages and no dates, the oldest is the one of the greatest age. */
export function ofAges(driver: PageDriver, superlative: Superlative): Promise<Superlative> {
  const isOldest = superlative.by === 'date' && superlative.way === 'least';
  return driver.waitForView(({ facts }) => {
    const has = (label: string) => facts.some((fact) => gradeLabel(label, fact) >= GRADES.equalWords);
    return isOldest && has('age') && !has('date') ? { ...superlative, by: 'age', way: 'most' } : superlative;
  });
}

/** "How many orders does Ann Ash have?": the orders to count, where the page gives no such number. */
export async function countedInstead(
  driver: PageDriver,
  { things, label, of, also = [] }: Labelled,
): Promise<Phrase | null> {
  if (things === undefined) return null;
  const isSaid = await driver.waitForView((view) =>
    [label, ...also].some(
      (name) =>
        'one' in chooseFact(view, name, of) || (of !== null && cellOfKind(view, name, null, of) !== null),
    ),
  );
  return isSaid ? null : things;
}
