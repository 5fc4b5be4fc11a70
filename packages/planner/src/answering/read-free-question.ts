import { truncate } from '@errand/browser-runtime';
import { type Answer, answer, sentencePattern } from './answer.ts';
import { answerOn, openerToAnswer, stateOn } from './find-answer.ts';
import { notFound } from '../finding/require-single.ts';
import { type Inquiry, inquiryOf } from '../grammar/inquiry.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { MAX_OPENED } from '../finding/openers.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Fact, Hidden, PageView } from '../page/page-view.ts';
import { extract } from './read-steps.ts';
import { ASKS_WHAT_IT_SAYS, readWhatItSays } from './what-it-says.ts';

/** A value in messages. */
export function nameFact({ label, value }: Fact) {
  return value === '' ? `"${label}"` : `${label} "${truncate(value, 40)}"`;
}

/** What answers a question in the words of the page, or what to open to see it. */
export function answered(
  view: PageView,
  inquiry: Inquiry | null,
  opened: number,
): { answered: { fact: Fact; value: string } } | { opener: Hidden } | null {
  if (inquiry === null) return null;
  const found = answerOn(view, inquiry);
  if (found !== null) return { answered: found };
  const opener = opened < MAX_OPENED ? openerToAnswer(view, inquiry) : null;
  return opener === null ? null : { opener };
}

/** A value as the page shows it, of which the question may want a part. */
export async function readFact(
  driver: PageDriver,
  { fact, value }: { fact: Fact; value: string },
  name: string,
): Promise<Answer> {
  const kept = async () => answer(name, await driver.step('data.set', { value }, `Read ${name}`));
  if (fact.css === '' || fact.source === 'headed') return kept();
  const target = await driver.durableLocator(fact);
  const text = await extract(driver, target, 'text', name);
  if (text === value) return answer(name, text);
  const pattern = sentencePattern(text, value);
  return { ...answer(name, value), ...(pattern !== null && { pattern }) };
}

/** A question that only the words of the page can answer. */
export async function readAsked(driver: PageDriver, said: string, opened = 0): Promise<Answer> {
  if (ASKS_WHAT_IT_SAYS.test(said)) return readWhatItSays(driver);
  const inquiry = inquiryOf(said);
  const name = inquiry?.words.join(' ') ?? said;
  const found = await driver.waitForView((view) => {
    const state = inquiry === null ? null : stateOn(view, inquiry);
    const way = state === null ? answered(view, inquiry, opened) : { state };
    if (way === null)
      throw notFound(
        `answer to "${said}"`,
        view.facts.filter(({ source }) => source === 'shown').map(nameFact),
      );
    return way;
  });
  if ('opener' in found) {
    await driver.open(found.opener);
    return readAsked(driver, said, opened + 1);
  }
  if ('state' in found)
    return answer(name, await driver.step('data.set', { value: found.state }, `Read ${name}`));
  const read = await readFact(driver, found.answered, name);
  const number = inquiry?.wanted === 'number' ? sizeOf(found.answered.value) : null;
  return number === null ? read : answer(name, number);
}
