import { grade, GRADES, normalised } from '../words/match-name.ts';
import { says } from '../words/senses.ts';
import { sizeOf } from '../finding/grade-label.ts';
import type { Fact, PageView } from '../page/page-view.ts';

interface Said {
  count: number;
  note: string;
}

function only(found: ReadonlyMap<number, string>): Said | null {
  const [one] = found;
  return found.size === 1 && one !== undefined ? { count: one[0], note: one[1] } : null;
}

/** Notes that a pattern finds a number in, as its first group. */
function numbersIn(view: PageView, pattern: RegExp): Said | null {
  const found = new Map<number, string>();
  for (const note of view.notes) {
    const [, told] = pattern.exec(normalised(note)) ?? [];
    if (told !== undefined) found.set(told === 'no' ? 0 : Number(told), note);
  }
  return only(found);
}

/** "8 products", "12 results found": how many there are on all pages together. */
export function saidResults(view: PageView): Said | null {
  const headings = view.candidates.filter(({ role, level }) => role === 'heading' && level === 1);
  const called = [...view.groups.filter(({ inContent }) => inContent), ...headings].map(
    ({ name }) => normalised(name).split(' ').at(-1) ?? '',
  );
  const nouns = called.filter((noun) => /^\p{L}{2,}s$/u.test(noun)).map((noun) => source(noun));
  return numbersIn(
    view,
    new RegExp(
      `^(\\d+) (?:${['products', 'results', 'items', 'matches', 'hits', 'listings', ...nouns].join('|')})(?: found)?$`,
      'u',
    ),
  );
}

function source(words: string): string {
  return RegExp.escape(normalised(words));
}

/** "3 messages, 1 unread", "3 tasks left", "12 left in stock": what is left, or in a state. */
function saidOfState(view: PageView, noun: string): Said | null {
  if (/^(?:left|remaining)$/iu.test(noun))
    return numbersIn(view, /^(?:only )?(\d+|no) (?:[a-z]+ )?(?:left|remaining)\b/u);
  const [, state = '', many = ''] = /^(\S+)\s+(.+)$/u.exec(noun) ?? [];
  if (state === '') return null;
  const after = numbersIn(
    view,
    new RegExp(`^(?:only )?(\\d+|no) (?:more )?${source(many)} ${source(state)}$`, 'u'),
  );
  const heads = view.candidates.filter(({ role, level }) => role === 'heading' && level === 1);
  const isOfMany =
    heads.some(({ name }) => grade(many, name) >= GRADES.contains || says(name, many)) ||
    /^(?:un)?read$/iu.test(state);
  return (
    after ??
    (isOfMany ? numbersIn(view, new RegExp(`^(\\d+|no) ${source(state)}$`, 'u')) : null) ??
    numbersIn(view, new RegExp(`^\\d+ ${source(many)} (?:and )?(\\d+|no) ${source(state)}$`, 'u'))
  );
}

/** "There are 6 vans on the road": the number of vans that are on the road. */
export function saidOfPlace(view: PageView, noun: string, place: string): Said | null {
  return noun === ''
    ? null
    : numbersIn(
        view,
        new RegExp(
          `(?:^|\\s)(\\d+|no) ${source(noun)} (?:are |is )?(?:on|in|at|under) (?:the )?${source(place)}\\b`,
          'u',
        ),
      );
}

/** Words that say which of many: "open orders" are not all orders. */
const SELECTS =
  /^(?:open|closed|unread|read|new|old|active|late|early|past|overdue|due|paid|unpaid|next|last|recent|current|upcoming|future|other|more|top|my|your|their|shared|own|free|sent|lost|sold|left|hidden|public|private|draft|\S+ed|\S+ing|\S+able)$/u;

/** "Bonus points: 815" are the points, where nothing else is called so. */
export function qualifiedNumber(
  view: PageView,
  noun: string,
): { value: number; from: { fact: Fact } } | null {
  if (/\s/u.test(noun.trim())) return null;
  const called = view.facts.filter(
    ({ label, source: from }) => from !== 'marked' && grade(noun, label) >= GRADES.contains,
  );
  const labels = new Set(called.map(({ label }) => normalised(label)));
  const [fact] = called;
  const [, qualifier = '', last = ''] = /^(\S+) (\S+)$/u.exec(normalised(fact?.label ?? '')) ?? [];
  const isOwn = labels.size === 1 && !SELECTS.test(qualifier) && grade(noun, last) >= GRADES.equalWords;
  const value = fact === undefined || !/^\d[\d.,\s]*$/u.test(fact.value) ? null : sizeOf(fact.value);
  const isSame = called.every((other) => other.value === fact?.value);
  return isOwn && isSame && value !== null && fact !== undefined ? { value, from: { fact } } : null;
}

/** How many there are by the page's own words: "1–10 of 42", "No orders yet"; null when it does not say. */
export function saidCount(view: PageView, noun: string): Said | null {
  const last = noun.split(/\s+/u).at(-1) ?? '';
  const stem = normalised(last).replace(/s$/u, '');
  const found = new Map<number, string>();
  for (const note of view.notes) {
    const text = normalised(note.replaceAll(/[–—]/gu, '-'));
    const [, told] =
      new RegExp(
        `^(?:you|we|i) (?:currently )?have (\\d+|no) (?:[a-z]+ )?${stem.replaceAll(/\W/gu, '')}(?:s|es)?\\b`,
        'u',
      ).exec(text) ?? [];
    if (stem.length > 1 && told !== undefined) found.set(told === 'no' ? 0 : Number(told), note);
    const [, of] = /(?:\d+\s*(?:-|to|through|bis)\s*\d+|showing \d+)\s+of\s+(\d+)/u.exec(text) ?? [];
    if (of !== undefined) found.set(Number(of), note);
    const [, own] =
      new RegExp(
        `^(\\d+|no) (?:[a-z]+ )?${stem.replaceAll(/\W/gu, '')}(?:s|es)?(?: (?:found|yet|here|in total|total))?(?: page \\d.*)?$`,
        'u',
      ).exec(text) ?? [];
    const [, whole] = new RegExp(`^(\\d+|no) ${source(noun)}$`, 'u').exec(text) ?? [];
    if (whole !== undefined) found.set(whole === 'no' ? 0 : Number(whole), note);
    else if (
      stem.length > 1 &&
      own !== undefined &&
      (own === 'no' || normalised(noun).split(' ').length === 1)
    )
      found.set(own === 'no' ? 0 : Number(own), note);
  }
  return only(found) ?? saidOfState(view, noun);
}
