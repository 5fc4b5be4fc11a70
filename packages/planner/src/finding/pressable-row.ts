import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { namedAfterNoun } from './item-names.ts';

/** The only thing that can be pressed as a whole and says so, such as a row that opens a letter. */
export function pressableRow(view: PageView, within: Phrase): Candidate | null {
  if (within.ordinal !== null) return null;
  const names = [within.text, ...namedAfterNoun(within)];
  const rows = view.candidates.filter(
    ({ role, text }) => role === 'generic' && names.some((name) => grade(name, text) >= GRADES.contains),
  );
  return rows.length === 1 ? (rows[0] ?? null) : null;
}
