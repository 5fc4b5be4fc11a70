import type { Phrase } from '../grammar/clause.ts';
import { grade } from '../words/match-name.ts';
import { isMoney, unitOf } from '../words/units.ts';
import type { Choice } from './choice.ts';
import { sizeOf } from './grade-label.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const AMOUNT =
  /(?:[£€$¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[£€$¥]|EUR|GBP|USD|CHF|euros?|pounds?|dollars?)(?!\p{L}))/iu;
const FREE = /(?<!\p{L})(?:free(?:\s+of\s+charge)?|no\s+charge|at\s+no\s+cost)(?!\p{L})/iu;
const SPAN =
  /(\d+(?:\s*(?:-|–|to)\s*\d+)?)\s*(?:working\s+|business\s+)?(minutes?|mins?|hours?|days?|weeks?|months?)(?!\p{L})/iu;
const HOURS: Readonly<Record<string, number>> = { minute: 1 / 60, hour: 1, day: 24, week: 168, month: 720 };
const SAME_DAY = /(?<!\p{L})(?:today|same[\s-]day)(?!\p{L})/iu;
const NEXT_DAY = /(?<!\p{L})(?:tomorrow|next[\s-](?:working\s+)?day|overnight)(?!\p{L})/iu;

/** What a choice says that it costs; null when it says no price. */
function priceOf(name: string): number | null {
  const [amount] = AMOUNT.exec(name) ?? [];
  if (amount !== undefined && isMoney(amount)) return sizeOf(amount);
  return FREE.test(name) ? 0 : null;
}

/** The hours that a choice says it takes at most; null when it says none. */
function hoursOf(name: string): number | null {
  const [, span = '', unit = ''] = SPAN.exec(name) ?? [];
  const most = Math.max(...(span.match(/\d+/gu) ?? []).map(Number));
  if (span !== '') return most * (HOURS[unitOf(`1 ${unit}`)] ?? 24);
  if (SAME_DAY.test(name)) return 0;
  return NEXT_DAY.test(name) ? 24 : null;
}

const SIZES: Readonly<Record<string, (name: string) => number | null>> = {
  price: priceOf,
  duration: hoursOf,
};

/** "The cheapest shipping option": of the radio buttons of one question, each of which says what it costs or how long it takes. */
export function extremeChoice(view: PageView, { text, superlative }: Phrase): Choice<Candidate> | null {
  const size = superlative === undefined ? undefined : SIZES[superlative.by];
  if (superlative === undefined || size === undefined) return null;
  const all = view.candidates.filter(
    ({ role, disabled, inContent }) => role === 'radio' && !disabled && inContent,
  );
  // "The cheapest valve" is no way of shipping.
  const pool =
    text === '' ? all : all.filter(({ group, name }) => grade(text, group) > 0 || grade(text, name) > 0);
  const sized = pool.flatMap((one) => {
    const own = size(one.name);
    return own === null ? [] : [{ one, own }];
  });
  const isOneQuestion = new Set(pool.map(({ group }) => group)).size === 1;
  // What is picked up takes no time of delivery, but all have a price.
  const isWhole = sized.length === pool.length || superlative.by === 'duration';
  if (!isOneQuestion || sized.length < 2 || !isWhole) return null;
  const sign = superlative.way === 'least' ? 1 : -1;
  const [first, second] = sized.toSorted((one, other) => sign * (one.own - other.own));
  return first === undefined || first.own === second?.own ? null : { one: first.one };
}
