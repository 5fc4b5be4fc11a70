import type { Comparison, Condition, Phrase, Where } from '../grammar/clause.ts';
import { measured } from '../words/measures.ts';
import { unitOf } from '../words/units.ts';
import { chooseFact } from './choose-fact.ts';
import { chooseItem, itemsCalled, meantBy } from './choose-item.ts';
import { hasState, itemsInState, type Meant } from './item-states.ts';
import { gradeLabel, sizeOf } from './grade-label.ts';
import { grade, GRADES, isCalled } from '../words/match-name.ts';
import { groupsNamed, resultsOf } from './groups.ts';
import { goesOn, hasEarlier, moreOf } from './pager-controls.ts';
import { isPageAbout } from './page-about.ts';
import { sizesOf } from './sizes-of-items.ts';
import type { PageView } from '../page/page-view.ts';

/** Lists that hold only some of what a site has. */
const SELECTION =
  /\b(?:popular|featured|best-?\s?sellers?|recommended|recently|highlights|picks|arrivals|trending|related|similar|you may|also|new in)\b/iu;
/** What a thing says of itself that costs less than it did. */
const REDUCED =
  /^(?:on )?(?:sale|special offer|offer|deal|reduced|discounted)!?$|^[-−–]\s?\d{1,2}\s?%(?: off)?$|^\d{1,2}\s?% off$|^save [£€$]?\s?\d/iu;
const SAVINGS = new Set(['discount', 'saving']);

function holds(size: number, is: Comparison, bound: number): boolean {
  if (is === 'less') return size < bound;
  if (is === 'more') return size > bound;
  return is === 'atLeast' ? size >= bound : size <= bound;
}

/** Both as numbers; null where they are not of one unit. */
function comparable(value: string, bound: string): readonly [number, number] | null {
  const [measure, bar] = measured([value, bound]) ?? [];
  if (measure !== undefined && bar !== undefined) return [measure, bar];
  const [size, limit] = [sizeOf(value), sizeOf(bound)];
  const [own, other] = [unitOf(value), unitOf(bound)];
  return size === null || limit === null || (other !== '' && own !== other) ? null : [size, limit];
}

function valueOf(view: PageView, label: string, thing: Phrase): string | null {
  const fact = chooseFact(view, label, thing);
  return 'one' in fact ? fact.one.value : null;
}

function saysReduced(view: PageView, index: number): boolean {
  return (
    view.facts.some(({ source, items }) => source === 'struck' && items[0] === index) ||
    (view.items[index]?.cells ?? []).some((cell) => REDUCED.test(cell))
  );
}

/** Those that say so under a label, or in a cell where the page has no such label; null where the page names several so. */
function saying(
  view: PageView,
  items: readonly number[],
  { labels, says }: Extract<Condition, { says: string }>,
): readonly number[] | null {
  const own = view.facts.filter((fact) => items.includes(fact.items[0] ?? -1));
  const label = labels.find((name) => own.some((fact) => gradeLabel(name, fact) >= GRADES.synonym));
  if (label === undefined) {
    const found = items.filter((index) => hasState(view, index, says));
    return found.length === 0 ? null : found;
  }
  const found = own.filter(
    (fact) => gradeLabel(label, fact) >= GRADES.synonym && grade(says, fact.value) >= GRADES.contains,
  );
  const exact = found.filter(({ value }) => isCalled(value, says));
  const meant = exact.length > 0 ? exact : found;
  return new Set(meant.map(({ value }) => value)).size > 1 ? null : meant.map((fact) => fact.items[0] ?? -1);
}

/** Those of which a condition is so; null where the page does not say it of each. */
function fulfilling(
  view: PageView,
  items: readonly number[],
  condition: Condition,
): readonly number[] | null {
  if ('except' in condition) {
    const left = condition.except.map((thing) => meantOf(view, thing)?.items ?? onlyItem(view, thing));
    const out = left.flat().filter((index) => items.includes(index));
    return left.some((found) => found.length === 0) || out.length === 0
      ? null
      : items.filter((index) => !out.includes(index));
  }
  if ('says' in condition) return saying(view, items, condition);
  if ('count' in condition) return items.length === condition.count ? items : null;
  if ('reduced' in condition) {
    const reduced = items.filter((index) => saysReduced(view, index));
    if (reduced.length === 0) return null;
    return items.filter((index) => reduced.includes(index) === condition.reduced);
  }
  const { by, is, than } = condition;
  const bound = typeof than === 'string' ? than : valueOf(view, by, than);
  const sized = sizesOf(view, items, by);
  if (bound === null || sized.length !== items.length) return null;
  const compared = sized.map(({ index, value }) => ({ index, both: comparable(value, bound) }));
  if (compared.some(({ both }) => both === null)) return null;
  return compared.flatMap(({ index, both }) => (both !== null && holds(both[0], is, both[1]) ? [index] : []));
}

