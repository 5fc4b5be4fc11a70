import type { Choice } from './choice.ts';
import { chooseItem } from './choose-item.ts';
import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { saysItself, tellingWords } from '../words/senses.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const STAR = /^[☆★⭐✩✭⚝]$/u;
/** Ratings of this many stars are common; of another number of symbols it is not known what they mean. */
const SCALE = 5;

function isStar({ name, text }: Candidate): boolean {
  return [name, text].some((said) => STAR.test(said.trim()));
}

/** "Rate our service" above the stars says what they are of. */
function isHeaded({ candidates }: PageView, { text }: Phrase): boolean {
  const before = candidates.slice(0, Math.max(0, candidates.findIndex(isStar)));
  const heading = before.findLast(({ role }) => role === 'heading');
  const telling = tellingWords(text);
  return (
    heading !== undefined && telling.length > 0 && telling.every((word) => saysItself(heading.name, word))
  );
}

/** "4 stars" of "Rate your stay": the only one called so, on a page that speaks of a stay and has no list of them. */
function onlyNamed(view: PageView, { text, within }: Phrase): Candidate | null {
  const named = view.candidates.filter(({ name }) => grade(text, name) >= GRADES.equal);
  const [one] = named;
  const isSpokenOf =
    within === null || tellingWords(within.text).every((word) => saysItself(view.text, word));
  return one !== undefined && named.length === 1 && one.items.length === 0 && !one.disabled && isSpokenOf
    ? one
    : null;
}

/** "4 stars" of five symbols that have no name of their own: the fourth of them. */
export function starOf(view: PageView, phrase: Phrase): Choice<Candidate> | null {
  const { text, within } = phrase;
  const named = /^\d(?:\.5)? stars?$/iu.test(text) ? onlyNamed(view, phrase) : null;
  if (named !== null) return { one: named };
  const [, many] = /^(?:rate )?([1-5]) stars?$/iu.exec(text) ?? [];
  const item = within === null || isHeaded(view, within) ? null : chooseItem(view, within);
  if (many === undefined || (item !== null && !('one' in item))) return null;
  const stars = view.candidates.filter(
    (one) => !one.disabled && isStar(one) && (item === null || one.items.includes(item.one)),
  );
  const one = stars.length === SCALE ? stars[Number(many) - 1] : undefined;
  return one === undefined ? null : { one };
}
