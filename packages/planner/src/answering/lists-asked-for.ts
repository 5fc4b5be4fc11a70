import { StepError } from '@errand/browser-runtime';
import { type Answer, answer } from './answer.ts';
import type { Choice } from '../finding/choice.ts';
import { namedBlock } from '../finding/choose-block.ts';
import { chooseEach } from '../finding/choose-each.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { resultsOf } from '../finding/groups.ts';
import { isPageAbout } from '../finding/page-about.ts';
import type { Phrase } from '../grammar/clause.ts';
import { singular } from '../grammar/nouns.ts';
import type { Fact, PageView } from '../page/page-view.ts';

const EVERYTHING: Phrase = { text: '', kind: null, ordinal: null, within: null };

const OF_LONGER = 'takes the first of a list, of which a Runbook would give all';

/** So many from the beginning of a list that was read. */
export function firstOfList({ name, value }: Answer, first: number): Answer {
  if (!Array.isArray(value) || value.length < first)
    throw new StepError('element_not_found', `The page does not list ${first} of them.`);
  const own: unknown[] = value.slice(0, first);
  return { ...answer(name, own), moment: OF_LONGER };
}

/** "The sizes of the teapot" are the choices of the field "Size" on its page. */
export function offeredOn(view: PageView, label: string, of: Phrase | null): Phrase | null {
  if (!/[^su]s$/iu.test(label) || (of !== null && !isPageAbout(view, of.text))) return null;
  const field: Phrase = { ...EVERYTHING, text: singular(label) };
  const list = chooseCandidate(view, field, 'select');
  return 'one' in list && list.one.options.length > 0 ? field : null;
}

/** Whether a list of that name stands on the page. */
export function isListed(view: PageView, label: string): boolean {
  const phrase: Phrase = { ...EVERYTHING, text: label };
  return /s$/iu.test(label) && ('one' in namedBlock(view, 'list', phrase) || areCards(view, phrase));
}

/** Cards of a page that is about them: each has a title. */
function areCards(view: PageView, phrase: Phrase): boolean {
  const each = isPageAbout(view, phrase.text) ? chooseEach(view, 'name', phrase) : null;
  return each !== null && 'one' in each && each.one.values.length > 1;
}

/** "List the trainers": one of them is no list. */
export function isOneOfSeveral(said: string, label: string, way: Choice<Fact>): boolean {
  return (
    'one' in way &&
    /^(?:list|name)\s/iu.test(said) &&
    /[^su]s$/iu.test(label) &&
    /[^s]$/iu.test(way.one.label) &&
    !/[,;·•|]|\sand\s/u.test(way.one.value)
  );
}

/** "The marks" are one of each row, where nothing is called so that stands alone. */
export function isOfMany(view: PageView, label: string): boolean {
  return /[^su]s$/iu.test(label) && 'one' in chooseEach(view, singular(label), EVERYTHING);
}

/** A list whose entries are headed: their headings are the headlines, and that of the page is none. */
export function hasHeadlines(view: PageView): boolean {
  const results = new Set(resultsOf(view));
  return view.candidates.some(
    ({ role, items }) => role === 'heading' && items.some((index) => results.has(index)),
  );
}
