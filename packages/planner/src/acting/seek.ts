import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { notFound } from '../finding/require-single.ts';

/** Waits for the thing that the following instructions refer to. */
export async function seek(driver: PageDriver, phrase: Phrase): Promise<void> {
  const title = await driver.waitForView((view) => {
    const item = chooseItem(view, phrase);
    if ('one' in item) return view.items[item.one]?.title ?? '';
    const candidate = chooseCandidate(view, phrase, 'point');
    if ('one' in candidate) return candidate.one.name;
    const several = 'equals' in item ? item.equals : [];
    if (several.length > 0) return phrase.text;
    throw notFound(`"${describePhrase(phrase)}"`, []);
  });
  driver.note(`Found ${JSON.stringify(title)}.`, {});
}
