import { isPageAbout } from './page-about.ts';
import type { Choice } from './choice.ts';
import { chooseAmong } from './choose-fact.ts';
import type { Phrase } from '../grammar/clause.ts';
import { itemsInState } from './item-states.ts';
import { meantOf } from './items-where.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { namesBesideCodes } from './names-beside-codes.ts';
import type { Place } from '../locators/list-locator.ts';
import type { PageView } from '../page/page-view.ts';

/** A value of each of several things and where it stands, and the words that select these among all of a kind. */
export interface EachValues {
  readonly values: readonly (Place & { readonly value: string })[];
  readonly words: string;
}

/** "Cars in the category Small": the things, and what tells which. */
const QUALIFIED =
  /^(.+?)\s+(?:in|under|from|with|of|for|by)\s+(?:the\s+)?(?:(?:category|type|kind|group|section|status|state|class|department|team)\s+)?(.+)$/iu;

/** "Orders" are those behind the link of that name, where this page is not about them. */
function isOfOtherPage(view: PageView, noun: string): boolean {
  return (
    noun !== '' &&
    !isPageAbout(view, noun) &&
    view.candidates.some(
      ({ role, name, inContent }) => role === 'link' && !inContent && grade(noun, name) >= GRADES.equalWords,
    )
  );
}

/** "The number of each order" may stand under "Order". */
const IDENTIFIES = /^(?:number|no|id|reference|code)$/iu;

/** People call goods by their names, and orders by their numbers. */
const GOODS =
  /^(?:part|product|item|article|component|accessor(?:y|ie)|machine|model|device|tool|material)s?$/iu;
const CALLED = /\b(?:name|title|description|designation|product|item|article)\b/iu;

/** The value under a label of each thing that a phrase means, in the order of the page. */
export function chooseEach(view: PageView, label: string, of: Phrase): Choice<EachValues> {
  const every = view.groups.length === 1 || of.text === '' ? [...view.items.keys()] : null;
  const [, noun = '', telling = ''] = QUALIFIED.exec(of.text) ?? [];
  const own =
    meantOf(view, of) ??
    (of.where === undefined
      ? (itemsInState(view, of.text) ?? (noun === '' ? null : itemsInState(view, `${telling} ${noun}`)))
      : null);
  // What says which of all is never left out.
  if (own === null && (noun !== '' || of.where !== undefined)) return { none: [] };
  // An adjective that the page does not know would be left out, and another page is not known to be about them.
  const isVague = view.isElsewhere === true || /\p{L}\s+\p{L}/u.test(of.text);
  if (own === null && of.text !== '' && (isVague || isOfOtherPage(view, of.text))) return { none: [] };
  const meant = own?.items ?? every;
  const kind = of.text.split(/\s+/u).at(-1) ?? '';
  const isOfGoods = GOODS.test(kind) && grade(label, kind) >= GRADES.equalWords;
  const besideCodes =
    (isOfGoods || /^name$/iu.test(label)) && meant !== null ? namesBesideCodes(view, [...meant]) : null;
  const lists = new Map<number, EachValues['values'][number][]>();
  for (const index of meant ?? view.items.keys()) {
    const fact = chooseAmong(
      view.facts.filter(({ items }) => items[0] === index),
      label,
      [view.facts.filter(({ items }) => items[0] === index)],
    );
    const isName = /^(?:name|title)$/iu.test(label) || grade(label, kind) >= GRADES.equalWords;
    const item = view.items[index];
    const title =
      meant !== null && isName && item !== undefined ? { value: item.title, css: item.titleCss } : null;
    const ofKind = view.facts.find(
      ({ items, label: head, value, source }) =>
        items[0] === index &&
        source === 'shown' &&
        /\d/u.test(value) &&
        grade(kind, head) >= GRADES.equalWords,
    );
    const name = besideCodes?.get(index);
    const isCalled = isOfGoods && name !== undefined && CALLED.test(name.label);
    // "Which orders …?" are those under "Order", and not their customers.
    const isSaid =
      'one' in fact && !isCalled && (!isName || grade(label, fact.one.label) >= GRADES.equalWords);
    const said = 'one' in fact ? fact.one : null;
    const named =
      isName || IDENTIFIES.test(label)
        ? ((isCalled ? name : null) ?? ofKind ?? said ?? name ?? title)
        : (said ?? title);
    const found = isSaid ? said : named;
    if (found === null || found.value === '') continue;
    const group = item?.group ?? -1;
    const entry = { value: found.value, css: found.css, itemCss: item?.css ?? '' };
    lists.set(group, [...(lists.get(group) ?? []), entry]);
  }
  const all = [...lists.values()].map((values): EachValues => ({ values, words: own?.words ?? '' }));
  const [one] = all;
  if (one === undefined) return { none: [] };
  return all.length === 1 ? { one } : { equals: all };
}
