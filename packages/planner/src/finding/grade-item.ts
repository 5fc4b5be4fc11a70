import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES, type Grade, normalised } from '../words/match-name.ts';
import type { Item } from '../page/page-view.ts';

/** "Large cardboard box" is "Cardboard box, large"; from one place to another is not back again. */
function inOtherOrder(said: string, title: string): boolean {
  if (/\b(?:to|from|of|for|by|with|in|on|vs|after|before)\b/iu.test(`${said} ${title}`)) return false;
  const [own, other] = [said, title].map((text) =>
    normalised(text)
      .split(/\s+/u)
      .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''))
      .toSorted()
      .join(' '),
  );
  return own !== '' && /\s/u.test(own ?? '') && own === other;
}

/** How well a row, entry or card is what the phrase names. */
export function gradeOfItem(phrase: Phrase, item: Item): Grade {
  const titled = grade(phrase.text, item.title);
  if (phrase.exact === true)
    return Math.max(titled, ...item.cells.map((cell) => grade(phrase.text, cell))) >= GRADES.equalWords
      ? GRADES.equalWords
      : 0;
  if (titled > 0) return titled;
  if (inOtherOrder(phrase.text, item.title)) return GRADES.nearly;
  if (item.cells.some((cell) => grade(phrase.text, cell) >= GRADES.equal)) return GRADES.contained + 5;
  return grade(phrase.text, item.text) >= GRADES.contains ? GRADES.contained : 0;
}
