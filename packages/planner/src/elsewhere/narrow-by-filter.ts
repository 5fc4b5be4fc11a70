import { filter } from '../acting/filter.ts';
import { itemsInState } from '../finding/item-states.ts';
import { isCalled } from '../words/match-name.ts';
import { groupsNamed } from '../finding/groups.ts';
import type { Clause, Phrase } from '../grammar/clause.ts';
import { plain } from '../grammar/rules/named-phrases.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { says } from '../words/senses.ts';
import type { PageView } from '../page/page-view.ts';
import { replaced } from './extreme-apart.ts';

/** The things that an instruction is about. */
function thingsOf(clause: Clause): Phrase | null {
  if (clause.kind === 'read') {
    const { question } = clause;
    // "List all art courses" may ask for a label of that name.
    if (question.what === 'labelled' && question.of === null && /\p{L}{2}\s\p{L}+s$/u.test(question.label))
      return plain(question.label);
    return 'of' in question ? question.of : null;
  }
  const within = clause.kind === 'click' ? clause.target.within : null;
  return within?.superlative === undefined ? null : within;
}

/** "Art courses", "courses in Cooking": what tells which, and the noun; the likeliest first. */
function readings(text: string): { value: string; noun: string }[] {
  const [, noun = '', last = ''] =
    /^(\p{L}+)(?:\s+are\s+there)?\s+(?:in|from|under|of|on)\s+(.+)$/iu.exec(text) ?? [];
  const [, first = '', own = ''] = /^(.+)\s(\p{L}+)$/u.exec(text) ?? [];
  return [
    { value: last, noun },
    { value: first, noun: own },
  ].filter((each) => each.value !== '');
}

const CHOSEN: ReadonlySet<string> = new Set(['tab', 'radio', 'generic', 'button', 'option']);

const ASKS: ReadonlySet<string> = new Set(['date', 'email', 'tel', 'textarea', 'password']);

/** Whether the page can be asked to show only those, and does not tell them apart by itself. */
function isFilter(view: PageView, value: string): boolean {
  // A form that asks when to come, or for an address, shows nothing; what has a heading of its own is told apart.
  const asking = new Set(view.candidates.filter(({ type }) => ASKS.has(type)).map(({ form }) => form));
  if (
    view.candidates.some(({ role, level, name }) => role === 'heading' && level > 1 && isCalled(name, value))
  )
    return false;
  return view.candidates.some(
    ({ options, name, role, inContent, items, href, form }) =>
      (options.some((option) => isCalled(option, value)) && !(form >= 0 && asking.has(form))) ||
      (CHOSEN.has(role) && href === '' && inContent && items.length === 0 && isCalled(name, value)),
  );
}

function isListOf(view: PageView, noun: string): boolean {
  const headings = view.candidates.filter(({ role, level }) => role === 'heading' && level === 1);
  return headings.some(({ name }) => says(name, noun)) || groupsNamed(view, noun).length === 1;
}

function narrowing(
  view: PageView,
  { text, quoted, parts, ordinal, within }: Phrase,
): { value: string; noun: string } | null {
  if (text === '' || quoted === true || parts !== undefined || ordinal !== null) return null;
  if (itemsInState(view, text) !== null || groupsNamed(view, text).length > 0) return null;
  return (
    [...(within === null ? [] : [{ value: within.text, noun: text }]), ...readings(text)].find(
      ({ value, noun }) =>
        isFilter(view, value) &&
        isListOf(view, noun) &&
        itemsInState(view, `${value} ${noun}`) === null &&
        !view.items.some(({ title }) => says(title, value)),
    ) ?? null
  );
}

/** "List all art courses" where the page has a filter "Art" and nothing that says which are: only those are shown first. */
export async function narrowedByFilter(driver: PageDriver, clause: Clause): Promise<Clause> {
  const things = thingsOf(clause);
  if (things === null || things.text === '') return clause;
  const found = await driver.waitForView((view) => narrowing(view, things));
  if (found === null) return clause;
  await filter(driver, '', found.value);
  if (clause.kind === 'read' && clause.question.what === 'labelled' && clause.question.of === null)
    return { ...clause, question: { what: 'list', of: plain(found.noun) } };
  return replaced(clause, JSON.stringify(things), { ...things, text: found.noun, within: null });
}
