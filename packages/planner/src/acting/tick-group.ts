import { sameAs } from '../finding/choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { setTick } from './tick.ts';

/** The boxes under that heading that are called so, all of them or none. */
function boxesOf(view: PageView, { text }: Phrase, names: readonly string[]): Candidate[] {
  const group = view.candidates.filter(
    (one) => one.role === 'checkbox' && !one.disabled && grade(text, one.group) >= GRADES.equalWords,
  );
  const named = names.map((said) => group.filter(({ name }) => grade(said, name) >= GRADES.equalWords));
  return named.every(({ length }) => length === 1) ? named.flat() : [];
}

/** "Cleanliness: 4 stars": the radio button of that group. */
function radioOf(view: PageView, { text }: Phrase, value: string): Candidate[] {
  const own = view.candidates.filter(
    (one) =>
      one.role === 'radio' &&
      !one.disabled &&
      grade(text, one.group) >= GRADES.equalWords &&
      grade(value, one.name) >= GRADES.equalWords,
  );
  return own.length === 1 ? own : [];
}

/** "Extras: Folding and Rounded corners": the boxes of that group, or its radio button; false where there are none. */
export async function tickGroup(driver: PageDriver, phrase: Phrase, value: string): Promise<boolean> {
  const names = value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/u);
  const boxes = await driver.waitForView((view) => {
    const whole = [...boxesOf(view, phrase, [value]), ...radioOf(view, phrase, value)];
    return whole.length > 0 ? whole : boxesOf(view, phrase, names);
  });
  for (const { css } of boxes) {
    await setTick(driver, await driver.waitForCandidate('checkbox', (view) => sameAs(view, css)), 'check');
    driver.lastField = css;
  }
  return boxes.length > 0;
}
