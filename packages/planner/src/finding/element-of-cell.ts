import type { Phrase } from '../grammar/clause.ts';
import { normalised } from '../words/match-name.ts';
import type { Purpose } from './purposes.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { Choice } from './choice.ts';

/** Further words for a free slot in a timetable, apart from its column and row. */
const AROUND_CELL =
  /^(?:book|reserve|choose|select|pick|click|take|press|tap|the|a|an|my|slot|cell|time|free|available|open|place|on|at|in|for|from|of|and|to|day)$/u;

/** "Book Monday at 10:00": the cell in the column Monday and the row 10:00. */
export function ofCell(view: PageView, said: Phrase, purpose: Purpose): Choice<Candidate> | null {
  if ((purpose !== 'click' && purpose !== 'choose') || said.quoted === true) return null;
  const words = normalised(said.text).split(' ');
  const isSaid = (name: string) => {
    const own = normalised(name).split(' ');
    return own[0] !== '' && own.every((part) => words.some((word) => word === part || isDay(part, word)));
  };
  const fitting = view.candidates.filter(
    ({ cell, disabled }) => cell.length > 0 && !disabled && cell.every(isSaid),
  );
  const [one] = fitting;
  if (one === undefined) return null;
  const known = normalised(`${one.cell.join(' ')} ${one.name}`).split(' ');
  const isAll = words.every(
    (word) => AROUND_CELL.test(word) || known.some((part) => part === word || isDay(part, word)),
  );
  if (!isAll) return null;
  return fitting.length === 1 ? { one } : { equals: fitting };
}

/** "Mon" is "Monday". */
function isDay(part: string, word: string): boolean {
  return (
    /^(?:mon|tue|wed|thu|fri|sat|sun)/u.test(part) &&
    part.length >= 3 &&
    (word.startsWith(part) || part.startsWith(word)) &&
    word.length >= 3
  );
}
