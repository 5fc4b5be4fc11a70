import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { bestOf } from '../words/match-name.ts';
import { gradeOf } from './grade-element.ts';
import type { Purpose } from './purposes.ts';

const SAVING = /^(?:save|apply|update|submit|confirm)$/iu;

/** "… and save": what does so in the form that is filled in, and not what is called just that in another one. */
export function savingInForm(view: PageView, phrase: Phrase, purpose: Purpose, pool: readonly Candidate[]) {
  const { formInUse = -1 } = view;
  if (purpose !== 'click' || formInUse < 0 || phrase.within !== null || !SAVING.test(phrase.text))
    return null;
  const best = (of: readonly Candidate[]) =>
    bestOf(of, (candidate) => gradeOf(view, phrase, candidate, purpose));
  const own = best(pool.filter(({ form }) => form === formInUse));
  const areOfOthers = best(pool).every(({ form }) => form >= 0 && form !== formInUse);
  return own.length > 0 && areOfOthers ? own : null;
}
