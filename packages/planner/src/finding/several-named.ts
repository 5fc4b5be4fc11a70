import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from './choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { notFound } from './require-single.ts';
import { listsWith } from './options.ts';

/** Whether the page has each of the parts of a name and nothing of the whole name. */
export function areSeveral(
  driver: PageDriver,
  phrase: Phrase,
  parts: readonly Phrase[],
  purpose: 'check' | 'choose',
): Promise<boolean> {
  return driver.waitForView((view) => {
    const whole = !('none' in chooseCandidate(view, { ...phrase, apart: [] }, purpose));
    const has = (part: Phrase) =>
      ['one', 'equals'].some((key) => key in chooseCandidate(view, part, purpose)) ||
      'one' in chooseCandidate(view, part, 'check') ||
      listsWith(view, part.text).length > 0;
    if (!whole && !parts.every(has) && listsWith(view, phrase.text).length === 0)
      throw notFound(`"${describePhrase(phrase)}"`, []);
    return !whole && listsWith(view, phrase.text).length === 0;
  });
}
