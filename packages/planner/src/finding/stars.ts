import type { Choice } from './choice.ts';
import { chooseItem } from './choose-item.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const STAR = /^[☆★⭐✩✭⚝]$/u;
/** Ratings of this many stars are common; of another number of symbols it is not known what they mean. */
const SCALE = 5;

/** "4 stars" of five symbols that have no name of their own: the fourth of them. */
export function starOf(view: PageView, { text, within }: Phrase): Choice<Candidate> | null {
  const [, many] = /^(?:rate )?([1-5]) stars?$/iu.exec(text) ?? [];
  const item = within === null ? null : chooseItem(view, within);
  if (many === undefined || (item !== null && !('one' in item))) return null;
  const stars = view.candidates.filter(
    ({ name, text: shown, items, disabled }) =>
      !disabled &&
      [name, shown].some((said) => STAR.test(said.trim())) &&
      (item === null || items.includes(item.one)),
  );
  const one = stars.length === SCALE ? stars[Number(many) - 1] : undefined;
  return one === undefined ? null : { one };
}
