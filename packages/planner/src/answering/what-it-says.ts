import { type Answer, answer } from './answer.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { notFound } from '../finding/require-single.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { PageView } from '../page/page-view.ts';

/** "Tell me what it says", of what was just opened. */
export const ASKS_WHAT_IT_SAYS =
  /(?:^|\s)what\s+(?:it|this|that|(?:the|this|that)\s+(?:message|mail|e-?mail|letter|note|answer|reply|text))\s+says(?:$|\s)/iu;

const SENTENCE = /\p{L}.*\s.*[.!?…]["”’)]*$/u;

/** What is called by its own words; a field may be called by the text above it. */
const NAMED: ReadonlySet<string> = new Set(['button', 'link', 'tab', 'menuitem', 'heading']);

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter((line) => line !== '');
}

/** The sentences that came up with what was opened; names of controls and headings are none. */
function cameUp(view: PageView, before: string): string[] {
  const known = new Set(linesOf(before));
  const names = new Set(
    view.candidates.filter(({ role }) => NAMED.has(role)).flatMap(({ name, text }) => [name, text]),
  );
  return linesOf(view.text).filter((line) => SENTENCE.test(line) && !known.has(line) && !names.has(line));
}

const ASKS_FOR_ANSWER = /\b(?:answer|explanation|what\s+it\s+says)[\s.!]*$/iu;

/** "Expand "Can I pay monthly?" and tell me the answer": what came up with it. Null where nothing did, or a value is asked for. */
export async function readWhatCameUp(driver: PageDriver, label: string): Promise<Answer | null> {
  const before = driver.textBefore;
  if (before === null || !ASKS_FOR_ANSWER.test(driver.said) || ASKS_FOR_ANSWER.test(label)) return null;
  const said = await driver.look((view) => cameUp(view, before).join(' ') || null);
  return said === null
    ? null
    : answer('text', await driver.step('data.set', { value: said }, 'Read the answer'));
}

const MONEY = /[$€£]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:[$€£]|EUR|USD|GBP|CHF)(?!\p{L})/gu;
const AMOUNT = /^(?:the\s+)?(?:amount|price|cost|costs|fee|charge|sum)$/iu;

/** "Expand "What is the least that I can order?" and tell me the amount": the only one in what came up with it. */
export async function readAmountThatCameUp(driver: PageDriver, label: string): Promise<Answer | null> {
  const before = driver.textBefore;
  if (before === null || !AMOUNT.test(label)) return null;
  const value = await driver.look((view) => {
    if (!('none' in chooseFact(view, label, null))) return null;
    const [one, ...others] = cameUp(view, before).join(' ').match(MONEY) ?? [];
    return one === undefined || others.length > 0 ? null : one;
  });
  return value === null ? null : answer(label, await driver.step('data.set', { value }, `Read the ${label}`));
}

/** Reads the sentences that were not there before the last thing was opened. */
export async function readWhatItSays(driver: PageDriver): Promise<Answer> {
  const before = driver.textBefore;
  const said = await driver.waitForView((view) => {
    const lines = before === null ? [] : cameUp(view, before);
    if (lines.length === 0) throw notFound('text of what was opened', []);
    return lines.join(' ');
  });
  return answer('text', await driver.step('data.set', { value: said }, 'Read what it says'));
}