function onlyItem(view: PageView, thing: Phrase): readonly number[] {
  const item = chooseItem(view, thing);
  return 'one' in item ? [item.one] : [];
}

/** Whether the page shows all of its lists, and none goes on elsewhere. */
export function isWhole(view: PageView): boolean {
  return !goesOn(view) && !hasEarlier(view) && moreOf(view) === null;
}

/** Whether the page has all things of that kind, as far as it shows: a shorter list, or a further page, would leave some out. */
export function hasAll(view: PageView, items: readonly number[], where: Where | null = null): boolean {
  const isOfSavings = where !== null && where.conditions.every((one) => 'by' in one && SAVINGS.has(one.by));
  const names = items.map((index) => view.groups[view.items[index]?.group ?? -1]?.name ?? '');
  return isWhole(view) && (isOfSavings || !names.some((name) => SELECTION.test(name)));
}

/** Everything that a phrase means, by its conditions too; null where the page does not say which of its things these are. */
export function meantOf(view: PageView, phrase: Phrase): Meant | null {
  const { where, ...kind } = phrase;
  const all = meantBy(view, kind) ?? itemsCalled(view, phrase.text);
  if (where === undefined || all === null) return all;
  // Products of another page are those that it is about, of which there may be more.
  const isOfPart = view.isElsewhere === true && kind.kind === 'result';
  if (isOfPart && !where.conditions.some((one) => 'by' in one && SAVINGS.has(one.by))) return null;
  if (all.items.length === 0 || !hasAll(view, all.items, where)) return null;
  let { items } = all;
  for (const condition of where.conditions) {
    const own = fulfilling(view, all.items, condition);
    if (own === null) return null;
    items = items.filter((index) => own.includes(index));
  }
  return { items, words: '' };
}

/** Whether all conditions are so of one thing; null where the page does not say. */
export function isSoOf(view: PageView, thing: Phrase, { conditions }: Where): boolean | null {
  const answers = conditions.map((condition): boolean | null => {
    if ('except' in condition || 'count' in condition || 'says' in condition) return null;
    if ('reduced' in condition) return isReduced(view, thing, condition.reduced);
    const value = valueOf(view, condition.by, thing);
    const { than } = condition;
    const bound = typeof than === 'string' ? than : valueOf(view, condition.by, than);
    const both = value === null || bound === null ? null : comparable(value, bound);
    return both === null ? null : holds(both[0], condition.is, both[1]);
  });
  if (answers.includes(null)) return null;
  return answers.every((answer) => answer === true);
}

/** A thing that does not say so is not reduced where others of its list say so. */
function isReduced(view: PageView, thing: Phrase, asked: boolean): boolean | null {
  const [index] = onlyItem(view, thing);
  const isHere = view.facts.some(({ source, items }) => source === 'struck' && items.length === 0);
  if (index === undefined) return isHere && isPageAbout(view, thing.text) ? asked : null;
  const list = view.items.flatMap(({ group }, at) => (group === view.items[index]?.group ? [at] : []));
  return list.some((at) => saysReduced(view, at)) ? saysReduced(view, index) === asked : null;
}

/** "Teapots" among the things for sale; what is not for sale may be called after what it is about. */
export function goodsCalled(view: PageView, noun: string): Meant | null {
  const all = resultsOf(view);
  const areForSale = sizesOf(view, all, 'price').length === all.length && hasAll(view, all);
  return areForSale ? itemsCalled(view, noun) : null;
}

/** "Assignments for Bread Baking": those of whose cells one says just that. */
export function meantByCell(view: PageView, text: string): Meant | null {
  const [, noun = '', telling = ''] = /^(\p{L}+)\s+(?:for|from|by|about|with)\s+(.+)$/iu.exec(text) ?? [];
  return noun === '' || groupsNamed(view, noun).length !== 1
    ? null
    : itemsInState(view, `${telling} ${noun}`);
}
