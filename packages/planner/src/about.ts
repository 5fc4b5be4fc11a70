import { grade, GRADES } from './match.ts';
import type { PageView } from './view.ts';

/** Whether the page is about that: its main heading says so, or where it has none of the first level, the one that its content begins with. */
export function isPageAbout(view: PageView, text: string): boolean {
  if (text === '') return false;
  const headings = view.candidates.filter(({ role }) => role === 'heading');
  const first = headings.filter(({ level }) => level === 1);
  const begins = view.candidates.find(({ inContent }) => inContent);
  const highest = Math.min(...headings.filter(({ inContent }) => inContent).map(({ level }) => level || 2));
  const ofLevel = headings.filter(({ level, inContent }) => inContent && (level || 2) === highest);
  const about = first.length > 0 ? first : ofLevel.length === 1 && ofLevel[0] === begins ? ofLevel : [];
  return about.some(({ name }) => grade(text, name) >= GRADES.contains);
}
