import type { Phrase } from '../grammar/clause.ts';
import { spokenPhrase } from '../grammar/describe-clause.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { requireSingle } from '../finding/require-single.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { type Answer, answer } from './answer.ts';
import { keep } from './read-steps.ts';

const COMPARED = 'compares the things of a list, which a Runbook would name as they stand';

/** What the first so many are called, in the order of a value: "the three cheapest parts". */
export async function readRanked(
  driver: PageDriver,
  of: Phrase & Required<Pick<Phrase, 'superlative'>>,
  count: number,
): Promise<Answer> {
  const name = `${count} ${spokenPhrase(of)}`;
  const titles = await driver.waitForView((view) =>
    Array.from({ length: count }, (_, at) => {
      const superlative = at === 0 ? of.superlative : { ...of.superlative, rank: at + 1 };
      const titleOf = (index: number) => view.items[index]?.title ?? '';
      return titleOf(requireSingle(chooseItem(view, { ...of, superlative }), `"${name}"`, titleOf));
    }),
  );
  return { ...answer(name, await keep(driver, name, titles)), moment: COMPARED };
}
