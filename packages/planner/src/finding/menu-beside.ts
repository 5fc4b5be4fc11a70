import type { Phrase } from '../grammar/clause.ts';
import type { Hidden, PageView } from '../page/page-view.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { sectionOf } from './choose-in-section.ts';
import { openerFor } from './openers.ts';

/** "Language [English ▾]": what opens a list that has the value, by that name, or in the line or under the heading of that name. */
export function menuBeside(view: PageView, phrase: Phrase, value: string): Hidden | null {
  const opener = openerFor(view, value, 'use', true);
  const shown = view.candidates.find(({ css }) => css === opener?.opener);
  if (shown === undefined) return null;
  const names = [phrase.text, ...(phrase.apart ?? []).map(({ text }) => text)];
  const around = [shown.name, shown.before, sectionOf(view, shown)];
  const isOf = names.some((name) => around.some((words) => grade(name, words) >= GRADES.equalWords));
  return isOf ? opener : null;
}
