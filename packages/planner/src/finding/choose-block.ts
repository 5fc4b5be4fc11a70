import { chooseCandidate } from './choose-element.ts';
import type { Choice } from './choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** The heading of the highest level, in the content where there is one. */
export function mainHeading(view: PageView): Choice<Candidate> {
  const headings = view.candidates.filter(({ role }) => role === 'heading');
  const highest = Math.min(...headings.map(({ level }) => level || 2));
  const [first, ...others] = headings.filter(({ level }) => (level || 2) === highest);
  if (first === undefined) return { none: [] };
  const inContent = [first, ...others].filter((heading) => heading.inContent);
  const [one] = inContent.length > 0 ? inContent : [first];
  return inContent.length > 1 ? { equals: inContent } : { one: one ?? first };
}

/** The only table or list of the page. */
export function onlyOf(view: PageView, role: string): Choice<Candidate> {
  const all = view.candidates.filter(
    (candidate) => candidate.role === role && (role !== 'list' || candidate.inContent),
  );
  const [one] = all;
  if (one === undefined) return { none: [] };
  return all.length === 1 ? { one } : { equals: all };
}

/** A table or list by its own name, else by the heading above it, else the only one of a page of that name. */
export function namedBlock(view: PageView, role: 'table' | 'list', phrase: Phrase): Choice<Candidate> {
  const own = chooseCandidate(view, { ...phrase, kind: null }, 'read');
  if ('one' in own && own.one.role === role) return own;
  const headed = view.candidates.flatMap((candidate, index) => {
    if (candidate.role !== role) return [];
    const above = view.candidates.slice(0, index).findLast((other) => other.role === 'heading');
    return above !== undefined && grade(phrase.text, above.name) >= GRADES.contains ? [candidate] : [];
  });
  const [one] = headed;
  if (one !== undefined) return headed.length === 1 ? { one } : { equals: headed };
  const only = onlyOf(view, role);
  const isAbout = grade(phrase.text, view.title) >= GRADES.contains;
  if ('one' in only && isAbout) return only;
  return { none: view.candidates.filter((candidate) => candidate.role === role) };
}
