import { chooseFact } from './choose-fact.ts';
import type { Choice } from './choice.ts';
import { isPageAbout } from './page-about.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const PRESSED: ReadonlySet<string> = new Set(['link', 'button', 'generic']);

/** "Click her phone number": what can be pressed and shows the value of that label; null where nothing does. */
export function controlOfValue(view: PageView, { text, within, quoted }: Phrase): Choice<Candidate> | null {
  if (text === '' || quoted === true) return null;
  const isOfPage = within !== null && isPageAbout(view, within.text);
  const fact = chooseFact(view, text, isOfPage ? null : within);
  if (!('one' in fact)) return null;
  const shown = view.candidates.filter(
    (candidate) => PRESSED.has(candidate.role) && (candidate.text || candidate.name) === fact.one.value,
  );
  const [one] = shown;
  return one === undefined || shown.length > 1 ? null : { one };
}
