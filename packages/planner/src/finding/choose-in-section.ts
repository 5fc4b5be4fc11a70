import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { Choice } from './choice.ts';

/** The heading or legend that something stands under; empty when there is none. */
export function sectionOf(view: PageView, candidate: Candidate): string {
  if (candidate.group !== '') return candidate.group;
  const at = view.candidates.indexOf(candidate);
  return (
    view.candidates.slice(0, at).findLast(({ role, level }) => role === 'heading' && level > 1)?.name ?? ''
  );
}

/** Those of some elements that stand under a heading of that name. */
export function inSection(view: PageView, name: string, pool: readonly Candidate[]): Candidate[] {
  return name === ''
    ? []
    : pool.filter((candidate) => grade(name, sectionOf(view, candidate)) >= GRADES.contains);
}

function single(fitting: readonly Candidate[]): Choice<Candidate> | null {
  const [one] = fitting;
  if (one === undefined) return null;
  return fitting.length === 1 ? { one } : { equals: fitting };
}

/**
 * "The billing postcode" is the field "Postcode" under "Billing address", and "the stock alert" the only field under that
 * heading. Null where no heading says so.
 */
export function chooseInSection(
  view: PageView,
  { text, quoted, within, kind }: Phrase,
  fields: readonly Candidate[],
): Choice<Candidate> | null {
  if (quoted === true || within !== null || text === '' || kind === 'control') return null;
  const words = text.split(/\s+/u);
  for (let at = 1; at < words.length; at += 1) {
    const [section, own] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const named = fields.filter(({ name }) => grade(own, name) >= GRADES.synonym);
    const found = single(inSection(view, section, named));
    if (found !== null) return found;
  }
  const whole = fields.filter((field) => grade(text, sectionOf(view, field)) >= GRADES.equalWords);
  return whole.length === 1 ? single(whole) : null;
}
