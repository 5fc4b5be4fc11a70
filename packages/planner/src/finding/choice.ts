import type { Candidate, PageView } from '../page/page-view.ts';

/** One element, several that fit equally well, or none. */
export type Choice<Entry> =
  | { one: Entry; nth?: number }
  | { equals: readonly Entry[] }
  | { none: readonly Entry[] };

/** The element that stands at that CSS path now. */
export function sameAs(view: PageView, css: string): Choice<Candidate> {
  const one = view.candidates.find((candidate) => candidate.css === css);
  return one === undefined ? { none: [] } : { one };
}
