import { type Choice, chooseItem } from './choose.ts';
import type { Phrase } from './clause.ts';
import { attributeWords, bestOf, grade, GRADES, type Grade } from './match.ts';
import type { Fact, PageView } from './view.ts';

/** Other words for what pages show under another name. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  total: ['order total', 'grand total', 'total price', 'amount due'],
  price: ['unit price', 'now', 'current price', 'cost', 'amount'],
  cost: ['price'],
  name: ['title', 'product'],
  title: ['name'],
  'error message': ['error', 'alert'],
  error: ['error message', 'alert'],
  'order number': ['order no', 'order id', 'order reference', 'order'],
  stock: ['availability'],
};

/** What stands on the page goes before what only the markup says. */
const MARKUP_PENALTY = 3;
/** A price tag that nothing else names. */
const PRICE_TAG = GRADES.contains - 5;
const LEAST = PRICE_TAG;

const gradeOf = (label: string, fact: Fact): Grade => {
  if (fact.source === 'money') return grade(label, fact.label) >= GRADES.synonym ? PRICE_TAG : 0;
  const shown = fact.source === 'marked' ? attributeWords(fact.label) : fact.label;
  const own = Math.min(GRADES.equal, grade(label, shown));
  const isAlias = (ALSO_CALLED[label.toLowerCase()] ?? []).some(
    (name) => grade(name, shown) >= GRADES.equalWords,
  );
  const named = own < GRADES.synonym && isAlias ? GRADES.contains + 5 : own;
  return Math.max(0, named - (fact.source === 'marked' ? MARKUP_PENALTY : 0));
};

const sameValue = (facts: readonly Fact[]): boolean => facts.every(({ value }) => value === facts[0]?.value);

const decide = (fitting: readonly Fact[], pool: readonly Fact[]): Choice<Fact> => {
  const [one] = fitting;
  if (one === undefined) return { none: pool.filter(({ source }) => source === 'shown') };
  return sameValue(fitting) ? { one } : { equals: fitting };
};

const isPageAbout = (view: PageView, phrase: Phrase): boolean =>
  phrase.text !== '' &&
  view.candidates.some(
    ({ role, level, name }) =>
      role === 'heading' && level === 1 && grade(phrase.text, name) >= GRADES.contains,
  );

/** The facts of one item: a row, a card, or the whole page when it is about that thing. */
const factsOf = (view: PageView, of: Phrase): Choice<readonly Fact[]> => {
  const about = isPageAbout(view, of);
  const item = chooseItem(view, of);
  if ('one' in item) {
    const inside = view.facts.filter(({ items }) => items.includes(item.one));
    const { title: value = '', titleCss: css = '' } = view.items[item.one] ?? {};
    const title: Fact = { label: 'name', value, css, testId: '', items: [item.one], source: 'marked' };
    return { one: [...inside, title] };
  }
  if (about) return { one: view.facts.filter(({ items }) => items.length === 0) };
  const named = (index: number) => [
    {
      label: view.items[index]?.title ?? '',
      value: '',
      css: '',
      testId: '',
      items: [],
      source: 'shown',
    } satisfies Fact,
  ];
  return 'equals' in item
    ? { equals: item.equals.map(named) }
    : { none: 'none' in item ? item.none.map(named) : [] };
};

const chooseAmong = (
  facts: readonly Fact[],
  label: string,
  pools: readonly (readonly Fact[])[],
): Choice<Fact> => {
  for (const pool of pools) {
    const fitting = bestOf(pool, (fact) => gradeOf(label, fact));
    const isGood = fitting.some((fact) => gradeOf(label, fact) >= LEAST);
    if (fitting.length > 0 && isGood) return decide(fitting, pool);
  }
  return decide([], facts);
};

/** The value that the page gives under a label; pure. Different values under equally good labels are equals. */
export const chooseFact = (view: PageView, label: string, of: Phrase | null): Choice<Fact> => {
  const { facts } = view;
  // A value outside of all items goes before one of many.
  if (of === null) return chooseAmong(facts, label, [facts.filter(({ items }) => items.length === 0), facts]);
  const own = factsOf(view, of);
  const found =
    'one' in own
      ? chooseAmong(own.one, label, [own.one])
      : 'equals' in own
        ? { equals: own.equals.flat() }
        : { none: own.none.flat() };
  if (!('none' in found) || of.text === '') return found;
  // "Date of birth" may be a label as a whole.
  const whole = chooseFact(view, `${label} of ${of.text}`, null);
  return 'none' in whole ? found : whole;
};
