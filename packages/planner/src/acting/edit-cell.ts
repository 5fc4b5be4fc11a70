import { sameAs } from '../finding/choice.ts';
import { StepError } from '@errand/browser-runtime';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { fill } from './fill-field.ts';
import { targetAt } from '../page/frames.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { gradeLabel } from '../finding/grade-label.ts';
import { bestOf, GRADES, normalised } from '../words/match-name.ts';
import { openerFor, openerWithin } from '../finding/openers.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate, Fact, PageView } from '../page/page-view.ts';

const TEXTS = new Set(['textbox', 'spinbutton', 'searchbox']);

/** The cell of a row under the head of that name, where the page has no field that is called so. */
function cellOf(view: PageView, phrase: Phrase): Fact | null {
  const { within, text } = phrase;
  const item = within === null ? null : chooseItem(view, within);
  if (item === null || !('one' in item) || view.items[item.one]?.isRow !== true) return null;
  const isElsewhere =
    !('none' in chooseCandidate(view, phrase, 'set')) ||
    openerFor(view, text, 'use') !== null ||
    openerWithin(view, phrase) !== null;
  const fitting = bestOf(
    view.facts.filter(({ items, source }) => items[0] === item.one && source === 'shown'),
    (fact) => gradeLabel(text, fact),
  );
  const [cell] = fitting;
  const isOne = fitting.length === 1 && cell !== undefined && gradeLabel(text, cell) >= GRADES.synonym;
  return isElsewhere || !isOne ? null : cell;
}

function fieldIn(view: PageView, cell: Fact): Candidate | null {
  const inside = view.candidates.filter(
    ({ css, role, focused }) => TEXTS.has(role) && (css.startsWith(`${cell.css} `) || focused),
  );
  return inside.length === 1 ? (inside[0] ?? null) : null;
}

/** Edits a cell that becomes a field when it is double-clicked; false where the page has no such row and column. */
export async function editCell(driver: PageDriver, phrase: Phrase, value: string): Promise<boolean> {
  const cell = await driver.waitForView((view) => cellOf(view, phrase));
  if (cell === null) return false;
  await driver.step(
    'browser.click',
    { target: targetAt(cell.css), clickCount: 2 },
    `Double-click the ${cell.label} "${cell.value}"`,
  );
  const field = await driver.waitForView((view) => fieldIn(view, cell));
  driver.idle += field === null ? 1 : 0;
  if (field === null)
    throw new StepError('element_not_found', `The ${cell.label} "${cell.value}" did not become a field.`);
  const found = await driver.waitForCandidate('field of the cell', (view) => sameAs(view, field.css));
  await fill(driver, found, value);
  await driver.step('browser.press', { key: 'Enter', target: found.target }, 'Press Enter in the field');
  const isShown = await driver.waitForView((view) =>
    view.facts.some(({ css, value: now }) => css === cell.css && normalised(now) === normalised(value)),
  );
  if (isShown) return true;
  throw new StepError(
    'action_failed',
    `The ${cell.label} does not show ${JSON.stringify(value)} after it was entered.`,
  );
}
